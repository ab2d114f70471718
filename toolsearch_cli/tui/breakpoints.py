"""Steps from one breakpoint of the context to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.next_change import context_breaks
from toolsearch_cli.errors import UsageError
from toolsearch_cli.tui.changes import with_context

if TYPE_CHECKING:
    from toolsearch_cli.tui.workspace import Workspace


def step_breakpoint(workspace: Workspace, way: int) -> Workspace:
    """Go to the nearest larger or smaller context at which the listing takes another shape.

    Raises:
        UsageError: There is none on that side.
    """
    scenario = workspace.scenario
    breaks = context_breaks(workspace.opened.catalog, scenario)
    present = scenario.context
    if present is None:
        beyond = breaks if way < 0 else ()
    elif way > 0:
        beyond = tuple(one for one in breaks if one > present)
    else:
        beyond = tuple(one for one in breaks if one < present)
    if not beyond:
        side = "above" if way > 0 else "below"
        raise UsageError(f"no form changes {side} this context, with these settings")
    return with_context(workspace, beyond[0] if way > 0 else beyond[-1])
