"""Where the present answer would change next: the nearest context of each source, and of all."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.ladder import Gate, Rung
    from toolsearch_cli.hosts.scenario import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class NextChange:
    """Another form of a source, or of the listing, and the settings that are nearest to it.

    Settings that stay as they are have `None`; where all have, no settings of the host give it.
    """

    form: str
    """A form, a listing form, or `eager` where the bridge would be off."""
    above: bool
    """Whether it is so from these settings up; else it is so under `context`."""
    context: int | None = None
    threshold_pct: float | None = None
    """Only where no context does: the share is nothing."""
    cap: int | None = None
    """The least cap that it needs besides."""
    limit: int | None = None
    """The largest cap that the host allows, where that is too little."""

    @property
    def never(self) -> bool:
        """Whether no settings of the host give it."""
        return self.context is None and self.threshold_pct is None and self.cap is None


def next_changes(catalog: Catalog, scenario: Scenario, shown: Disclosure) -> dict[int, NextChange]:
    """Return the nearest change of each source that has one, by its position in the catalog."""
    host = host_named(scenario.host)
    deferring = [row for row in shown.sources if row.deferred]
    changes: dict[str, NextChange | None]
    if gate := host.gate(catalog, scenario):
        change = gate_change(gate, activated=shown.activated)
        changes = dict.fromkeys((row.label for row in deferring), change)
    else:
        rungs = host.ladder(catalog, scenario)
        if not rungs or shown.budget is None:
            return {}
        labels = {row.label for row in deferring}
        changes = {label: next_change(label, rungs, shown.budget) for label in labels}
    found = ((row.position, changes[row.label]) for row in deferring)
    return {position: change for position, change in found if change is not None}


def next_whole_change(catalog: Catalog, scenario: Scenario, shown: Disclosure) -> NextChange | None:
    """Return what gives every source its description; where all have it, what takes it away."""
    host = host_named(scenario.host)
    if gate := host.gate(catalog, scenario):
        return gate_change(gate, activated=shown.activated)
    rungs = host.ladder(catalog, scenario)
    if not rungs or shown.budget is None:
        return None
    at = _present(rungs, shown.budget)
    if rungs[at].form != "full":
        return _rise(rungs[-1], rungs[-1].form)
    return _fall(rungs[at], rungs[at - 1].form)


def next_change(label: str, rungs: Sequence[Rung], budget: int) -> NextChange | None:
    """Return the change of one group that is the least factor away from the present budget.

    What no settings give is returned only where there is no other; `None` where there is none.
    """
    at = _present(rungs, budget)
    forms = [rung.forms[label] for rung in rungs]
    below = next((n for n in range(at, 0, -1) if forms[n - 1] != forms[at]), None)
    above = next((n for n in range(at + 1, len(rungs)) if forms[n] != forms[at]), None)
    rise = _rise(rungs[above], forms[above]) if above is not None else None
    fall = _fall(rungs[below], forms[below - 1]) if below is not None else None
    if rise is None or fall is None or below is None or above is None:
        return rise or fall
    if rise.never or budget * budget < rungs[above].budget * rungs[below].budget:
        return fall
    return rise


def gate_change(gate: Gate, *, activated: bool) -> NextChange | None:
    """Return where a bridge that goes by size is turned off, or on."""
    if gate.context is None:
        return None
    form = "eager" if activated else gate.form
    return NextChange(form=form, above=activated, context=gate.context + 1)


def context_breaks(catalog: Catalog, scenario: Scenario) -> tuple[int, ...]:
    """Return the contexts, ascending, from which on what the model is shown has another shape.

    The other settings are as they are: what a cap stops is not reached by any context.
    """
    host = host_named(scenario.host)
    reaches = [rung.reach for rung in host.ladder(catalog, scenario)[1:]]
    contexts = {
        one.context for one in reaches if one.context is not None and not one.cap_stands_in_the_way
    }
    gate = host.gate(catalog, scenario)
    if gate is not None and gate.context is not None:
        contexts.add(gate.context + 1)
    return tuple(sorted(contexts))


def _present(rungs: Sequence[Rung], budget: int) -> int:
    return bisect_right(rungs, budget, key=lambda rung: rung.budget) - 1


def _rise(rung: Rung, form: str) -> NextChange:
    reach = rung.reach
    if not reach.possible:
        limit = reach.cap_limit if reach.cap is None else None
        return NextChange(form=form, above=True, limit=limit)
    short = reach.share_stands_in_the_way
    return NextChange(
        form=form,
        above=True,
        context=reach.context if short else None,
        threshold_pct=reach.threshold_pct if short and reach.context is None else None,
        cap=reach.cap if reach.cap_stands_in_the_way else None,
    )


def _fall(rung: Rung, form: str) -> NextChange | None:
    """Return what under the budget of a rung is shown; `None` where no known context is."""
    context = rung.reach.context
    if context is None or context == 1:
        return None
    return NextChange(form=form, above=False, context=context)
