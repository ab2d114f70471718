"""Claude Code's settings, most of them variables of its environment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.scenario import SettingNote
from toolsearch_cli.hosts.simple.settings import Setting

if TYPE_CHECKING:
    from toolsearch_cli.hosts.simple.settings import Value, Values

MODE: Final = "enable_tool_search"
CUT: Final = "max_mcp_description_length"
BASE_URL: Final = "anthropic_base_url"
NO_BETAS: Final = "disable_experimental_betas"
DENIED: Final = "deny_tool_search"
ALWAYS_LOAD: Final = "alwaysLoad"
MAX_RESULTS: Final = "max_results"

FIRST_PARTY: Final = "first-party"
AUTO_PERCENT: Final = 10
"""The share of the context that `auto` without a number means."""

_AUTO: Final = re.compile(r"auto(?::(-?[0-9]+))?")
_MOST_PERCENT: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeSetting(Setting):
    """`ENABLE_TOOL_SEARCH`; what it is read as is `true`, `false`, `auto:N` or nothing."""

    def read(self, given: object) -> Value:
        """Return the mode, N within 0 to 100.

        Raises:
            SettingsError: It is none of the values that are documented.
        """
        text = str(given).strip().lower()
        # YAML reads on, off, yes and no as booleans.
        if text in ("true", "on", "yes"):
            return "true"
        if text in ("false", "off", "no"):
            return "false"
        if text in ("", "unset"):
            return None
        percent = asked_percent(text)
        if percent is None:
            raise SettingsError(
                f"{self.key}: {text[:40]!r} is no value of it",
                hint="unset, true, auto, auto:N with N from 0 to 100, or false",
            )
        return f"auto:{clamped(percent)}"


def asked_percent(text: str) -> int | None:
    """Return the N of `auto:N` as it was written; `None` for anything else."""
    match = _AUTO.fullmatch(text)
    if match is None:
        return None
    return AUTO_PERCENT if match[1] is None else int(match[1][:6])


def clamped(percent: int) -> int:
    """Return a share within its range."""
    return max(0, min(percent, _MOST_PERCENT))


def share_of(values: Values) -> int | None:
    """Return the N of `auto:N`; `None` in another mode, or where there is no search at all."""
    if values.flag(NO_BETAS) or values.flag(DENIED):
        return None
    return asked_percent(values.text(MODE))


def clamp_note(given: object) -> SettingNote | None:
    """Return what a share outside its range is taken as."""
    text = str(given).strip().lower()
    percent = asked_percent(text)
    if percent is None or percent == clamped(percent):
        return None
    return SettingNote(MODE, text, f"auto:{clamped(percent)}", "N goes from 0 to 100")


SETTINGS: Final[tuple[Setting, ...]] = (
    ModeSetting(
        key=MODE,
        kind="text",
        default=None,
        choices=("unset", "true", "auto", "auto:N (N from 0 to 100)", "false"),
        unset="unset: every MCP tool is deferred",
        help="true defers; auto defers from 10 % of the context on, auto:N from N %; false loads.",
    ),
    Setting(
        key=CUT,
        kind="whole",
        default=2_048,
        low=1,
        help="Characters after which a description, or a server's instructions, are cut.",
    ),
    Setting(
        key=BASE_URL,
        kind="choice",
        default=FIRST_PARTY,
        choices=(FIRST_PARTY, "other"),
        help="other: a gateway, Foundry on Azure, or models before 4.5 on Agent Platform; "
        "nothing is deferred there while enable_tool_search is unset.",
    ),
    Setting(
        key=NO_BETAS,
        kind="flag",
        default=False,
        help="Switches tool search off, whatever else is set.",
    ),
    Setting(
        key=DENIED,
        kind="flag",
        default=False,
        help="ToolSearch is denied in the permissions, which switches it off.",
    ),
    Setting(
        key=ALWAYS_LOAD,
        kind="names",
        names_tools=True,
        default=(),
        help="Servers or tools to take as alwaysLoad whatever their files say: server, "
        "source/tool or names, with globs.",
        of_the_host=False,
    ),
    Setting(
        key=MAX_RESULTS,
        kind="whole",
        default=5,
        low=1,
        help="Most tools that a search of words loads.",
        of_the_host=False,
    ),
)
