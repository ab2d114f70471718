"""FTS5: the answers of the host, of SQLite with the host's own schema, and what explains them."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.small_catalog import answers, small_catalog
from toolsearch_cli.errors import ExternalError
from toolsearch_cli.search import fts5
from toolsearch_cli.search.fts5 import Fts5Index
from toolsearch_cli.search.match_expression import match_expression, search_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.golden_cases import Case

LIMIT = 8
CASES = answers("toolhive_fts5")["cases"]
DOCUMENTS = tuple((f"{one.server}_{one.name}", one.description) for one in small_catalog())

WORDS = ("issue", "Issues", "create_issue", "create", "the", "tables", "as", "flying", "é", "É")
# The host hands a NUL on to SQLite, which refuses it in a query and loses the rest of a name.
characters = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
words = st.one_of(st.sampled_from(WORDS), st.text(characters, max_size=6))
texts = st.lists(words, max_size=8).map(" ".join)
documents = st.lists(st.tuples(texts, texts), max_size=8)


@pytest.fixture(scope="module")
def index() -> Fts5Index:
    return Fts5Index(DOCUMENTS)


@pytest.mark.parametrize("case", CASES)
def test_the_answers_of_the_host(index: Fts5Index, case: Case) -> None:
    ranking = index.search(case["tool_description"], LIMIT, case.get("tool_keywords") or ())
    assert [[hit.name, round(-hit.score, 6)] for hit in ranking.hits] == case["results"]


def test_writing_everything_again_leaves_rows_that_move_the_scores() -> None:
    quirk = answers("toolhive_fts5")["reupsert_quirk"]
    for writes, expected in ((1, quirk["before"]), (3, quirk["after_two_reupserts"])):
        ranking = Fts5Index(DOCUMENTS, writes=writes).search("send email", LIMIT)
        assert [[hit.name, round(-hit.score, 6)] for hit in ranking.hits] == expected
        assert ranking.documents == quirk["table_rows"]


HOST_SCHEMA = """
CREATE TABLE tools (name TEXT PRIMARY KEY, description TEXT NOT NULL DEFAULT '');
CREATE VIRTUAL TABLE tools_fts USING fts5(
  name, description, content=tools, content_rowid=rowid, tokenize='porter');
CREATE TRIGGER inserted AFTER INSERT ON tools BEGIN
  INSERT INTO tools_fts (rowid, name, description) VALUES (new.rowid, new.name, new.description);
END;
CREATE TRIGGER deleted AFTER DELETE ON tools BEGIN
  INSERT INTO tools_fts (tools_fts, rowid, name, description)
  VALUES ('delete', old.rowid, old.name, old.description);
END;
"""


def answer_of_sqlite(
    rows: Sequence[tuple[str, str]], writes: int, query: str, permitted: Sequence[str]
) -> list[tuple[str, float]]:
    """Return what SQLite gives with the tables, triggers and statement of the host."""
    expression = match_expression(search_words(query))
    if not expression:
        return []
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(HOST_SCHEMA)
        for _ in range(writes):
            database.executemany("INSERT OR REPLACE INTO tools VALUES (?, ?)", rows)
        return database.execute(
            "SELECT t.name, rank FROM tools_fts f JOIN tools t ON t.rowid = f.rowid "
            "WHERE tools_fts MATCH ? AND t.name IN (SELECT value FROM json_each(?)) "
            "ORDER BY rank LIMIT ?",
            (expression, json.dumps(permitted), LIMIT),
        ).fetchall()


@given(documents, texts, st.integers(1, 3), st.data())
def test_sqlite_with_the_schema_of_the_host_agrees(
    rows: list[tuple[str, str]], query: str, writes: int, data: st.DataObject
) -> None:
    names = list(dict.fromkeys(name for name, _ in rows))
    permitted = data.draw(st.lists(st.sampled_from(names), unique=True)) if names else []
    ranking = Fts5Index(rows, writes=writes).search(query, LIMIT, permitted=permitted)
    assert [(hit.name, -hit.score) for hit in ranking.hits] == answer_of_sqlite(
        rows, writes, query, permitted
    )


@given(documents, texts)
def test_the_parts_of_a_score_are_its_sum_and_follow_the_formula(
    rows: list[tuple[str, str]], query: str
) -> None:
    index = Fts5Index(rows)
    ranking = index.search(query, LIMIT)
    for hit in ranking.hits:
        assert sum(part.contribution for part in hit.terms) == pytest.approx(hit.score, rel=1e-12)
        for part in hit.terms:
            # Solved for the length of the document, which is a whole number of words.
            norm = part.idf * part.count * 2.2 / part.contribution - part.count
            length = ranking.average_length * (norm / 1.2 - 0.25) / 0.75
            assert length == pytest.approx(round(length), abs=1e-6)
            assert part.count <= round(length)


@given(documents, texts, st.integers(1, 3))
def test_the_limit_cuts_and_nothing_else(
    rows: list[tuple[str, str]], query: str, limit: int
) -> None:
    index = Fts5Index(rows)
    ranking = index.search(query, limit)
    scores = index.scores(query)
    shown = [(hit.name, hit.score) for hit in (*ranking.hits, *ranking.cut)]
    assert shown == scores[: limit + 3]
    assert (ranking.found, len(ranking.hits)) == (len(scores), min(limit, len(scores)))


def test_a_word_of_several_tokens_is_a_phrase(index: Fts5Index) -> None:
    ranking = index.search("create_issue", LIMIT)
    assert [hit.name for hit in ranking.hits] == ["forge_create_issue"]
    (asked,) = ranking.terms
    assert (asked.word, asked.term, asked.document_frequency) == ("create_issue", "creat issu", 1)


def test_phrases_are_counted_within_a_column() -> None:
    index = Fts5Index([("a b a b", "b a b"), ("x", "a")])
    first, *_ = index.search("a-b", LIMIT).hits
    assert [(part.term, part.count) for part in first.terms] == [("a b", 3)]


def test_short_words_keep_their_s() -> None:
    """`as` is not stemmed to `a`; longer words are, as Porter wrote it in 1980."""
    index = Fts5Index([("x", "as a technology")])
    asked = index.search("a technologies", LIMIT).terms
    assert [(one.term, one.document_frequency) for one in asked] == [("a", 1), ("technolog", 1)]


@pytest.mark.parametrize(
    ("query", "path", "terms"),
    [
        ("", "no-token", []),
        ("table", "no-token", []),
        ("!!!", "no-token", [""]),
        ("!!! zzzz", "none", ["", "zzzz"]),
        ("issue", "fts5", ["issu"]),
    ],
)
def test_what_is_not_found_says_why(
    index: Fts5Index, query: str, path: str, terms: list[str]
) -> None:
    ranking = index.search(query, LIMIT)
    assert (ranking.path, [one.term for one in ranking.terms]) == (path, terms)


def test_documents_that_may_not_be_returned_still_count(index: Fts5Index) -> None:
    everything = {hit.name: hit.score for hit in index.search("issue", LIMIT).hits}
    permitted = index.search("issue", LIMIT, permitted={"forge_close_issue"})
    assert [(hit.name, hit.score) for hit in permitted.hits] == [
        ("forge_close_issue", everything["forge_close_issue"])
    ]


def test_several_documents_of_one_name_are_the_last_one() -> None:
    ranking = Fts5Index([("a", "old words"), ("b", "words"), ("a", "new words")]).search("words", 5)
    assert Counter(hit.name for hit in ranking.hits) == Counter(["a", "b"])
    assert [hit.document for hit in ranking.hits if hit.name == "a"] == [2]


@pytest.mark.parametrize("odd", ["\ud800", "a\0b", '"', "*", "NOT", "name : x", "^a", "a" * 70_000])
def test_odd_text_breaks_nothing(odd: str) -> None:
    index = Fts5Index([(odd, odd), ("b", f"word {odd}")])
    index.search(odd, LIMIT)
    assert [hit.name for hit in index.search(f"word {odd}", LIMIT).hits if hit.name == "b"] == ["b"]


def test_an_index_without_documents_finds_nothing() -> None:
    ranking = Fts5Index([]).search("issue", LIMIT)
    assert (ranking.path, ranking.documents, ranking.average_length) == ("none", 0, 0.0)


def test_an_index_is_searched_from_several_threads(index: Fts5Index) -> None:
    queries = [" ".join(search_words(case["tool_description"])) for case in CASES] * 4
    alone = [index.search(query, LIMIT) for query in queries]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda query: index.search(query, LIMIT), queries)) == alone


def test_an_sqlite_without_fts5_is_an_error_of_the_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fts5, "_SCHEMA", "CREATE VIRTUAL TABLE t USING absent_module(a);")
    with pytest.raises(ExternalError, match="no such module") as raised:
        Fts5Index([])
    assert raised.value.exit_code == 3
    assert raised.value.hint
