"""rank_bm25, through one door: its Okapi as it is, and a reference for the engine.

`BM25Okapi` takes ln((N - df + 0.5) / (df + 0.5)) as the idf. A word in more than half of the
documents would get a negative one, so it gets a quarter of the mean idf of all words instead; a
word in exactly half gets 0; and in a catalog of common words that mean, too, can be negative. So
scores of 0 and below are real answers, and are shown. It divides by zero without a word in the
corpus, and leaves ties in no stated order: here by name order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from toolsearch_cli.search.formula import inverse_document_frequency
from toolsearch_cli.search.ranking import NEXT_BEST, Hit, QueryTerm, Ranking, TermScore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from toolsearch_cli.search.formula import Idf

_K1, _B = 1.5, 0.75
"""The defaults of BM25Okapi."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents as their terms, in name order."""

    names: Sequence[str]
    """The qualified name of each document."""
    documents: Sequence[Sequence[str]]

    @property
    def mean_length(self) -> float:
        """Mean number of terms; 0.0 without documents."""
        return sum(map(len, self.documents)) / max(len(self.documents), 1)


class _Okapi(Protocol):
    """What is used of rank_bm25's classes, which have no annotations."""

    corpus_size: int
    idf: dict[str, float]

    def get_scores(self, query: Sequence[str]) -> Iterable[float]: ...


def okapi_ranking(
    corpus: Corpus, query: str, words: Sequence[str], terms: Sequence[str], limit: int
) -> Ranking:
    """Rank with BM25Okapi and its defaults: every document that holds a query term is a hit.

    Args:
        corpus: What is searched.
        query: As typed.
        words: The words of the query, in order.
        terms: The term of each word.
        limit: Most hits, at least 1.
    """
    counts = [Counter(document) for document in corpus.documents]
    having = {term: sum(term in one for one in counts) for term in terms}
    scores, idf = _okapi(corpus, terms)
    found = [at for at, one in enumerate(counts) if any(term in one for term in terms)]
    found.sort(key=lambda at: (-scores[at], at))
    mean = corpus.mean_length
    hits = []
    for at in found[: limit + NEXT_BEST]:
        held = [(term, counts[at][term], idf[term]) for term in terms if term in counts[at]]
        norm = _K1 * (1 - _B + _B * len(corpus.documents[at]) / mean)
        parts = tuple(
            TermScore(term, tf, having[term], weight, weight * (tf * (_K1 + 1) / (tf + norm)))
            for term, tf, weight in held
        )
        hits.append(Hit(corpus.names[at], at, scores[at], parts))
    return Ranking(
        query=query,
        limit=limit,
        path="okapi" if found else "none" if terms else "no-token",
        hits=tuple(hits[:limit]),
        cut=tuple(replace(hit, terms=()) for hit in hits[limit:]),
        found=len(found),
        terms=tuple(
            QueryTerm(word, term, having[term], idf.get(term, 0.0))
            for word, term in zip(words, terms, strict=True)
        ),
        documents=len(corpus.documents),
        average_length=mean,
    )


def _okapi(corpus: Corpus, terms: Sequence[str]) -> tuple[list[float], Mapping[str, float]]:
    """Return the score of each document, and the idf of each word as rank_bm25 floors it."""
    from rank_bm25 import BM25Okapi

    if not any(corpus.documents):
        return [0.0] * len(corpus.documents), {}
    # Never its tokenizer= argument: that starts a process pool.
    okapi: _Okapi = BM25Okapi(corpus.documents)
    return [float(score) for score in okapi.get_scores(terms)], okapi.idf


def reference(
    documents: Sequence[Sequence[str]], *, k1: float, b: float, idf: Idf
) -> Callable[[Sequence[str]], list[float]]:
    """Return rank_bm25's own arithmetic, only the idf replaced: what the engine must equal.

    Args:
        documents: Each as its terms.
        k1: As the engine's.
        b: As the engine's.
        idf: As the engine's.

    Returns:
        A function from the terms of a query to one score a document, in the same order.
    """
    from rank_bm25 import BM25Okapi

    def replaced(okapi: _Okapi, having: Mapping[str, int]) -> None:
        okapi.idf = {
            word: inverse_document_frequency(okapi.corpus_size, count, idf)
            for word, count in having.items()
        }

    if not any(documents):
        return lambda _terms: [0.0] * len(documents)
    # A class statement would need annotations that rank_bm25 does not have.
    subclass = type("Reference", (BM25Okapi,), {"_calc_idf": replaced})
    okapi: _Okapi = subclass(documents, k1=k1, b=b)
    return lambda terms: [float(score) for score in okapi.get_scores(terms)]
