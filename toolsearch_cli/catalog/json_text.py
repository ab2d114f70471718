"""JSON text -> values, as the standard library reads it, with its silent losses reported."""

from __future__ import annotations

import gc
import json
import math
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, cast

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

MAX_DEPTH: Final = 200
"""Most levels of nesting: far more than a schema needs, far fewer than any recursion bears."""

_STRING: Final = r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)'
_COMMENT: Final = re.compile(rf"{_STRING}|(//[^\n]*+|/\*(?s:.*?)(?:\*/|\Z))", re.DOTALL)
_TRAILING_COMMA: Final = re.compile(rf"{_STRING}|(,)(?=\s*+[\]}}])", re.DOTALL)
_SPACE: Final = re.compile(r"[ \t\n\r]*+")
_NOT_NEWLINE: Final = re.compile(r"[^\n]")
# At the start of a line: a value, or one in a server-sent event. `[INFO]` and `[12:00]` are not.
_OPENING: Final = re.compile(r'(?:data:[ \t]*+)?(?=\{|\[\s*+(?:[\[{"\]]|\Z))')
# A message of JSON-RPC, after what a logger writes at the start of its lines.
_LOGGED: Final = re.compile(r'[^\n{]{1,200}(?=\{"(?:jsonrpc|id|method|params|result|error)")')
_MORE_TEXT: Final = "not JSON: more text after the value"
# A log may come before the values, but a file of lines that never open one is something else.
_MOST_STRAY_LINES: Final = 10_000
_CONTAINERS: Final = frozenset({dict, list})
_LONG: Final = 20
# Blank lines, and the other lines of a server-sent event.
_UNSAID: Final = re.compile(r"(?:event|id|retry)?:|(?:data:)?[ \t\r]*+(?:\n|\Z)")
_UNCLOSED: Final = re.compile(r'"(?:[^"\\]++|\\.)*+\\?')
_LONGEST_WORD: Final = 5
# A line that starts so is a piece of broken JSON, not somebody's message.
_FRAGMENT: Final = re.compile(r'[ \t]*+[\]},"]')


class TextError(ValueError):
    """Text that cannot be decoded, with the place (lines and columns from 1) where it shows."""

    def __init__(
        self, message: str, text: str = "", position: int | None = None, *, pointer: str = ""
    ) -> None:
        if position is not None:
            line = text.count("\n", 0, position) + 1
            column = position - text.rfind("\n", 0, position)
            message = f"{message} at line {line}, column {column}"
        super().__init__(message)
        self.message = message
        self.pointer = pointer
        self.position = position


class TextSyntaxError(TextError):
    """Text that is not written in the language it was read as; another may fit."""


class MoreTextError(TextSyntaxError):
    """A good value, and text after it."""


class Repeated(NamedTuple):
    """An object that was written with the same key more than once; the last value stands."""

    mapping: dict[str, Json]
    key: str


class Decoded(NamedTuple):
    """The values of one text, in its order."""

    values: tuple[Json, ...]
    repeated: tuple[Repeated, ...] = ()
    stray_lines: int = 0
    """Lines around the values that were passed over."""
    breaks_off: bool = False
    """Whether the last of those is the beginning of a message of JSON-RPC."""


def decode_json(text: str) -> Decoded:
    """Decode a text that is one JSON value.

    Raises:
        TextSyntaxError: It is not.
        TextError: It is nested too deeply, or holds a number that JSON cannot.
    """
    decoder = _Decoder(text)
    value, end = decoder.value_at(decoder.skip_space(0))
    end = decoder.skip_space(end)
    if end != len(text):
        raise MoreTextError(_MORE_TEXT, text, end)
    return Decoded((value,), tuple(decoder.repeated))


def decode_json_values(text: str) -> Decoded:
    """Decode JSON values one after the other: JSON lines, joined files, output amid log lines.

    Server-sent events are read too, and JSON-RPC after the prefix of a log's line. A message of
    JSON-RPC that breaks off at the end, as in a log whose writer was stopped, is a stray line. A
    text without any value gives none.

    Raises:
        TextSyntaxError: A value is broken, or text follows it on its line.
        TextError: As for `decode_json`.
    """
    decoder = _Decoder(text)
    values: list[Json] = []
    stray_lines = 0
    position = decoder.skip_space(0)
    while position < len(text):
        if opening := _OPENING.match(text, position):
            try:
                value, end = decoder.value_at(opening.end())
            except TextSyntaxError as error:
                if not (values and _breaks_off(text, position, error.position or 0)):
                    raise
                return Decoded(
                    tuple(values), tuple(decoder.repeated), stray_lines + 1, breaks_off=True
                )
            values.append(value)
            position = decoder.next_value(end)
        elif message := decoder.logged_at(position):
            values.append(message)
            position = text.find("\n", position) + 1 or len(text)
        else:
            if values and _FRAGMENT.match(text, position):
                raise MoreTextError(_MORE_TEXT, text, position)
            stray_lines += not _UNSAID.match(text, position)
            if stray_lines > _MOST_STRAY_LINES and not values:
                break
            position = text.find("\n", position) + 1 or len(text)
    return Decoded(tuple(values), tuple(decoder.repeated), stray_lines)


def _breaks_off(text: str, start: int, position: int) -> bool:
    """Whether what starts at a place is a message of a log, broken where the text ends.

    That a string is never closed is noticed at its start, other errors at the end.
    """
    if "\n" in text[start:].rstrip() or '"jsonrpc"' not in text:
        return False
    rest = text[position:].rstrip()
    return len(rest) <= _LONGEST_WORD or bool(_UNCLOSED.fullmatch(rest))


def opens_value(text: str) -> bool:
    """Whether the first thing in a text is a JSON object or array, and no `[INFO]` of a log."""
    return bool(_OPENING.match(text, len(text) - len(text.lstrip())))


def without_comments(text: str) -> str:
    """Blank what JSONC allows and JSON does not, so that every other character keeps its place."""
    if "//" in text or "/*" in text:
        text = _COMMENT.sub(_blank, text)
    return _TRAILING_COMMA.sub(_blank, text)


def check_depth(value: Json) -> None:
    """Walk a value level by level, so that nothing here recurses.

    Raises:
        TextError: It has more than `MAX_DEPTH` levels.
    """
    # The collector knows what a container holds, and tracks none that holds plain values only:
    # asking it takes half the time of looking at each item here.
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH - 1):
        level = [*filter(gc.is_tracked, gc.get_referents(*level))]
        if not level:
            return
    if not _CONTAINERS.isdisjoint(map(type, gc.get_referents(*level))):
        raise too_deep()


def too_deep() -> TextError:
    """The error for text that is nested too deeply, to be raised."""
    return TextError(f"nested more than {MAX_DEPTH} levels deep")


class _NotFiniteError(ValueError):
    """A number that JSON cannot hold."""


class _Decoder:
    """Decodes the values of one text and collects their repeated keys."""

    __slots__ = ("_decoder", "_text", "repeated")

    def __init__(self, text: str) -> None:
        self._text = text
        self.repeated: list[Repeated] = []
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )

    def skip_space(self, position: int) -> int:
        match = _SPACE.match(self._text, position)
        return match.end() if match else position

    def next_value(self, end: int) -> int:
        """The start of what follows a value: a line of its own, or another value at once."""
        position = self.skip_space(end)
        same_line = self._text.find("\n", end, position) < 0 and position < len(self._text)
        if same_line and not _OPENING.match(self._text, position):
            raise MoreTextError(_MORE_TEXT, self._text, position)
        return position

    def value_at(self, position: int) -> tuple[Json, int]:
        """The value that starts at a position, and where it ends."""
        text = self._text
        try:
            value, end = self._decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            message = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
            raise TextSyntaxError(f"not JSON: {message}", text, error.pos) from None
        except RecursionError:
            raise too_deep() from None
        except _NotFiniteError as error:
            raise self._not_finite(str(error), position) from None
        except ValueError:
            # Python refuses to read an integer of more than 4,300 digits.
            raise TextError("holds a number of several thousand digits") from None
        check_depth(value)
        return cast("Json", value), end

    def logged_at(self, position: int) -> Json:
        """The message of JSON-RPC that a log has on one line, after a prefix; else None."""
        opening = _LOGGED.match(self._text, position)
        if opening is None:
            return None
        end_of_line = self._text.find("\n", position)
        try:
            value, end = self.value_at(opening.end())
        except TextSyntaxError:
            return None
        within = end_of_line < 0 or end <= end_of_line
        return value if within and isinstance(value, dict) and "jsonrpc" in value else None

    def _object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        mapping = dict(pairs)
        if len(mapping) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    self.repeated.append(Repeated(mapping, key))
                seen.add(key)
        return mapping

    def _not_finite(self, found: str, start: int) -> TextError:
        """The error for a number, which is looked for outside of strings."""
        literal = re.compile(rf"{_STRING}|({re.escape(found)})", re.DOTALL)
        places = (match.start() for match in literal.finditer(self._text, start) if match[1])
        shown = found if len(found) <= _LONG else f"{found[:_LONG]}..."
        why = "does not fit a 64-bit float" if found[-1].isdigit() else "is not a JSON number"
        return TextError(f"{shown} {why}", self._text, next(places, start))


def _refuse_constant(name: str) -> NoReturn:
    raise _NotFiniteError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise _NotFiniteError(digits)
    return number


def _blank(match: re.Match[str]) -> str:
    return match[0] if match[1] is None else _NOT_NEWLINE.sub(" ", match[0])
