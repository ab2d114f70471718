"""The `tools.tool_search` settings, parsed as the host parses them: every alias, clamp, bad value.

A value the host would not take as written falls back or is clamped exactly as there; each such
case also gives a `SettingNote`, because the host itself says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.hermes.conversion import plain, real, short_repr, whole
from toolsearch_cli.hosts.scenario import SettingNote, SettingSpec

if TYPE_CHECKING:
    from toolsearch_cli.hosts.hermes.releases import Release

Switch: TypeAlias = Literal["auto", "on", "off"]
Naming: TypeAlias = Literal["double", "single"]

MAX_SEARCH_LIMIT = (1, 50)
LISTING_MAX_TOKENS = (200, 60_000)
THRESHOLD_PCT = (0.0, 100.0)
UNKNOWN_CONTEXT_BUDGET = 10_000
UNKNOWN_CONTEXT_GATE = 20_000

_SWITCHES: dict[str, Switch] = {
    **dict.fromkeys(("true", "1", "yes", "on"), "on"),
    **dict.fromkeys(("false", "0", "no", "off"), "off"),
    "auto": "auto",
}
_NAMINGS: dict[str, Naming] = {"double": "double", "single": "single"}
_T = TypeVar("_T", int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class HermesSettings:
    """The parsed settings: what the host works with."""

    enabled: Switch
    threshold_pct: float
    max_search_limit: int
    search_default_limit: int
    listing: Switch
    listing_max_tokens: int
    defer: frozenset[str]
    """Core names that defer; empty before hermes@0.22."""
    naming: Naming

    def budget(self, context: int | None) -> int:
        """Return the most tokens a listing may take; an unknown context gives 10,000 at most."""
        room = UNKNOWN_CONTEXT_BUDGET
        if context is not None and context > 0:
            room = int(context * (self.threshold_pct / 100.0))
        return max(0, min(self.listing_max_tokens, room))

    def gate(self, context: int | None) -> int:
        """Return hermes@0.19's threshold in tokens; 0 when the context is unknown."""
        if context is None or context <= 0:
            return 0
        return int(context * self.threshold_pct / 100)

    def deferral_starts_at(self, context: int | None) -> int:
        """Return the tokens from which hermes@0.19 defers; 0, a share of nothing, is any size."""
        known = context is not None and context > 0
        return self.gate(context) if known else UNKNOWN_CONTEXT_GATE

    def search_limit(self, asked: object) -> int:
        """Return how many hits a search gives for the `limit` the model sent."""
        try:
            limit = whole(asked)
        except (TypeError, ValueError, OverflowError):
            return self.search_default_limit
        return max(1, min(self.max_search_limit, limit))


def specs(release: Release) -> tuple[SettingSpec, ...]:
    """List the settings of a release, with defaults and ranges."""
    found = [_ENABLED, _threshold_spec(release), *_limit_specs(release)]
    if release.listing:
        found += [_LISTING, _cap_spec(release)]
    if release.defer_setting:
        found.append(_defer_spec(release))
    return (*found, _NAMING)


_ENABLED = SettingSpec("enabled", "auto", "auto, on, off", "Whether the bridge is used at all.")
_LISTING = SettingSpec("listing", "auto", "auto, on, off", "Whether the catalog stays listed.")
_NAMING = SettingSpec(
    "naming",
    "double",
    "double, single",
    "How MCP names are spelled: mcp__server__tool (the code) or mcp_server_tool (the document). "
    "A setting of this simulation.",
    of_the_host=False,
)


def _written(ends: tuple[float, float]) -> str:
    """Return a range as `hosts NAME` and the warnings write it: `200 to 60000`."""
    return " to ".join(plain(end) for end in ends)


def _threshold_spec(release: Release) -> SettingSpec:
    if release.listing:
        meaning = "Listing budget as a percentage of the context."
    else:
        meaning = "Tools defer once their schemas reach this percentage of the context."
    return SettingSpec(
        "threshold_pct", f"{release.threshold_pct:g}", _written(THRESHOLD_PCT), meaning
    )


def _limit_specs(release: Release) -> tuple[SettingSpec, SettingSpec]:
    most = SettingSpec(
        "max_search_limit",
        str(release.max_search_limit),
        _written(MAX_SEARCH_LIMIT),
        "Most hits one search may return.",
    )
    default = SettingSpec(
        "search_default_limit",
        str(release.search_default_limit),
        "1 to max_search_limit",
        "Hits a search returns when the model gives no limit.",
    )
    return most, default


def _cap_spec(release: Release) -> SettingSpec:
    return SettingSpec(
        "listing_max_tokens",
        str(release.listing_max_tokens),
        _written(LISTING_MAX_TOKENS),
        "Cap of the listing budget, in tokens.",
    )


def _defer_spec(release: Release) -> SettingSpec:
    return SettingSpec(
        "defer",
        f"{len(release.default_defer)} names",
        "a list of tool names",
        "Core tools that defer as well; replaces the default list.",
    )


class _Reader:
    """Reads one raw mapping key by key and collects what was not taken as written."""

    def __init__(self, raw: Mapping[str, object]) -> None:
        self.raw = raw
        self.notes: list[SettingNote] = []

    def note(self, key: str, used: object, reason: str) -> None:
        given = self.raw.get(key)
        self.notes.append(SettingNote(key, short_repr(given), plain(used), reason))

    def switch(self, key: str) -> Switch:
        if key not in self.raw:
            return "auto"
        value = self.raw[key]
        parsed = _SWITCHES.get(str(value).strip().lower())
        if parsed is None:
            if value is not None:
                self.note(key, "auto", "not one of auto, on, off")
            return "auto"
        return parsed

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        if key not in self.raw:
            return max(low, min(high, default))
        try:
            value = whole(self.raw[key])
        except (TypeError, ValueError):
            self.note(key, default, "not a whole number, the default stands")
            value = default
        return self.clamped(key, value, low, high)

    def percent(self, key: str, default: float) -> float:
        if key not in self.raw:
            return default
        try:
            value = real(self.raw[key])
        except (TypeError, ValueError):
            self.note(key, default, "not a number, the default stands")
            value = default
        return self.clamped(key, value, *THRESHOLD_PCT)

    def clamped(self, key: str, value: _T, low: _T, high: _T) -> _T:
        # The order of min and max is the host's: it sends NaN to the upper end.
        inside = max(low, min(high, value))
        if inside != value:
            self.note(key, inside, f"outside {_written((low, high))}")
        return inside

    def names(self, key: str, default: frozenset[str]) -> frozenset[str]:
        if key not in self.raw:
            return default
        value = self.raw[key]
        if not isinstance(value, (list, tuple, set, frozenset)):
            self.note(key, "the default list", "not a list of names")
            return default
        stripped = (str(name).strip() for name in value)
        return frozenset(name for name in stripped if name)


def parse(
    raw: object, release: Release, naming: str = "double"
) -> tuple[HermesSettings, tuple[SettingNote, ...]]:
    """Parse `tools.tool_search` as `release` does.

    Args:
        raw: A mapping; `False` switches the bridge off; anything else means all defaults.
        release: Whose defaults and keys apply.
        naming: `double` or `single`: the spelling of MCP names, a setting of ours.

    Raises:
        SettingsError: `naming` is neither of its two values.
    """
    spelling = _NAMINGS.get(naming)
    if spelling is None:
        raise SettingsError(f"naming: {naming!r} is not one of {', '.join(_NAMINGS)}")
    notes: list[SettingNote] = []
    if isinstance(raw, Mapping):
        mapping: Mapping[str, object] = raw
    else:
        mapping = {"enabled": False} if raw is False else {}
        if isinstance(raw, str) or (raw is not None and not isinstance(raw, bool)):
            reason = "only a mapping, true and false are read"
            notes.append(SettingNote("tool_search", short_repr(raw), "all defaults", reason))
    try:
        return _parsed(mapping, release, spelling, notes)
    except (OverflowError, ValueError):
        reason = "the host cannot convert an infinite or huge number, so all defaults stand"
        notes = [SettingNote("tool_search", short_repr(dict(mapping)), "all defaults", reason)]
        return _parsed({}, release, spelling, notes)


def _parsed(
    raw: Mapping[str, object], release: Release, naming: Naming, notes: list[SettingNote]
) -> tuple[HermesSettings, tuple[SettingNote, ...]]:
    # A key that the release does not know is never converted, so it cannot fail either.
    known = {spec.key for spec in specs(release)}
    read = _Reader({key: value for key, value in raw.items() if key in known})
    max_limit = read.whole("max_search_limit", release.max_search_limit, *MAX_SEARCH_LIMIT)
    settings = HermesSettings(
        enabled=read.switch("enabled"),
        threshold_pct=read.percent("threshold_pct", release.threshold_pct),
        max_search_limit=max_limit,
        search_default_limit=read.whole(
            "search_default_limit", release.search_default_limit, 1, max_limit
        ),
        listing=read.switch("listing"),
        listing_max_tokens=read.whole(
            "listing_max_tokens", release.listing_max_tokens, *LISTING_MAX_TOKENS
        ),
        defer=read.names("defer", release.default_defer) if release.defer_setting else frozenset(),
        naming=naming,
    )
    return settings, (*notes, *read.notes, *_unknown_keys(raw, release))


def _unknown_keys(raw: Mapping[str, object], release: Release) -> tuple[SettingNote, ...]:
    known = [spec.key for spec in specs(release) if spec.of_the_host]
    notes = []
    for key in raw:
        if key in known:
            continue
        name = _key_name(key)
        close = get_close_matches(name, known, n=1)
        hint = f", did you mean {close[0]}?" if close else ""
        reason = f"{release.name} has no such setting{hint}"
        notes.append(SettingNote(name, short_repr(raw[key]), "nothing", reason))
    return tuple(notes)


def _key_name(key: object) -> str:
    return key if isinstance(key, str) else short_repr(key)
