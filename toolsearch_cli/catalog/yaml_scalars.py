"""What an unquoted word of YAML means: the core schema of YAML 1.2, and text where names stand.

YAML 1.1 reads `no` and `on` as booleans, `010` as eight and `12:30` as 750; those who write tools
in YAML mean what JSON would hold. Where a name belongs, what is written stands, whatever it looks
like; where a switch belongs, the words of YAML 1.1 are understood as well.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Json

_TYPE: Final = "type"
"""Of a schema; there `null` is the name of a type."""
_NAMES: Final = frozenset(
    {
        *("name", "operationId", "title", "summary", "description", "version", "tags", "namespace"),
        *("display_name", "displayName", "provides_tools", "query", "expected", "command", "args"),
        _TYPE,
    }
)
"""Keys of text: a number or a boolean there is a name that looks like one."""
_HOLDERS: Final = frozenset({"env", "envs", "headers"})
"""Keys of objects whose members are text."""
_SWITCHES: Final = frozenset(
    {
        *("required", "optional", "nullable", "readOnly", "writeOnly", "deprecated", "x-mcp"),
        *("x-mcp-tool", "exclusiveMinimum", "exclusiveMaximum", "uniqueItems", "enabled"),
        *("additionalProperties", "disabled", "isActive", "defer_loading", "tools_generated"),
        *("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"),
    }
)
DATA_KEYS: Final = frozenset({"example", "examples", "default", "enum", "const"})
"""Keys in whose values, data, no key means anything: nothing there is a schema or a reference."""

_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_CONSTANTS: Final[dict[str, Json]] = {
    **dict.fromkeys(_NULLS, None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
OLD_SWITCHES: Final = {
    **dict.fromkeys(("yes", "Yes", "YES", "on", "On", "ON", "y", "Y"), True),
    **dict.fromkeys(("no", "No", "NO", "off", "Off", "OFF", "n", "N"), False),
}
"""The words of YAML 1.1 that are text in 1.2."""
_FIRST: Final = frozenset("0123456789+-.~nNtTfF")
_INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_BASES: Final = {"0o": 8, "0x": 16}
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "null": (type(None),),
    "bool": (bool,),
    "int": (int,),
    "float": (int, float),
}
_LONG: Final = 20


class ScalarError(ValueError):
    """A scalar that is no value of JSON."""


def may_be_other_than_text(text: str) -> bool:
    """Whether an unquoted scalar may mean something else than what is written."""
    return not text or text[0] in _FIRST or text in OLD_SWITCHES


def meant(text: str, path: Sequence[str | None]) -> Json:
    """Return what an unquoted scalar means at its place.

    Args:
        text: As it is written.
        path: The keys that lead to it, outermost first; `None` for a place in a list.

    Raises:
        ScalarError: It is a number that JSON cannot hold.
    """
    keys = [key for key in path if key is not None]
    key = keys[-1] if keys else ""
    is_data = not DATA_KEYS.isdisjoint(keys)
    if text in OLD_SWITCHES:
        is_switch = key in _SWITCHES and path[-1] is not None and not is_data
        return OLD_SWITCHES[text] if is_switch else text
    is_null = text in _NULLS and not (key == _TYPE and text == "null")
    return text if not (is_null or is_data) and _is_text(path, keys) else _plain(text)


def _is_text(path: Sequence[str | None], keys: Sequence[str]) -> bool:
    """Whether a place is for text: a name, an item of a list of names, a variable."""
    if keys and (keys[-1] in _NAMES or (keys[-1] == "required" and path[-1] is None)):
        return True
    return not _HOLDERS.isdisjoint(keys[-2:])


def _plain(text: str) -> Json:
    """Return what an unquoted scalar means in the core schema of YAML 1.2.

    Raises:
        ScalarError: It is a number that JSON cannot hold.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if math.isinf(number):
            raise ScalarError(f"{_short(text)} does not fit a 64-bit float")
        return number
    if _NOT_FINITE.fullmatch(text):
        kind = "not a number" if "n" in text[:2].lower() else "infinity"
        raise ScalarError(f"{text} means {kind}, which JSON cannot hold; quote it if it is text")
    return text


def tagged(kind: str, text: str) -> Json:
    """Return a scalar with a tag of its own, such as `!!int`.

    Raises:
        KeyError: The kind is not one of `null`, `bool`, `int` and `float`.
        ScalarError: It is none of that kind, or a number that JSON cannot hold.
    """
    expected = _TYPES[kind]
    value = OLD_SWITCHES[text] if kind == "bool" and text in OLD_SWITCHES else _plain(text)
    if not isinstance(value, expected) or (kind != "bool" and isinstance(value, bool)):
        raise ScalarError(f"not a usable {kind}")
    return float(value) if kind == "float" and isinstance(value, int) else value


def _integer(text: str) -> int:
    base = _BASES.get(text[:2])
    try:
        number = int(text) if base is None else int(text[2:], base)
        str(number)  # Python reads more digits in base 16 than it will write
    except ValueError:
        raise ScalarError("not a usable int: it has several thousand digits") from None
    return number


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
