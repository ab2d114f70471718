"""Breakpoints: where a growing budget changes what the model sees. Exact, not sampled."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure, Form, ListingForm, SourceDisclosure
    from toolsearch_cli.hosts.ladder import Reach, Rung
    from toolsearch_cli.hosts.scenario import Scenario

_MORE: tuple[Form, ...] = ("hidden", "summary", "names", "full")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceBreak:
    """A budget at which one source is shown more."""

    row: SourceDisclosure
    below: Form
    """Its form under this budget."""
    above: Form
    """Its form from this budget up to its next break."""
    reach: Reach


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogBreak:
    """A budget at which the listing takes another shape."""

    below: Rung
    above: Rung
    reach: Reach


@dataclass(frozen=True, slots=True, kw_only=True)
class Detachment:
    """What the session would be without one source, all else the same."""

    row: SourceDisclosure
    freed: int
    """Tokens of this turn that it frees; negative when what the others regain costs more."""
    listing: ListingForm
    """The form of the listing without it."""
    richer: int
    """Other sources that would then be shown more."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sweep:
    """All breakpoints of one scenario."""

    shown: Disclosure
    """What the scenario itself gives."""
    rungs: tuple[Rung, ...]
    """Ascending; empty where nothing is listed at any budget."""
    catalog_breaks: tuple[CatalogBreak, ...]
    source_breaks: tuple[SourceBreak, ...]
    """By source as in the disclosure, then by budget."""
    names_for_all: Reach | None
    """What gives every source its names, or more; `None` where nothing is listed."""
    full_for_all: Reach | None
    detachments: tuple[Detachment, ...]
    """Most sources made richer first, then most tokens freed."""


def sweep(catalog: Catalog, scenario: Scenario) -> Sweep:
    """Find every budget at which something changes, and what reaches it."""
    host = host_named(scenario.host)
    shown = host.disclose(catalog, scenario)
    rungs = host.ladder(catalog, scenario)
    return Sweep(
        shown=shown,
        rungs=rungs,
        catalog_breaks=tuple(
            CatalogBreak(below=below, above=above, reach=host.reach(scenario, above.budget))
            for below, above in pairwise(rungs)
        ),
        source_breaks=tuple(
            found for row in shown.sources for found in source_breaks(row, rungs, scenario)
        ),
        names_for_all=_least(rungs, scenario, ("names", "full")),
        full_for_all=_least(rungs, scenario, ("full",)),
        detachments=detachments(catalog, scenario, shown),
    )


def source_breaks(
    row: SourceDisclosure, rungs: Sequence[Rung], scenario: Scenario
) -> tuple[SourceBreak, ...]:
    """Return the budgets at which one source's form changes, ascending."""
    if not row.deferred:
        return ()
    host = host_named(scenario.host)
    return tuple(
        SourceBreak(
            row=row,
            below=below.forms[row.label],
            above=above.forms[row.label],
            reach=host.reach(scenario, above.budget),
        )
        for below, above in pairwise(rungs)
        if below.forms[row.label] != above.forms[row.label]
    )


def _least(rungs: Sequence[Rung], scenario: Scenario, enough: tuple[Form, ...]) -> Reach | None:
    """Return what reaches the lowest rung on which every source has one of the forms."""
    for rung in rungs:
        if all(form in enough for form in rung.forms.values()):
            return host_named(scenario.host).reach(scenario, rung.budget)
    return None


def detachments(catalog: Catalog, scenario: Scenario, shown: Disclosure) -> tuple[Detachment, ...]:
    """Take each source away in turn, and say what that frees and gives back."""
    if len(shown.sources) == 1:
        return ()
    rows = {row.position: row for row in shown.sources}
    found = [
        Detachment(
            row=rows[one.position],
            freed=shown.payment.total - one.total,
            listing=one.listing,
            richer=sum(
                _MORE.index(one.forms.get(row.label, "hidden")) > _MORE.index(row.form)
                for row in shown.sources
                if row.form is not None and row.position != one.position
            ),
        )
        for one in host_named(scenario.host).detached(catalog, scenario)
    ]
    return tuple(sorted(found, key=lambda one: (-one.richer, -one.freed, one.row.source)))
