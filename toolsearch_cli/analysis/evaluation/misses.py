"""Why a search does not find a tool within its limit, and who won instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolsearch_cli.analysis.evaluation.labels import LabelStanding, Target
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.search.ranking import Hit, Ranking

Reason: TypeAlias = Literal[
    "unknown",
    "out-of-scope",
    "dropped",
    "no-search",
    "not-deferred",
    "no-word",
    "not-admitted",
    "not-matched",
    "beyond-limit",
    "max-rank",
]
"""No tool has the label; its source is not granted; the host has no such tool; the
host has no search that is simulated; it is sent with its schema and not searched; nothing in the
query is a word; it lacks what the host requires of a hit; it has none of the query's words; it
ranks behind the limit; it ranks behind the query's `max_rank`."""

WINNERS: Final = 3
_WINNING_TERMS: Final = 3
_STANDINGS: Final[Mapping[LabelStanding, Reason]] = {
    "unknown": "unknown",
    "out-of-scope": "out-of-scope",
    "dropped": "dropped",
    "eager": "not-deferred",
}


class Part(NamedTuple):
    """One word's part of a score."""

    term: str
    contribution: float


class Winner(NamedTuple):
    """What was found instead."""

    name: str
    source: str
    score: float | None
    """`None` where hits have no score."""
    parts: tuple[Part, ...]
    """The words that gave it most, the largest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """One tool that one query should have found."""

    query: LabelledQuery
    target: Target
    reason: Reason
    rank: int | None = None
    """Its rank without the limit, from 1; `None`: it has none, or one that was not looked for."""
    beyond: int | None = None
    """Places by which it misses the limit."""
    gate: str | None = None
    """The word that every hit had to contain."""
    unknown_words: tuple[str, ...] = ()
    """Words of the query that no tool contains."""
    unread: tuple[str, ...] = ()
    """What looks like words in the query and is not looked up."""
    own: tuple[Part, ...] = ()
    """What the query's words give the tool itself, where it has a rank."""
    winners: tuple[Winner, ...] = ()


class Searched(NamedTuple):
    """What one query found."""

    ranking: Ranking
    """As the host answers; its hits may come without the parts of their scores."""
    sources: Mapping[str, str]
    """The source of each hit."""
    deeper: Callable[[], Ranking]
    """Makes the ranking without the limit, the right tools and the first hits explained; slower."""


def miss_of(query: LabelledQuery, target: Target, searched: Searched | None) -> Miss:
    """Return why `target` is not found.

    Args:
        query: What was asked.
        target: What should have been found, and was not.
        searched: What was found; `None` where the host does not search.
    """
    if searched is None or not target.names:
        reason = _STANDINGS.get(target.standing, "no-search")
        return Miss(query=query, target=target, reason=reason)
    ranking, deep = searched.ranking, searched.deeper()
    rank = rank_of(deep, target)
    own = deep.hits[rank - 1] if rank is not None else None
    return Miss(
        query=query,
        target=target,
        reason=_reason(target, ranking, rank),
        rank=rank,
        beyond=None if rank is None else rank - len(ranking.hits),
        gate=ranking.gate,
        unknown_words=unknown_words(ranking),
        unread=ranking.unread or (),
        own=_parts(own) if own is not None else (),
        winners=winners_of(searched),
    )


def late(query: LabelledQuery, target: Target, rank: int, searched: Searched) -> Miss:
    """Return why a tool that is found is still a miss: its query wants a better rank."""
    return Miss(
        query=query,
        target=target,
        reason="max-rank",
        rank=rank,
        beyond=rank - (query.max_rank or rank),
        unknown_words=unknown_words(searched.ranking),
        unread=searched.ranking.unread or (),
        own=_parts(searched.deeper().hits[rank - 1]),
        winners=winners_of(searched),
    )


def rank_of(ranking: Ranking, target: Target) -> int | None:
    """Return the rank of the first hit that counts as a target, from 1."""
    known = hit_names(ranking, target)
    return next((at for at, one in enumerate(ranking.hits, start=1) if one.name in known), None)


def hit_names(ranking: Ranking, target: Target) -> frozenset[str]:
    """Return what a hit on a target is called: its server, where those are ranked."""
    return target.sources if ranking.ranks == "server" else target.names


def unknown_words(ranking: Ranking) -> tuple[str, ...]:
    """Return the words of a query that nothing contains, each once."""
    words = (term.word for term in ranking.terms if not term.document_frequency)
    return tuple(dict.fromkeys(words))


def winners_of(searched: Searched) -> tuple[Winner, ...]:
    """Return the first hits, and the words that made them."""
    ranking = searched.deeper()
    return tuple(
        Winner(
            name=hit.name,
            source=searched.sources.get(hit.name, ""),
            score=hit.score if ranking.scored and not hit.exact else None,
            parts=_parts(hit),
        )
        for hit in ranking.hits[: min(WINNERS, len(searched.ranking.hits))]
    )


def _reason(target: Target, ranking: Ranking, rank: int | None) -> Reason:
    if rank is not None:
        return "beyond-limit"
    if target.standing == "eager":
        return "not-deferred"
    if ranking.path == "no-token":
        return "no-word"
    return "not-admitted" if ranking.gate is not None else "not-matched"


def _parts(hit: Hit) -> tuple[Part, ...]:
    """Return the words that gave a hit most, a repeated one once."""
    sums: dict[str, float] = {}
    for term in hit.terms:
        sums[term.term] = sums.get(term.term, 0.0) + term.contribution
    ordered: Sequence[tuple[str, float]] = sorted(sums.items(), key=lambda one: -one[1])
    return tuple(Part(*one) for one in ordered[:_WINNING_TERMS])
