"""Budget and use as the context grows, all other settings as they are in a scenario."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.ladder import Rung
    from toolsearch_cli.hosts.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Point:
    """The listing at one context."""

    context: int
    budget: int
    """The most tokens it may take."""
    used: int
    """The tokens it takes."""
    tier: int


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The listing of one scenario at any context."""

    scenario: Scenario
    rungs: tuple[Rung, ...]
    """Ascending; empty where nothing is listed at any budget."""

    def at(self, contexts: Sequence[int]) -> tuple[Point, ...]:
        """Return a point for each context, in tokens, at least 1; none without rungs."""
        if not self.rungs:
            return ()
        found = []
        budgets = host_named(self.scenario.host).budgets(self.scenario, contexts)
        for context, budget in zip(contexts, budgets, strict=True):
            rung = self.rungs[bisect_right(self.rungs, budget, key=lambda one: one.budget) - 1]
            found.append(Point(context, budget, rung.tokens, rung.tier))
        return tuple(found)

    @property
    def breaks(self) -> tuple[int, ...]:
        """The contexts from which on the listing has another shape, ascending."""
        reaches = [rung.reach for rung in self.rungs[1:] if not rung.reach.cap_stands_in_the_way]
        return tuple(sorted({one.context for one in reaches if one.context is not None}))


def curve(catalog: Catalog, scenario: Scenario) -> Curve:
    """Return how the listing of a scenario grows with the context."""
    return Curve(scenario, host_named(scenario.host).ladder(catalog, scenario))
