"""Arion's ranking by vectors: cosine when nothing is missing, else BM25 for all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.hosts.arion.documents import embedded_text, supplied_vectors
from toolsearch_cli.search.vectors import VectorIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.endpoints.embedding import Embedded, Embedder
    from toolsearch_cli.endpoints.vectors import Vector
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.search.ranking import Ranking
    from toolsearch_cli.search.word_index import WordIndex

_MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class _Gap:
    """Why a search cannot be by vectors."""

    remarks: tuple[str, ...]


class VectorRanker:
    """The candidates of one search, ranked as the gateway does (an `Engine`).

    Nothing is asked before the first search. What has no vector then is asked for at the next.
    """

    __slots__ = ("_brought", "_catalog", "_embedder", "_index", "_model_id", "_tools", "_words")

    def __init__(
        self,
        catalog: Catalog,
        tools: Sequence[Definition],
        words: WordIndex,
        embedder: Embedder,
        model_id: str,
    ) -> None:
        """Prepare.

        Args:
            catalog: Whose tools they are.
            tools: The candidates, in name order.
            words: BM25 over the same tools, for when a vector is missing.
            embedder: Who is asked for the vectors that the tools do not bring along.
            model_id: What they are vectors of.
        """
        self._catalog = catalog
        self._tools = tuple(tools)
        self._words = words
        self._embedder = embedder
        self._model_id = model_id
        self._index: VectorIndex | None = None
        self._brought = 0

    def search(self, query: str, limit: int) -> Ranking:
        """Return the best tools; the ranking's remarks say by what they were ranked, and why."""
        found = self._by_vectors(query)
        if isinstance(found, _Gap):
            return replace(self._words.search(query, limit), remarks=found.remarks)
        index, vector = found
        return replace(index.search(query, limit, vector), remarks=self._told())

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return the name and score of every tool that scores more than 0, best first."""
        found = self._by_vectors(query)
        if isinstance(found, _Gap):
            return self._words.scores(query)
        index, vector = found
        return [(name, score) for name, score in index.scores(vector) if score > 0]

    def _by_vectors(self, query: str) -> tuple[VectorIndex, Vector] | _Gap:
        if not self._tools:
            return _Gap(())
        index = self._learned() if self._index is None else self._index
        if isinstance(index, _Gap):
            return index
        self._index = index
        asked = self._embedder.embed((query,))
        vector = asked.vectors[query]
        if vector is None:
            return _Gap(tuple(self._explained("the query has no vector", asked)))
        return index, vector

    def _learned(self) -> VectorIndex | _Gap:
        """Ask for the vectors that are missing; all candidates have one, or there is no index."""
        brought = supplied_vectors(self._catalog, self._embedder.dimensions)
        texts = {one.name: embedded_text(one) for one in self._tools if id(one.tool) not in brought}
        asked = self._embedder.embed(tuple(texts.values()))
        vectors: list[Vector] = []
        without: list[str] = []
        for one in self._tools:
            text = texts.get(one.name)
            vector = brought[id(one.tool)] if text is None else asked.vectors[text]
            if vector is None or isinstance(vector, Failure):
                without.append(one.name)
            else:
                vectors.append(vector)
        if without:
            verb = "tool has" if len(without) == 1 else "tools have"
            cause = f"{len(without):,} {verb} no vector ({_some(without)})"
            wrong = [
                one.name for one in self._tools if isinstance(brought.get(id(one.tool)), Failure)
            ]
            return _Gap(tuple(self._explained(cause, asked, wrong)))
        self._brought = len(self._tools) - len(texts)
        names = [one.name for one in self._tools]
        return VectorIndex(names, vectors, tie_order="name")

    def _told(self) -> tuple[str, ...]:
        own = f", {self._brought:,} of them from the catalog" if self._brought else ""
        kind = f"{self._model_id}, {self._embedder.dimensions:,} numbers each"
        return (f"By the cosine of vectors ({kind}): every candidate has one{own}.",)

    def _explained(self, cause: str, asked: Embedded, wrong: Sequence[str] = ()) -> Iterator[str]:
        yield f"BM25 ranks all {len(self._tools):,} candidates, not their vectors: {cause}."
        if wrong:
            yield f"Vectors of the catalog that cannot be used: {_some(wrong)}."
        for reason in asked.reasons:
            yield f"From the embeddings endpoint: {reason}."
        if asked.embedding_failures_total:
            yield (
                f"embedding_failures_total is {asked.embedding_failures_total:,}: what failed is "
                "asked for again at the next search."
            )


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
