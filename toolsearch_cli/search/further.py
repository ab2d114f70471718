"""A ranking behind the limit: where something ranks that a search does not return."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Collection

    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Hit, Ranking


@runtime_checkable
class Explaining(Protocol):
    """An engine that names many hits fast, because it explains only those that are asked for."""

    def search(self, query: str, limit: int, behind: int) -> Ranking:
        """Return `limit` hits with the parts of their scores, and the next `behind` without."""

    def hit(self, query: str, name: str) -> Hit | None:
        """Return what one document scores for a query, part by part."""


def further(
    engine: Engine | Explaining, query: str, most: int, names: Collection[str] = ()
) -> Ranking:
    """Return the ranking of a query up to `most` hits.

    Args:
        engine: What ranks.
        query: As the model sent it.
        most: At least 1; no limit of a host is applied.
        names: The hits whose parts are wanted; others may come without.
    """
    if not isinstance(engine, Explaining):
        return engine.search(query, most)
    ranking = engine.search(query, 1, most - 1)
    hits = []
    for one in (*ranking.hits, *ranking.cut):
        explained = engine.hit(query, one.name) if one.name in names and not one.terms else None
        terms = () if explained is None else explained.terms
        if ranking.best is not None:  # scores are shares, and so are their parts
            terms = tuple(
                replace(term, contribution=term.contribution / ranking.best) for term in terms
            )
        hits.append(replace(one, terms=terms) if terms else one)
    return replace(ranking, limit=most, hits=tuple(hits), cut=())
