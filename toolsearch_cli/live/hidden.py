"""Secrets of client configs: held so that nothing shows them, and taken out of what is shown."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote, unquote

from toolsearch_cli.catalog.hiding import is_secret, word_spans
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from toolsearch_cli.catalog.model import Json

_SHORTEST: Final = 4
_SCHEME: Final = re.compile(r"(\w+) +(\S.*)", re.DOTALL)
_CREDENTIALS: Final = re.compile(r"[A-Za-z][\w+.-]*://([^/@\s]+)@")
_FOR_URLS: Final = str.maketrans("+/", "-_")
_LINE: Final = 16
"""Shortest line of a secret of several lines, such as a key, that is hidden by itself."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Text that may be a secret: its `repr` does not tell it, and whoever needs it must ask."""

    text: str = field(repr=False)


class Secret(NamedTuple):
    """A secret, and what to call it where it would have stood."""

    name: str
    text: Hidden


@dataclass(frozen=True, slots=True)
class Redaction:
    """Takes known secrets out of text, in each of their spellings."""

    pattern: re.Pattern[str] | None = field(default=None, repr=False)
    names: tuple[str, ...] = ()
    """By the number of the pattern's group, from 1."""
    spellings: tuple[str, ...] = field(default=(), repr=False)
    """The groups' texts: most texts hold none of them, which is quickly said."""

    def text(self, text: str) -> str:
        """Return the text with `[hidden: NAME]` in each secret's place."""
        if self.pattern is None or not any(one in text for one in self.spellings):
            return text
        return self.pattern.sub(self._named, text)

    def json(self, value: Json) -> Json:
        """Return the value with its strings and keys redacted; itself where there is nothing.

        Nested as deep as the reader of JSON allows.
        """
        if self.pattern is None:
            return value
        return _mapped(value, self.text)

    def _named(self, match: re.Match[str]) -> str:
        return f"[hidden: {self.names[(match.lastindex or 1) - 1]}]"


def redaction(secrets: Iterable[Secret]) -> Redaction:
    """Return what hides these secrets; where one holds another, the longer one goes first."""
    spelled: dict[str, str] = {}
    for secret in secrets:
        for spelling in _spellings(secret.text.text):
            spelled.setdefault(spelling, secret.name)
    longest = sorted(spelled, key=lambda one: (-len(one), one))
    if not longest:
        return Redaction()
    pattern = "|".join(f"({re.escape(one)})" for one in longest)
    names = tuple(spelled[one] for one in longest)
    return Redaction(re.compile(pattern), names, tuple(longest))


def _spellings(text: str) -> Iterator[str]:
    """Yield the ways in which a secret may be written: whole, its parts, and as others quote it."""
    for part in dict.fromkeys((text, text.strip(), *_parts(text))):
        if len(part) < _SHORTEST:
            continue
        yield part
        yield quote(part, safe="")
        yield quote(part)
        yield json.dumps(part)[1:-1]
        yield json.dumps(part, ensure_ascii=False)[1:-1]
        yield repr(part)[1:-1]
        yield visible(part)
        yield from _in_base64(part.encode("utf-8", "surrogatepass"))


def _in_base64(data: bytes) -> Iterator[str]:
    """Yield what base64 makes of it, in both alphabets, padded or not, whatever is around it.

    Of a longer text, such as `USER:SECRET`, it is the same but for its ends, wherever in the
    groups of three bytes it starts: so much is yielded as depends on nothing else.
    """
    whole = b64encode(data).decode()
    found = [whole, whole.rstrip("=")]
    for before in range(3):
        start, stop = -(-before * 8 // 6), (before + len(data)) * 8 // 6
        found.append(b64encode(bytes(before) + data).decode()[start:stop])
    yield from found
    yield from (one.translate(_FOR_URLS) for one in found)


def _parts(text: str) -> Iterator[str]:
    yield from (line.strip() for line in text.splitlines() if len(line.strip()) >= _LINE)
    if match := _CREDENTIALS.match(text):
        yield from (unquote(match[1]), match[1].partition(":")[2])
    held = (pair for span in word_spans(text) for pair in span.held)
    yield from (piece for name, piece in held if is_secret(name, piece))
    if match := _SCHEME.fullmatch(text):  # `Bearer TOKEN`
        yield match[2]
        if match[1].lower() == "basic":
            yield from _basic(match[2])


def _basic(encoded: str) -> Iterator[str]:
    try:
        plain = b64decode(encoded, validate=True).decode()
    except ValueError:
        return
    yield plain
    yield plain.partition(":")[2]


def _mapped(value: Json, change: Callable[[str], str]) -> Json:
    match value:
        case str():
            return change(value)
        case list():
            return [_mapped(item, change) for item in value]
        case dict():
            return {change(key): _mapped(item, change) for key, item in value.items()}
        case _:
            return value
