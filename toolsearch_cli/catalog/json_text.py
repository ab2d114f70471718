"""JSON text -> value, as the standard library reads it, but with its silent losses reported."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, cast

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

MAX_DEPTH = 200
"""Most levels of nesting: far more than a schema needs, far fewer than any recursion bears."""

_CONTAINERS = frozenset({dict, list})
_CONSTANT = re.compile(r'"(?:[^"\\]++|\\.)*+"|(-?Infinity|NaN)', re.DOTALL)


class TextError(ValueError):
    """Text that cannot be decoded, with the place (from 1) where that shows."""

    def __init__(self, message: str, text: str = "", position: int | None = None) -> None:
        if position is not None:
            line = text.count("\n", 0, position) + 1
            column = position - text.rfind("\n", 0, position)
            message = f"{message} (line {line}, column {column})"
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Repeated:
    """An object that was written with the same key more than once; the last value stands."""

    mapping: dict[str, Json]
    key: str


@dataclass(frozen=True, slots=True)
class Decoded:
    """Values in the order of the text, and what decoding lost."""

    values: tuple[Json, ...]
    repeated: tuple[Repeated, ...] = ()


class JsonDecoder:
    """Decodes JSON texts and collects their repeated keys."""

    def __init__(self) -> None:
        self.repeated: list[Repeated] = []
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )

    def decode(self, text: str) -> Json:
        """Decode one text that holds one value.

        Raises:
            TextError: It is not JSON, is nested too deeply, or holds NaN or an infinity.
        """
        value, end = self.decode_at(text, _skip_space(text, 0))
        end = _skip_space(text, end)
        if end != len(text):
            raise TextError("not JSON: more text after the value", text, end)
        return value

    def decode_at(self, text: str, position: int) -> tuple[Json, int]:
        """Decode the value that starts at a position; also say where it ends.

        Raises:
            TextError: As for `decode`.
        """
        try:
            value, end = self._decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise TextError(f"not JSON: {_lower(error.msg)}", text, error.pos) from None
        except RecursionError:
            raise _too_deep() from None
        except _NotFiniteError as error:
            raise _not_finite(str(error), text, position) from None
        except ValueError:
            # Python refuses to read an integer of more than 4,300 digits.
            raise TextError("not usable: a number has thousands of digits") from None
        check_depth(value)
        return cast("Json", value), end

    def _object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        mapping = dict(pairs)
        if len(mapping) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    self.repeated.append(Repeated(mapping, key))
                seen.add(key)
        return mapping


class _NotFiniteError(ValueError):
    """A number that JSON cannot hold."""


def check_depth(value: Json) -> None:
    """Walk a value level by level, so that nothing here recurses.

    Raises:
        TextError: It has more than `MAX_DEPTH` levels.
    """
    level = [value] if isinstance(value, dict | list) else []
    depth = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise _too_deep()
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, (dict, list))
        ]


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\n\r":
        position += 1
    return position


def _too_deep() -> TextError:
    return TextError(f"nested more than {MAX_DEPTH} levels deep")


def _refuse_constant(name: str) -> NoReturn:
    raise _NotFiniteError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise _NotFiniteError(digits)
    return number


def _not_finite(found: str, text: str, start: int) -> TextError:
    for match in _CONSTANT.finditer(text, start):
        if match[1]:
            return TextError(f"not JSON: {match[1]} is not a number", text, match.start())
    return TextError(f"not usable: the number {found[:40]} is too large")


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
