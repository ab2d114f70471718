"""The commands that change the scenario."""

from __future__ import annotations

from functools import partial
from typing import Final

from toolsearch_cli.tui import changes
from toolsearch_cli.tui.breakpoints import step_breakpoint
from toolsearch_cli.tui.command import ASKING, DISCLOSURE, Command

SCENARIO_COMMANDS: Final = (
    Command(
        name="toggle_source",
        keys="space",
        title="Switch the selected source off or on",
        hint="on/off",
        told="spc",
        screens=(DISCLOSURE,),
        change=changes.toggle_source,
    ),
    Command(
        name="open_source",
        keys="enter",
        title="Open the selected source among the tools",
        hint="open",
        told="⏎",
        screens=(DISCLOSURE,),
    ),
    Command(
        name="context_more",
        keys="plus,equals_sign",
        title="Larger context",
        hint="context",
        brief="ctx",
        told="+",
        screens=ASKING,
        change=partial(changes.step_context, way=1),
    ),
    Command(
        name="context_less",
        keys="minus",
        title="Smaller context",
        hint="context",
        brief="ctx",
        told="-",
        screens=ASKING,
        change=partial(changes.step_context, way=-1),
    ),
    Command(
        name="breakpoint_previous",
        keys="left_square_bracket",
        title="Back to the last context at which a form changes",
        hint="breakpoint",
        brief="break",
        rank=1,
        told="[",
        screens=ASKING,
        change=partial(step_breakpoint, way=-1),
    ),
    Command(
        name="breakpoint_next",
        keys="right_square_bracket",
        title="On to the next context at which a form changes",
        hint="breakpoint",
        brief="break",
        rank=1,
        told="]",
        screens=ASKING,
        change=partial(step_breakpoint, way=1),
    ),
    Command(
        name="percent_more",
        keys="p",
        title="Larger threshold_pct",
        hint="pct",
        screens=ASKING,
        change=changes.more_percent,
    ),
    Command(
        name="percent_less",
        keys="P",
        title="Smaller threshold_pct",
        hint="pct",
        screens=ASKING,
        change=changes.less_percent,
    ),
    Command(
        name="cap_more",
        keys="t",
        title="Larger listing_max_tokens",
        hint="cap",
        screens=ASKING,
        change=changes.more_cap,
    ),
    Command(
        name="cap_less",
        keys="T",
        title="Smaller listing_max_tokens",
        hint="cap",
        screens=ASKING,
        change=changes.less_cap,
    ),
    Command(
        name="host_next",
        keys="h",
        title="Next host or release",
        hint="host",
        rank=2,
        screens=ASKING,
        change=partial(changes.step_host, way=1),
    ),
    Command(
        name="host_previous",
        keys="H",
        title="Host or release before this one",
        screens=ASKING,
        change=partial(changes.step_host, way=-1),
    ),
    Command(
        name="listing_next",
        keys="l",
        title="Listing: auto, on, off",
        screens=ASKING,
        change=partial(changes.step_switch, key="listing"),
    ),
    Command(
        name="enabled_next",
        keys="g",
        title="Enabled: auto, on, off",
        screens=ASKING,
        change=partial(changes.step_switch, key="enabled"),
    ),
    Command(
        name="all_on",
        keys="a",
        title="Switch every source on",
        screens=(DISCLOSURE,),
        change=changes.all_on,
    ),
    Command(name="undo", keys="u", title="Undo the last change", change=changes.undo),
    Command(name="redo", keys="U", title="Redo what was undone", change=changes.redo),
    Command(
        name="reset",
        keys="r",
        title="Back to the scenario that was loaded",
        change=changes.reset,
    ),
)
