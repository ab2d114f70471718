"""What a key does to the workspace: pure functions, old one in, new one out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from toolsearch_cli.errors import ToolsearchError, UsageError
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.settings.scenarios import assigned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.workspace import Workspace

CONTEXTS: tuple[int | None, ...] = (
    8_000,
    16_000,
    32_000,
    64_000,
    128_000,
    200_000,
    400_000,
    1_000_000,
    None,
)
"""The sizes that keys step through; `None` is unknown and comes last."""
PERCENTS = (0, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100)
CAPS = (
    *(200, 500, 1_000, 2_000, 3_000, 5_000, 8_000, 10_000, 12_000, 15_000, 20_000),
    *(25_000, 30_000, 40_000, 50_000, 60_000),
)
SWITCHES = ("auto", "on", "off")
SORTS = ("source", "tools", "eager", "full", "names", "form", "now", "change")


def used(scenario: Scenario) -> dict[str, object]:
    """Return each setting as the host works with it."""
    return host_named(scenario.host).settings_used(scenario)


def step_context(workspace: Workspace, way: int) -> Workspace:
    """Go to the next larger or smaller of `CONTEXTS`."""
    present = workspace.scenario.context
    sizes = [size for size in CONTEXTS if size is not None]
    if present is None:
        context = sizes[-1] if way < 0 else None
    elif way > 0:
        context = next((size for size in sizes if size > present), None)
    else:
        context = next((size for size in reversed(sizes) if size < present), present)
    return with_context(workspace, context)


def with_context(workspace: Workspace, context: int | None) -> Workspace:
    """Ask at another context size."""
    return workspace.asking(replace(workspace.scenario, context=context))


def step_number(workspace: Workspace, key: str, ladder: Sequence[float], way: int) -> Workspace:
    """Go to the next larger or smaller value of a setting that is a number."""
    present = float(str(_setting(workspace.scenario, key)))
    if way > 0:
        value = next((one for one in ladder if one > present), present)
    else:
        value = next((one for one in reversed(ladder) if one < present), present)
    if value == present:
        return workspace
    return workspace.asking(assigned(workspace.scenario, key, f"{value:g}"))


def step_switch(workspace: Workspace, key: str) -> Workspace:
    """Go to the next of auto, on and off."""
    present = str(_setting(workspace.scenario, key))
    following = SWITCHES[(SWITCHES.index(present) + 1) % len(SWITCHES)]
    return workspace.asking(assigned(workspace.scenario, key, following))


def step_host(workspace: Workspace, way: int) -> Workspace:
    """Ask the next host that takes the scenario's settings."""
    scenario, count = workspace.scenario, len(HOST_NAMES)
    at = HOST_NAMES.index(scenario.host)
    others = (HOST_NAMES[(at + way * by) % count] for by in range(1, count))
    asked = (replace(scenario, host=host) for host in others)
    return workspace.asking(next(filter(_is_taken, asked), scenario))


def _is_taken(scenario: Scenario) -> bool:
    """Say whether the host can work with the settings: another host's may have its names."""
    try:
        used(scenario)
    except ToolsearchError:
        return False
    return True


def _setting(scenario: Scenario, key: str) -> object:
    settings = used(scenario)
    if key not in settings:
        raise UsageError(f"{scenario.host} has no {key}")
    return settings[key]


def undo(workspace: Workspace) -> Workspace:
    """Go back to the scenario before this one."""
    if not workspace.past:
        raise UsageError("nothing to undo")
    return replace(
        workspace,
        scenario=workspace.past[-1],
        past=workspace.past[:-1],
        future=(*workspace.future, workspace.scenario),
    )


def redo(workspace: Workspace) -> Workspace:
    """Take back an undo."""
    if not workspace.future:
        raise UsageError("nothing to redo")
    return replace(
        workspace,
        scenario=workspace.future[-1],
        past=(*workspace.past, workspace.scenario),
        future=workspace.future[:-1],
    )


def reset(workspace: Workspace) -> Workspace:
    """Go back to what was loaded; that can be undone as well."""
    return workspace.asking(workspace.loaded)


def toggle_source(workspace: Workspace) -> Workspace:
    """Switch the selected source off, or on again."""
    position = workspace.selected
    if position is None:
        raise UsageError("no source is selected")
    scope = workspace.scenario.scope
    detached = replace(scope, detached=scope.detached ^ {position})
    return workspace.asking(replace(workspace.scenario, scope=detached))


def all_on(workspace: Workspace) -> Workspace:
    """Switch every source on again."""
    scope = replace(workspace.scenario.scope, detached=frozenset())
    return workspace.asking(replace(workspace.scenario, scope=scope))


def sort_by(workspace: Workspace, key: str) -> Workspace:
    """Order the rows by a column; by the same column again: the other way round."""
    order = workspace.order
    # The largest number is what one looks for; of names, the first.
    descending = key not in ("source", "form", "change")
    if key == order.sort:
        descending = not order.descending
    return replace(workspace, order=replace(order, sort=key, descending=descending))


def sort_next(workspace: Workspace) -> Workspace:
    """Order the rows by the next column."""
    at = SORTS.index(workspace.order.sort)
    return sort_by(workspace, SORTS[(at + 1) % len(SORTS)])


def turn_order(workspace: Workspace) -> Workspace:
    """Turn the order round."""
    order = workspace.order
    return replace(workspace, order=replace(order, descending=not order.descending))


def filter_by(workspace: Workspace, text: str) -> Workspace:
    """Show only the sources whose name holds a text."""
    return replace(workspace, order=replace(workspace.order, filter=text))


def select(workspace: Workspace, position: int | None) -> Workspace:
    """Select a source by its position."""
    return replace(workspace, selected=position)


def keep_query(workspace: Workspace, text: str) -> Workspace:
    """Keep a query for a query file, once."""
    kept = tuple(dict.fromkeys((*workspace.kept_queries, text)))
    return replace(workspace, kept_queries=kept)


more_percent = partial(step_number, key="threshold_pct", ladder=PERCENTS, way=1)
less_percent = partial(step_number, key="threshold_pct", ladder=PERCENTS, way=-1)
more_cap = partial(step_number, key="listing_max_tokens", ladder=CAPS, way=1)
less_cap = partial(step_number, key="listing_max_tokens", ladder=CAPS, way=-1)
