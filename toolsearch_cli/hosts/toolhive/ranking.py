"""How ToolHive ranks: FTS5 over all it has indexed, after hits by meaning where it has vectors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.search.fts5 import Fts5Index
from toolsearch_cli.search.hybrid import hybrid_order, shares
from toolsearch_cli.search.vectors import VectorIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.endpoints.embedding import Embedded, Embedder
    from toolsearch_cli.search.ranking import Ranking


class Words:
    """The full-text half (an `Engine`): what is indexed is more than what may be returned."""

    __slots__ = ("_index", "_keywords", "_permitted")

    def __init__(
        self,
        documents: Sequence[tuple[str, str]],
        permitted: frozenset[str],
        keywords: Sequence[str],
        writes: int,
    ) -> None:
        """Index.

        Args:
            documents: Name and description of every tool of the server, whoever may call it.
            permitted: The names that this session's searches may return.
            keywords: What the model sends beside the description.
            writes: How often all of it was written.
        """
        self._index = Fts5Index(documents, writes=writes)
        self._permitted = permitted
        self._keywords = tuple(keywords)

    def search(self, query: str, limit: int) -> Ranking:
        """Return the best permitted tools for a description."""
        return self._index.search(query, limit, self._keywords, self._permitted)

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every permitted tool that the description finds and its score, best first."""
        found = self.search(query, max(len(self._permitted), 1))
        return [(hit.name, hit.score) for hit in found.hits]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What part of an answer is by meaning."""

    ratio: float
    distance: float
    """The greatest cosine distance."""


class Hybrid:
    """Both halves (an `Engine`). Where a vector is missing it is words only, and says why."""

    def __init__(
        self, words: Words, texts: Mapping[str, str], embedder: Embedder, share: Share
    ) -> None:
        """Prepare; nothing is asked before the first search.

        Args:
            words: The full-text half.
            texts: What is embedded of each permitted tool, by name.
            embedder: Who is asked for vectors.
            share: How hits are shared.
        """
        self._words = words
        self._texts = texts
        self._embedder = embedder
        self._share = share

    def search(self, query: str, limit: int) -> Ranking:
        """Return hits by meaning, then those by words that are not among them."""
        most, rest = shares(limit, self._share.ratio)
        by_words = self._words.search(query, max(rest, 1))
        asked = self._embedder.embed((query, *self._texts.values()))
        vector = asked.vectors[query]
        if vector is None or not asked.complete:
            return replace(self._words.search(query, limit), remarks=tuple(_failed(asked)))
        index = VectorIndex(
            tuple(self._texts), [asked.vectors[text] or () for text in self._texts.values()]
        )
        nearest = index.search(query, max(most, 1), vector, least=1 - self._share.distance)
        close = nearest.hits[:most]
        order = hybrid_order(
            [hit.name for hit in close],
            [hit.name for hit in by_words.hits[:rest]],
            limit,
            self._share.ratio,
        )
        hits = {hit.name: hit for hit in (*by_words.hits, *close)}
        told = (
            f"By meaning, with their cosine: {len(close):,}; then by words, with their FTS5 score: "
            f"{len(order) - len(close):,}. Neither takes what the other leaves of the limit."
        )
        return replace(
            by_words,
            limit=limit,
            path="vectors" if close else by_words.path,
            hits=tuple(hits[name] for name in order),
            cut=(),
            found=len(order),
            remarks=(told,),
        )

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every permitted tool that its words find and its score, best first."""
        return self._words.scores(query)


def _failed(asked: Embedded) -> Iterator[str]:
    yield "By words only: a vector is missing. ToolHive itself would fail."
    for reason in asked.reasons:
        yield f"From the embeddings endpoint: {reason}."
