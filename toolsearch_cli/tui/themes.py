"""Our two themes, beside the ones that Textual has."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from textual.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Collection

DARK: Final = Theme(
    name="toolsearch-dark",
    primary="#6cb6ff",
    secondary="#8ddb8c",
    accent="#d2a8ff",
    warning="#f0c674",
    error="#ff7b72",
    success="#7ee787",
    foreground="#d7dde5",
    background="#0f141a",
    surface="#151b23",
    panel="#1d2530",
    dark=True,
    variables={"edge": "#3d4a5c"},
)
LIGHT: Final = Theme(
    name="toolsearch-light",
    primary="#0550ae",
    secondary="#116329",
    accent="#6639ba",
    warning="#7d4e00",
    error="#a40e26",
    success="#116329",
    foreground="#1f2328",
    background="#ffffff",
    surface="#f6f8fa",
    panel="#e7ebf0",
    dark=False,
    variables={"edge": "#b8c0ca"},
)
EDGE: Final = "#7a7a7a"
"""The edges of panes, where a theme says nothing: seen on dark and on light."""
THEMES: Final = (DARK, LIGHT)
_ANSI = {True: "ansi-dark", False: "ansi-light"}


VARIABLE: Final = "TEXTUAL_THEME"
"""The variable that names the theme to start with, as in every Textual program."""


def first_theme(known: Collection[str], *, ansi: bool) -> str:
    """Return the theme to start with: the one that the variable names, else our dark one."""
    named = os.environ.get(VARIABLE, "")
    if named in known:
        return named
    return _ANSI[True] if ansi else DARK.name


def keeping(theme: str) -> str:
    """Say how a theme is kept: nothing is written for it."""
    return f"theme {theme}\n{VARIABLE}={theme} starts with it"


def other_theme(present: Theme) -> str:
    """Return the light theme for a dark one, and the other way round; ANSI stays ANSI."""
    if present.ansi:
        return _ANSI[not present.dark]
    return LIGHT.name if present.dark else DARK.name
