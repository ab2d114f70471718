"""Command: one thing a user can do, and the screens it can be done on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.tui.workspace import Workspace

Change: TypeAlias = "Callable[[Workspace], Workspace]"

DISCLOSURE, COMPARE, TOOLS, SEARCH, MANIFEST, EVAL = SCREENS = (
    "disclosure",
    "compare",
    "tools",
    "search",
    "manifest",
    "eval",
)
TITLES: Final = {
    DISCLOSURE: "Disclosure",
    COMPARE: "Compare",
    TOOLS: "Tools",
    SEARCH: "Search",
    MANIFEST: "Manifest",
    EVAL: "Eval",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One thing a user can do."""

    name: str
    """Unique; unless it is a change, the screen or the app has a `command_NAME`."""
    keys: str
    """As Textual writes them, with commas between alternatives."""
    title: str
    """What the palette and the help say."""
    hint: str = ""
    """The word on the key line; commands that share it stand together. Empty: not there."""
    brief: str = ""
    """A shorter hint, for a line that is too short for all."""
    rank: int = 0
    """Hints of a higher rank go first where there is no room."""
    screens: tuple[str, ...] = SCREENS
    change: Change | None = None
    """A pure step from workspace to workspace; `None`: the screen or the app does it."""
    goes_to: str = ""
    """The screen that it shows."""
    done: str = ""
    """What is said when it was done, where the screen does not show it."""
    told: str = ""
    """The key on the key line, where it is not the key itself."""


ASKING: Final = (DISCLOSURE, TOOLS, SEARCH, MANIFEST, EVAL)
"""Screens that show the present scenario."""
