"""SQLite's own FTS5 as a ranker: the one door to sqlite3.

Documents have a name and a description; the tokenizer is `porter` over `unicode61`, and the score
is FTS5's bm25 with equal weights (k1 1.2, b 0.75). Words, phrases and scores come from the engine,
the explanation of a score too: nothing of it is worked out a second time here.
"""

from __future__ import annotations

import sqlite3
import weakref
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, repeat
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from toolsearch_cli.errors import ExternalError
from toolsearch_cli.search.formula import inverse_document_frequency
from toolsearch_cli.search.match_expression import (
    match_expression,
    noise_words,
    quoted,
    search_words,
)
from toolsearch_cli.search.ranking import NEXT_BEST, Hit, QueryTerm, Ranking, TermScore

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

Document: TypeAlias = tuple[str, str]
"""Name and description."""

_SCHEMA = """
CREATE VIRTUAL TABLE documents USING fts5(name, description, content='', tokenize='porter');
CREATE VIRTUAL TABLE places USING fts5vocab(documents, 'instance');
CREATE VIRTUAL TABLE totals USING fts5vocab(documents, 'row');
CREATE VIRTUAL TABLE asked USING fts5(word, content='', tokenize='porter');
CREATE VIRTUAL TABLE asked_tokens USING fts5vocab(asked, 'instance');
"""
_READS = "no word that is common in what describes tools, such as “name” and “table”"
_SCORED = "SELECT rowid, -rank FROM documents WHERE documents MATCH ?"
_RANKED = f"{_SCORED} ORDER BY rank, rowid"


@dataclass(frozen=True, slots=True)
class _Phrase:
    """What the index knows of one word of the query."""

    asked: QueryTerm
    tokens: tuple[str, ...]
    parts: Mapping[int, float]
    """Its part of the score of each row that holds it."""


class Fts5Index:
    """Documents in an FTS5 table of their own, in memory.

    May be used from several threads; they take turns.
    """

    def __init__(self, documents: Iterable[Document], *, writes: int = 1) -> None:
        """Index `documents`, which keep their order where scores are equal.

        Args:
            documents: Of several with one name only the last can be found.
            writes: How often all of them were written (`INSERT OR REPLACE` into a table whose
                triggers keep the index). SQLite then fires no delete trigger, so every write
                leaves its rows in the index: never found, but counted, and scores drift.

        Raises:
            ExternalError: This Python's SQLite was built without FTS5.
        """
        self.documents = tuple(documents)
        rows = tuple(chain.from_iterable(repeat(self.documents, writes)))
        self._rows = len(rows)
        self._row_of = {name: at for at, (name, _) in enumerate(rows, start=1)}
        self._lock = Lock()
        # The lock makes what SQLite checks for needless.
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._database.close)
        _create(self._database)
        with closing(self._database.cursor()) as cursor:
            cursor.execute("BEGIN")
            cursor.executemany(
                "INSERT INTO documents (rowid, name, description) VALUES (?, ?, ?)",
                (
                    (at, _storable(name), _storable(description))
                    for at, (name, description) in enumerate(rows, start=1)
                ),
            )
            cursor.execute("COMMIT")
        ((words,),) = self._select("SELECT coalesce(sum(cnt), 0) FROM totals")
        self._mean_length = words / max(self._rows, 1)

    def search(
        self,
        query: str,
        limit: int,
        keywords: Sequence[str] = (),
        permitted: Collection[str] | None = None,
    ) -> Ranking:
        """Return the best documents for one query.

        Args:
            query: Words, any of which a document must hold.
            limit: At least 1, already clamped.
            keywords: Searched instead of the query, unless no word of them is left to search.
            permitted: The only names that may be returned; the others still count in N, df and
                the mean length. `None`: all.

        Returns:
            Scores are positive, higher is better: FTS5's rank with its sign turned.
        """
        words = search_words(query, keywords)
        with self._lock:
            phrases = self._phrases(words)
            ordered = list(self._named(match_expression(words), permitted))
            best = ordered[:limit]
            parts = self._explained([row for _, row, _ in best], phrases)
        found = any(phrase.tokens for phrase in phrases)
        return Ranking(
            query=query,
            limit=limit,
            path="fts5" if ordered else "none" if found else "no-token",
            hits=tuple(self._hit(name, row, score, parts[row]) for name, row, score in best),
            found=len(ordered),
            terms=tuple(phrase.asked for phrase in phrases),
            documents=len(self._row_of),
            average_length=self._mean_length,
            cut=tuple(
                self._hit(name, row, score) for name, row, score in ordered[limit:][:NEXT_BEST]
            ),
            tie_order="position",
            unread=noise_words(query, keywords),
            reads=_READS,
        )

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every document that holds a word of the query and its score, best first."""
        with self._lock:
            ordered = self._named(match_expression(search_words(query)), None)
            return [(name, score) for name, _, score in ordered]

    def _hit(self, name: str, row: int, score: float, terms: Sequence[TermScore] = ()) -> Hit:
        return Hit(name, (row - 1) % len(self.documents), score, tuple(terms))

    def _named(
        self, expression: str, permitted: Collection[str] | None
    ) -> Iterator[tuple[str, int, float]]:
        """Yield name, row and score of the rows that can be found, best first."""
        for row, score in self._select(_RANKED, expression) if expression else ():
            name, _ = self.documents[(row - 1) % len(self.documents)]
            if self._row_of[name] == row and (permitted is None or name in permitted):
                yield name, row, score

    def _phrases(self, words: Sequence[str]) -> list[_Phrase]:
        """Return each word as the index sees it: the tokens of one word are a phrase."""
        tokens = self._tokens(words)
        phrases = []
        for at, word in enumerate(words):
            parts = dict(self._select(_SCORED, quoted(word)))
            idf = inverse_document_frequency(self._rows, len(parts), "floored")
            asked = QueryTerm(word, " ".join(tokens[at]), len(parts), idf if tokens[at] else 0.0)
            phrases.append(_Phrase(asked, tuple(tokens[at]), parts))
        return phrases

    def _tokens(self, words: Sequence[str]) -> list[list[str]]:
        with closing(self._database.cursor()) as cursor:
            cursor.execute("INSERT INTO asked (asked) VALUES ('delete-all')")
            rows = ((at, _storable(word)) for at, word in enumerate(words))
            cursor.executemany("INSERT INTO asked (rowid, word) VALUES (?, ?)", rows)
        tokens: list[list[str]] = [[] for _ in words]
        for at, token in self._select('SELECT doc, term FROM asked_tokens ORDER BY doc, "offset"'):
            tokens[at].append(token)
        return tokens

    def _explained(
        self, rows: Sequence[int], phrases: Sequence[_Phrase]
    ) -> Mapping[int, Sequence[TermScore]]:
        """Return the parts whose sum is a row's score, for each of the rows."""
        explained: dict[int, list[TermScore]] = {row: [] for row in rows}
        for phrase in phrases:
            holding = [row for row in rows if row in phrase.parts]
            counts = self._counts(phrase.tokens) if holding else Counter()
            asked = phrase.asked
            for row in holding:
                explained[row].append(
                    TermScore(
                        asked.term,
                        counts[row],
                        asked.document_frequency,
                        asked.idf,
                        phrase.parts[row],
                    )
                )
        return explained

    def _counts(self, tokens: Sequence[str]) -> Counter[int]:
        """Return how often each row holds the tokens next to each other in one column."""
        starts: set[tuple[int, str, int]] | None = None
        for at, token in enumerate(tokens):
            places = self._select('SELECT doc, col, "offset" FROM places WHERE term = ?', token)
            shifted = {(row, column, place - at) for row, column, place in places}
            starts = shifted if starts is None else starts & shifted
        return Counter(row for row, _, _ in starts or ())

    def _select(self, statement: str, *values: str) -> list[Any]:
        with closing(self._database.cursor()) as cursor:
            return cursor.execute(statement, tuple(map(_storable, values))).fetchall()


def _create(database: sqlite3.Connection) -> None:
    try:
        database.executescript(_SCHEMA).close()
    except sqlite3.OperationalError as error:
        raise ExternalError(
            f"SQLite {sqlite3.sqlite_version} of this Python has no full-text search: {error}",
            hint="use a Python whose SQLite is built with FTS5, or another --host",
        ) from error


def _storable(text: str) -> str:
    """Return `text` without lone surrogates, which no UTF-8 can hold; they separate words."""
    return text.encode("utf-8", "replace").decode("utf-8")
