"""Ranking: ordered hits for one query, with the reason for each score."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

NEXT_BEST = 3
"""How many of the hits that a limit cuts a ranking still names."""

Path: TypeAlias = Literal[
    "bm25",
    "exact",
    "substring",
    "gate",
    "okapi",
    "fts5",
    "keyword",
    "points",
    "regex",
    "select",
    "vectors",
    "decision",
    "share",
    "filled",
    "all-zero",
    "no-token",
    "none",
]
"""Which path gave the hits: scored words, an exact name first, the substring fallback, scored
words under an admission rule, rank_bm25's own Okapi, SQLite's FTS5, a count of query words, points
for words by where they stand, a regular expression, names asked for, the cosine of vectors, a
decision model's probabilities, scored words as shares of the best score, scored words and then
documents without any, only documents without any, no word in the query, or nothing matched."""

Ranked: TypeAlias = Literal["tool", "server"]
"""What a host ranks, and so what a hit names."""

TieOrder: TypeAlias = Literal["name", "position", "random"]
"""What orders equal scores: the name, the place in the catalog, or chance (shown in name order)."""

ASCII_ONLY = "ASCII letters and digits only, so text in other scripts finds nothing"

Refusal: TypeAlias = Literal["invalid_pattern", "pattern_too_long", "execution_time_exceeded"]
"""Why a host did not search, or not to the end; the codes are those of Anthropic's API."""

_UNSCORED: frozenset[Path] = frozenset({"substring", "regex", "select"})


@dataclass(frozen=True, slots=True)
class TermScore:
    """One query word's part of one hit's score."""

    term: str
    """The indexed form of the word: lower case, stemmed where the host stems."""
    count: int
    """Occurrences in the document (tf)."""
    document_frequency: int
    idf: float
    contribution: float


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One query word, as the index sees it."""

    word: str
    """As typed, where that is known; else as read."""
    term: str
    """As indexed."""
    document_frequency: int
    """0 when no tool contains it."""
    idf: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One ranked document."""

    name: str
    """The qualified name."""
    document: int
    """Position among the documents as they were given to the index."""
    score: float
    """`math.inf` for an exact name; 0.0 for a substring hit."""
    terms: tuple[TermScore, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the query was its full name; it has no score then."""
        return math.isinf(self.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The answer to one query, before and after the limit."""

    query: str
    limit: int
    path: Path
    hits: tuple[Hit, ...]
    """Best first, cut at `limit`."""
    found: int
    """How many would have been returned without the limit."""
    terms: tuple[QueryTerm, ...]
    """The query's words in order; a repeated word stands twice where it counts twice."""
    documents: int
    """N: documents in scope."""
    average_length: float
    gate: str | None = None
    """The term every hit had to contain, where the release has that rule."""
    floor: int | None = None
    """How many unique answerable terms a hit had to contain, where that rule applied."""
    rejected: int = 0
    """Scored documents that an admission rule removed."""
    cut: tuple[Hit, ...] = ()
    """The first few of those that the limit cut, best first; their terms are left out."""
    refusal: Refusal | None = None
    """`execution_time_exceeded` can come with the hits found until then."""
    best: float | None = None
    """Where scores are shares: the best BM25, by which all are divided."""
    tie_order: TieOrder = "name"
    unread: tuple[str, ...] | None = None
    """What looks like words in the query and is not looked up, as typed; `None`: not worked out."""
    reads: str = ASCII_ONLY
    """What the index keeps of a text, and what follows from it."""
    ranks: Ranked = "tool"
    remarks: tuple[str, ...] = ()
    """How it came about, where that is not plain: a line each."""
    fallback_reason: str = ""
    """Why the path is not the one that the host prefers; empty where it is."""

    @property
    def scored(self) -> bool:
        """Whether the hits have scores; others come in name order, or as the path says."""
        return self.path not in _UNSCORED

    @property
    def ties(self) -> tuple[tuple[int, ...], ...]:
        """The ranks of equal scores, from 1, in groups of two or more that begin before the cut.

        A group may go on behind it, as far as `cut` says.
        """
        if not self.scored:
            return ()
        ranked = enumerate((*self.hits, *self.cut), start=1)
        groups = (tuple(rank for rank, _ in one) for _, one in groupby(ranked, _score))
        return tuple(one for one in groups if len(one) > 1 and one[0] <= len(self.hits))

    @property
    def tied_ranks(self) -> frozenset[int]:
        """The ranks whose score is also their neighbour's, a neighbour that was cut included."""
        return frozenset(rank for one in self.ties for rank in one if rank <= len(self.hits))


def _score(ranked: tuple[int, Hit]) -> float:
    return ranked[1].score
