"""Settings of a host as typed values: defaults, ranges, and what is refused or clamped."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolsearch_cli.errors import SettingsError, nearest
from toolsearch_cli.hosts.scenario import SettingNote, SettingSpec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Value: TypeAlias = str | int | float | bool | tuple[str, ...] | None
Kind: TypeAlias = Literal["whole", "number", "flag", "choice", "text", "names"]
"""`names` is a list of names or globs: a list, or text with commas."""

_KINDS: dict[Kind, str] = {
    "whole": "a whole number",
    "number": "a number",
    "flag": "true or false",
    "choice": "one of the values allowed",
    "text": "text",
    "names": "names, with commas between them",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting. A number outside its range is clamped, as most hosts do, or refused."""

    key: str
    kind: Kind
    default: Value
    """`None` where nothing is set unless told."""
    help: str
    low: float | None = None
    high: float | None = None
    refused: bool = False
    """Whether a number outside the range is an error."""
    choices: tuple[str, ...] = ()
    unset: str = ""
    """What holds while nothing is set, for `hosts NAME`."""
    allowed: str = ""
    """What is allowed, where the range alone does not say it."""
    file: bool = False
    """Whether the value names a YAML file, which the host is given decoded."""
    of_the_host: bool = True
    """False for a setting of this simulation that the host does not have."""
    names_tools: bool = False
    """Whether its names are those of tools or sources of the catalog."""

    @property
    def spec(self) -> SettingSpec:
        """The setting as `hosts NAME` lists it."""
        default = self.unset if self.default is None else written(self.default)
        return SettingSpec(
            self.key, default, self._allowed(), self.help, self.of_the_host, self.file
        )

    def _allowed(self) -> str:
        if self.allowed:
            return self.allowed
        if self.file:
            return "a YAML file"
        if self.choices:
            return ", ".join(self.choices)
        if self.low is None:
            return _KINDS[self.kind]
        if self.high is None:
            return f"{self.low:g} or more"
        return f"{self.low:g} to {self.high:g}"

    def read(self, given: object) -> Value:
        """Return the value that the host works with.

        Raises:
            SettingsError: It is of another type, or none of the choices.
        """
        match self.kind:
            case "whole" | "number":
                return self._number(given)
            case "flag":
                return self._flag(given)
            case "choice":
                return self._choice(given)
            case "names":
                return self._names(given)
            case "text":
                if isinstance(given, (str, int, float)) and not isinstance(given, bool):
                    return str(given)
                raise self._refused(given)

    def _number(self, given: object) -> int | float:
        number = given
        if isinstance(given, str):
            number = _parsed(given)
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise self._refused(given)
        if not math.isfinite(number) or (self.kind == "whole" and number != int(number)):
            raise self._refused(given)
        kept = number if self.low is None else max(number, self.low)
        kept = kept if self.high is None else min(kept, self.high)
        if self.refused and kept != number:
            raise self._refused(given)
        return int(kept) if self.kind == "whole" else kept

    def _flag(self, given: object) -> bool:
        if isinstance(given, bool):
            return given
        word = str(given).strip().lower()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise self._refused(given)

    def _choice(self, given: object) -> str:
        # YAML reads on, off, yes and no as booleans.
        text = str(given).strip()
        aliases = {"true": ("true", "on", "yes"), "false": ("false", "off", "no")}
        for candidate in aliases.get(text.lower(), (text.lower(),)):
            for choice in self.choices:
                if choice.lower() == candidate:
                    return choice
        hint = nearest(text, self.choices, "values")
        raise SettingsError(f"{self.key}: {text!r} is no value of it", hint=hint)

    def _names(self, given: object) -> tuple[str, ...]:
        parts = given.strip().strip("[]").split(",") if isinstance(given, str) else given
        if not isinstance(parts, (list, tuple)) or not all(isinstance(one, str) for one in parts):
            raise self._refused(given)
        return tuple(dict.fromkeys(word for one in parts if (word := one.strip())))

    def _refused(self, given: object) -> SettingsError:
        allowed = self._allowed()
        return SettingsError(f"{self.key}: expected {allowed}, found {str(given)[:40]!r}")


def _parsed(text: str) -> int | float | None:
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return None


@dataclass(frozen=True, slots=True)
class Values:
    """Every setting of a host as it works with it. Equal settings are equal keys of a cache."""

    items: tuple[tuple[str, Value], ...]

    def __iter__(self) -> Iterator[tuple[str, Value]]:
        return iter(self.items)

    def get(self, key: str) -> Value:
        """Return one value.

        Raises:
            KeyError: The host has no such setting.
        """
        return dict(self.items)[key]

    def text(self, key: str) -> str:
        """Return a text or choice; "" where nothing is set."""
        value = self.get(key)
        return "" if value is None else str(value)

    def whole(self, key: str) -> int:
        """Return a whole number; 0 where nothing is set."""
        value = self.get(key)
        return value if isinstance(value, int) else 0

    def number(self, key: str) -> float:
        """Return a number; 0 where nothing is set."""
        value = self.get(key)
        return float(value) if isinstance(value, (int, float)) else 0.0

    def flag(self, key: str) -> bool:
        """Return whether it is switched on."""
        return self.get(key) is True

    def names(self, key: str) -> tuple[str, ...]:
        """Return a list of names or globs."""
        value = self.get(key)
        return value if isinstance(value, tuple) else ()


def values_of(
    settings: Iterable[Setting], config: object, options: Mapping[str, str]
) -> tuple[Values, tuple[SettingNote, ...]]:
    """Read a scenario's raw settings; those that the host does not have are passed over.

    Raises:
        SettingsError: A value is of another type, or none of the choices.
    """
    given: dict[str, object] = dict(config) if isinstance(config, Mapping) else {}
    given.update(options)
    items: list[tuple[str, Value]] = []
    notes: list[SettingNote] = []
    for setting in settings:
        raw = given.get(setting.key)
        if raw is None:
            items.append((setting.key, setting.default))
            continue
        value = setting.read(raw)
        if _is_clamped(raw, value):
            reason = f"its range is {setting.spec.allowed}"
            notes.append(SettingNote(setting.key, str(raw), written(value), reason))
        items.append((setting.key, value))
    return Values(tuple(items)), tuple(notes)


def _is_clamped(raw: object, value: Value) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    number = _parsed(raw) if isinstance(raw, str) else raw
    return number != value


def written(value: Value) -> str:
    """Return a value as people write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)
