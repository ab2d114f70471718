"""One process, one catalog: our engine beside bm25s on the same texts.

    python -m benchmarks.scale.beside RUNS QUERIES FILE ...

Started by `benchmarks.scale`. Prints `Beside` as a JSON object.

Both sides are given the texts that Hermes indexes, in memory, split them into the same words
(`ascii_words`) and return the ten best documents of each query with their scores. Ours: `Postings`
and `Bm25`, then `Bm25.matches` for each query. Theirs: `BM25.index`, then one `BM25.retrieve` for
all queries, as it comes, without numba; method `atire` with the idf of `lucene` is the formula of
Hermes. bm25s works out all scores while it indexes; ours are worked out when a query first needs
them, so each of our batches starts with a new index that was asked nothing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, Protocol

from benchmarks.scale.stages import CONTEXT, timed

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from toolsearch_cli.hosts.hermes.search import HermesIndex, SearchDocument
    from toolsearch_cli.search.bm25 import Bm25

LIMIT = 10


class Answers(NamedTuple):
    """What bm25s returns, a row a query."""

    documents: NDArray[np.int32]
    scores: NDArray[np.float64]


class Retriever(Protocol):
    """What is used of `bm25s.BM25`, which has no types."""

    vocab_dict: dict[str, int]

    def index(self, corpus: list[list[str]], *, show_progress: bool) -> None:
        """Index documents that are split into words."""

    def retrieve(self, query_tokens: list[list[str]], *, k: int, show_progress: bool) -> Answers:
        """Return the best `k` documents of each query."""


class Beside(NamedTuple):
    """CPU seconds, medians of interleaved runs; and how far apart the scores are."""

    tools: int
    words: int
    """Different words in the index."""
    our_index: float
    their_index: float
    our_batch: float
    """All queries, put to an index that was asked nothing before."""
    their_batch: float
    our_search: float
    """All queries again, as the host answers them: with reasons, counts and what the limit cut."""
    difference: float
    """The largest between two scores of one rank, bm25s with 64-bit floats."""


def measured(runs: int, queries: Sequence[str], files: Sequence[str]) -> Beside:
    """Run both sides in this process, which should be a new one."""
    from toolsearch_cli.hosts.hermes.releases import release_named
    from toolsearch_cli.hosts.hermes.search import HermesIndex, document_text

    rules = release_named("hermes").search
    documents = indexed_documents(files)
    texts = [document_text(document, rules) for document in documents]
    index = HermesIndex(documents, rules)
    seconds = [_run(texts, index, queries) for _ in range(runs)]
    our_index, their_index, our_batch, their_batch, our_search = map(
        median, zip(*seconds, strict=True)
    )
    precise = their_engine(texts, "float64")
    ours, theirs = our_answers(our_engine(texts), queries), their_answers(precise, queries)
    return Beside(
        tools=len(documents),
        words=len(precise.vocab_dict),
        our_index=our_index,
        their_index=their_index,
        our_batch=our_batch,
        their_batch=their_batch,
        our_search=our_search,
        difference=_difference(ours, theirs),
    )


def _run(
    texts: Sequence[str], index: HermesIndex, queries: Sequence[str]
) -> tuple[float, float, float, float, float]:
    our_index, engine = timed(lambda: our_engine(texts))
    their_index, retriever = timed(lambda: their_engine(texts, "float32"))
    our_batch, _ = timed(lambda: our_answers(engine, queries))
    their_batch, _ = timed(lambda: their_answers(retriever, queries))
    our_search, _ = timed(lambda: [index.search(query, LIMIT) for query in queries])
    return our_index, their_index, our_batch, their_batch, our_search


def indexed_documents(files: Sequence[str]) -> list[SearchDocument]:
    """Return what Hermes indexes of some catalogs."""
    from toolsearch_cli.catalog.loading import load
    from toolsearch_cli.hosts.hermes.search import search_document
    from toolsearch_cli.hosts.registry import host_named
    from toolsearch_cli.hosts.scenario import Scenario

    catalog = load(files).catalog
    shown = host_named("hermes").disclose(catalog, Scenario(context=CONTEXT))
    return [search_document(definition) for definition in shown.deferred]


def our_engine(texts: Sequence[str]) -> Bm25:
    """Index texts as Hermes does."""
    from toolsearch_cli.search.bm25 import Bm25
    from toolsearch_cli.search.formula import Parameters
    from toolsearch_cli.search.postings import Analysis, Postings

    return Bm25(Postings(((text,) for text in texts), Analysis()), Parameters(least_mean=1.0))


def their_engine(texts: Sequence[str], dtype: str) -> Retriever:
    """Index texts with bm25s."""
    import bm25s

    from toolsearch_cli.search.words import ascii_words

    retriever: Retriever = bm25s.BM25(
        k1=1.5, b=0.75, method="atire", idf_method="lucene", dtype=dtype
    )
    retriever.index([ascii_words(text) for text in texts], show_progress=False)
    return retriever


def our_answers(engine: Bm25, queries: Sequence[str]) -> list[list[float]]:
    """Return the scores of the best documents of each query."""
    from toolsearch_cli.search.words import ascii_words

    answers = [engine.matches(ascii_words(query), LIMIT) for query in queries]
    return [[score for _, score in answer.best] for answer in answers]


def their_answers(retriever: Retriever, queries: Sequence[str]) -> list[list[float]]:
    """Return the same of bm25s, which fills up with scores of 0."""
    from toolsearch_cli.search.words import ascii_words

    asked = [ascii_words(query) for query in queries]
    answers = retriever.retrieve(asked, k=LIMIT, show_progress=False)
    scores: list[list[float]] = answers.scores.tolist()
    return scores


def _difference(ours: list[list[float]], theirs: list[list[float]]) -> float:
    return max(
        abs(score - other)
        for scores, others in zip(ours, theirs, strict=True)
        for score, other in zip([*scores, *[0.0] * (LIMIT - len(scores))], others, strict=True)
    )


def main(runs: int, queries: str, files: list[str]) -> None:
    """Print what was measured."""
    asked = json.loads(Path(queries).read_text(encoding="utf-8"))
    print(json.dumps(measured(runs, asked, files)._asdict()))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
