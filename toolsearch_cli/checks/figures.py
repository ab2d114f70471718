"""Figures: what a catalog took in one scenario, in the form in which two days are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from toolsearch_cli.catalog.unknowns import has_unknown
from toolsearch_cli.checks.budgets import (
    counts_of_catalog,
    counts_of_source,
    has_listing,
    is_lost_to_failure,
)
from toolsearch_cli.checks.findings import Asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Catalog, Kind
    from toolsearch_cli.checks.budgets import Measure
    from toolsearch_cli.hosts.disclosure import Disclosure


Amounts: TypeAlias = "Mapping[Measure, int]"
"""How much of each measure."""

TOKENIZER = "chars4"
"""How every host that is simulated estimates tokens."""

AMOUNTS: tuple[Measure, ...] = ("tools", "eager-tokens", "listing-tokens", "shown-tokens")
"""Measures that a catalog and each of its sources have, and that can grow."""


class SourceKey(NamedTuple):
    """What is one source in two catalogs: sources of one name count together."""

    source: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a catalog takes in one scenario, in the host's own tokens."""

    asked: Asked
    total: Amounts
    """Of the whole catalog: more than the sum over sources, for a turn also has the bridge. A
    measure that the host does not have is missing."""
    sources: Mapping[SourceKey, Amounts]
    tokenizer: str = TOKENIZER
    incomplete: tuple[str, ...] = ()
    """Sources of which the file holds one page: their figures are too low."""
    unknown: tuple[str, ...] = ()
    """Sources whose file does not tell all of their tools: all but their number is too low."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What was measured before."""

    name: str
    """As the user named it."""
    figures: tuple[Figures, ...]

    def of(self, asked: Asked) -> Figures | None:
        """Return what was measured in one scenario."""
        return next((one for one in self.figures if one.asked == asked), None)


def figures_of(catalog: Catalog, shown: Disclosure) -> Figures:
    """Return what a disclosure takes, in all and source by source."""
    measures = _measures(shown)
    whole = counts_of_catalog(shown)
    sources: dict[SourceKey, Amounts] = {}
    for row in shown.sources:
        own = counts_of_source(row)
        add_amounts(sources, SourceKey(row.source, row.kind), {one: own[one] for one in measures})
    named = [catalog.sources[row.position] for row in shown.sources]
    return Figures(
        asked=Asked(shown.host, shown.context),
        total={measure: whole[measure] for measure in measures},
        sources=sources,
        incomplete=tuple(source.name for source in named if source.incomplete),
        unknown=tuple(source.name for source in named if has_unknown(source)),
    )


def add_amounts(sources: dict[SourceKey, Amounts], key: SourceKey, own: Amounts) -> None:
    """Add one source to those of its name and kind."""
    before = sources.get(key, {})
    sources[key] = {measure: before.get(measure, 0) + amount for measure, amount in own.items()}


def _measures(shown: Disclosure) -> tuple[Measure, ...]:
    missing = set() if has_listing(shown) else {"listing-tokens"}
    return tuple(
        measure
        for measure in AMOUNTS
        if measure not in missing and not (shown.host_error and is_lost_to_failure(measure))
    )
