"""What one host finds for one query, ready to be shown and explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli import workbench

if TYPE_CHECKING:
    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.protocol import Description
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.search.ranking import Ranking


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The answer of one host to one query."""

    call: SearchCall
    ranking: Ranking

    def described(self, catalog: Catalog, rank: int) -> Description | None:
        """Return what describing a hit gives; `None` beyond the last one."""
        if rank >= len(self.ranking.hits):
            return None
        name = self.ranking.hits[rank].name
        return workbench.describe(catalog, self.call.scenario, (name,))[0]


def found_for(
    catalog: Catalog, scenario: Scenario, text: str, limit: object = None
) -> Found | None:
    """Ask one host; `None` where nothing is asked, or nothing is answered.

    Raises:
        ToolsearchError: The host refuses the scenario.
    """
    if not text:
        return None
    call = workbench.search(catalog, scenario, (text,), limit)[0]
    rankings = call.answer.rankings
    return Found(call, rankings[0]) if rankings else None
