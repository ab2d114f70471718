"""The one table of commands: it feeds the key bindings, the palette, the key line and the help."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from toolsearch_cli.tui import changes, comparing
from toolsearch_cli.tui.breakpoints import step_breakpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from toolsearch_cli.tui.workspace import Workspace

Change: TypeAlias = "Callable[[Workspace], Workspace]"

DISCLOSURE, COMPARE, TOOLS, SEARCH, MANIFEST = SCREENS = (
    "disclosure",
    "compare",
    "tools",
    "search",
    "manifest",
)
TITLES: Final = {
    DISCLOSURE: "Disclosure",
    COMPARE: "Compare",
    TOOLS: "Tools",
    SEARCH: "Search",
    MANIFEST: "Manifest",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One thing a user can do."""

    name: str
    """Unique; the screen or the app has an `on_NAME`... unless it is a change."""
    keys: str
    """As Textual writes them, with commas between alternatives."""
    title: str
    """What the palette and the help say."""
    hint: str = ""
    """The word on the key line; commands that share it stand together. Empty: not there."""
    screens: tuple[str, ...] = SCREENS
    change: Change | None = None
    """A pure step from workspace to workspace; `None`: the screen or the app does it."""
    told: str = ""
    """The key on the key line, where it is not the key itself."""


_ASKING = (DISCLOSURE, TOOLS, SEARCH, MANIFEST)
_STEPS: Final = (
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
        told="+",
        screens=_ASKING,
        change=partial(changes.step_context, way=1),
    ),
    Command(
        name="context_less",
        keys="minus",
        title="Smaller context",
        hint="context",
        told="-",
        screens=_ASKING,
        change=partial(changes.step_context, way=-1),
    ),
    Command(
        name="breakpoint_previous",
        keys="left_square_bracket",
        title="Back to the last context at which a form changes",
        hint="breakpoint",
        told="[",
        screens=_ASKING,
        change=partial(step_breakpoint, way=-1),
    ),
    Command(
        name="breakpoint_next",
        keys="right_square_bracket",
        title="On to the next context at which a form changes",
        hint="breakpoint",
        told="]",
        screens=_ASKING,
        change=partial(step_breakpoint, way=1),
    ),
    Command(
        name="percent_more",
        keys="p",
        title="Larger threshold_pct",
        hint="pct",
        screens=_ASKING,
        change=changes.more_percent,
    ),
    Command(
        name="percent_less",
        keys="P",
        title="Smaller threshold_pct",
        hint="pct",
        screens=_ASKING,
        change=changes.less_percent,
    ),
    Command(
        name="cap_more",
        keys="t",
        title="Larger listing_max_tokens",
        hint="cap",
        screens=_ASKING,
        change=changes.more_cap,
    ),
    Command(
        name="cap_less",
        keys="T",
        title="Smaller listing_max_tokens",
        hint="cap",
        screens=_ASKING,
        change=changes.less_cap,
    ),
    Command(
        name="host_next",
        keys="h",
        title="Next host or release",
        hint="host",
        screens=_ASKING,
        change=partial(changes.step_host, way=1),
    ),
    Command(
        name="host_previous",
        keys="H",
        title="Host or release before this one",
        screens=_ASKING,
        change=partial(changes.step_host, way=-1),
    ),
    Command(
        name="listing_next",
        keys="l",
        title="Listing: auto, on, off",
        screens=_ASKING,
        change=partial(changes.step_switch, key="listing"),
    ),
    Command(
        name="enabled_next",
        keys="g",
        title="Enabled: auto, on, off",
        screens=_ASKING,
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
_VIEWS: Final = (
    Command(
        name="sort_next",
        keys="comma",
        title="Order by the next column",
        told=",",
        screens=(DISCLOSURE,),
        change=changes.sort_next,
    ),
    Command(
        name="sort_turn",
        keys="full_stop",
        title="Turn the order round",
        told=".",
        screens=(DISCLOSURE,),
        change=changes.turn_order,
    ),
    Command(
        name="pin",
        keys="c",
        title="Pin this scenario as a column of Compare",
        hint="pin column",
        screens=(DISCLOSURE,),
        change=comparing.pin,
    ),
    Command(
        name="preview_form",
        keys="f",
        title="Show the listing in another form, whatever the budget",
        screens=(DISCLOSURE,),
    ),
    Command(
        name="enlarge",
        keys="m",
        title="The manifest larger, or the table again",
        hint="manifest",
        screens=(DISCLOSURE,),
    ),
    Command(
        name="notes",
        keys="w",
        title="Every note on this scenario: causes and remedies",
        screens=(DISCLOSURE, MANIFEST),
    ),
    Command(
        name="column_left",
        keys="left",
        title="Cell to the left",
        screens=(COMPARE,),
        change=partial(comparing.move_cursor, by=-1),
    ),
    Command(
        name="column_right",
        keys="right",
        title="Cell to the right",
        screens=(COMPARE,),
        change=partial(comparing.move_cursor, by=1),
    ),
    Command(
        name="open_column",
        keys="enter",
        title="Open this column's scenario in Disclosure",
        hint="open",
        told="⏎",
        screens=(COMPARE,),
    ),
    Command(
        name="mark_a",
        keys="a",
        title="Mark this column A",
        hint="mark",
        screens=(COMPARE,),
        change=partial(comparing.mark, which="a"),
    ),
    Command(
        name="mark_b",
        keys="b",
        title="Mark this column B",
        hint="mark",
        screens=(COMPARE,),
        change=partial(comparing.mark, which="b"),
    ),
    Command(name="add_column", keys="n", title="Add a column", hint="column", screens=(COMPARE,)),
    Command(
        name="drop_column",
        keys="x",
        title="Drop this column",
        hint="drop",
        screens=(COMPARE,),
        change=comparing.drop,
    ),
    Command(
        name="column_earlier",
        keys="left_square_bracket",
        title="Move this column to the left",
        hint="move",
        told="[",
        screens=(COMPARE,),
        change=partial(comparing.shift, by=-1),
    ),
    Command(
        name="column_later",
        keys="right_square_bracket",
        title="Move this column to the right",
        hint="move",
        told="]",
        screens=(COMPARE,),
        change=partial(comparing.shift, by=1),
    ),
    Command(
        name="changed_first",
        keys="o",
        title="Rows that change first, or by name",
        hint="sort",
        screens=(COMPARE,),
        change=partial(comparing.flip, field="changed_first"),
    ),
    Command(
        name="fold",
        keys="z",
        title="Fold rows that are the same everywhere, or show them",
        hint="fold",
        screens=(COMPARE,),
        change=partial(comparing.flip, field="folded"),
    ),
    Command(
        name="by_words",
        keys="d",
        title="The difference by words, or by lines",
        hint="words",
        screens=(COMPARE,),
        change=partial(comparing.flip, field="by_words"),
    ),
    Command(
        name="next_view",
        keys="v",
        title="The next view: chart, matrix, difference; listing, array; a second host",
        hint="view",
        screens=(COMPARE, SEARCH, MANIFEST),
    ),
    Command(
        name="keep_query",
        keys="k",
        title="Keep this query, for a query file",
        hint="keep",
        screens=(SEARCH,),
    ),
    Command(
        name="found_next", keys="n", title="Next place found", hint="next", screens=(MANIFEST,)
    ),
    Command(
        name="found_previous",
        keys="N",
        title="Place found before",
        hint="next",
        screens=(MANIFEST,),
    ),
)
_EVERYWHERE: Final = (
    Command(
        name="scenario",
        keys="o",
        title="Change the scenario by hand",
        hint="scenario",
        screens=_ASKING,
    ),
    Command(name="save", keys="s", title="Save the scenario to a file", hint="save"),
    Command(name="export", keys="e", title="Export what is shown", hint="export"),
    Command(
        name="copy",
        keys="y",
        title="Copy the command line that prints the same",
        hint="copy command",
    ),
    Command(name="filter", keys="slash", title="Filter or search", hint="filter", told="/"),
    Command(
        name="problems",
        keys="exclamation_mark",
        title="What was odd or unreadable in the catalog",
        told="!",
    ),
    *(
        Command(
            name=f"screen_{screen}",
            keys=str(number),
            title=f"Screen {number}: {TITLES[screen]}",
            hint="screen" if number in (1, len(SCREENS)) else "",
        )
        for number, screen in enumerate(SCREENS, start=1)
    ),
    Command(name="theme", keys="ctrl+t", title="Dark or light", told="^t"),
    Command(name="help", keys="question_mark,f1", title="All keys", told="?"),
    Command(name="quit", keys="q", title="Quit", hint="quit"),
)

COMMANDS: Final[tuple[Command, ...]] = (*_STEPS, *_VIEWS, *_EVERYWHERE)


def command_named(name: str) -> Command:
    """Return a command.

    Raises:
        KeyError: There is none of that name.
    """
    for command in COMMANDS:
        if command.name == name:
            return command
    raise KeyError(name)


def commands_of(screen: str) -> Iterator[Command]:
    """Yield what can be done on a screen."""
    return (command for command in COMMANDS if screen in command.screens)
