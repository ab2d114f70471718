"""Secrets in JSON, in what is nearly JSON, and in settings of one name and value a line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from toolsearch_cli.catalog.hiding.naming import names_about
from toolsearch_cli.catalog.hiding.spans import Span, moved, whole
from toolsearch_cli.catalog.hiding.values import is_header_secret, is_hidden

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Inside: TypeAlias = Callable[[str], Iterator[Span]]
    """Yields the secrets of a text that stands under no name."""

_TOKENS: Final = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<mark>[{}\[\],:])|(?P<bare>[^\s{}\[\],:"']+)""",
    re.DOTALL,
)
_COLON: Final = re.compile(r"\s*:")
_VALUES: Final = frozenset({"", "value", "val", "text", "data", "default", "content", "raw"})
"""Keys whose value has the name of what is around it, or beside it."""
_NAMES: Final = frozenset({"name", "key", "header", "variable", "id"})
_QUOTED: Final = re.compile(
    r"""(?<![\w.-])(?P<name>[A-Za-z_][\w.-]*)["'\])]*\s*(?:=>|:=|[:=]|,)\s*(?P<quote>["'])(?P<value>[^"'\n]+)(?P=quote)"""
)
_PEM: Final = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END[A-Z -]*|\Z)", re.DOTALL)
_LINE: Final = re.compile(
    r"""[ \t]*(?:export\s+|set\s+|-\s+)?["']?(?P<name>[A-Za-z_][\w .-]{0,60}?)["']?\s*[:=]\s*"""
    r"""(?P<quote>["']?)(?P<value>\S.*?)(?P=quote)[,;\s]*"""
)


@dataclass(slots=True)
class _Level:
    """What is known inside one pair of braces or brackets."""

    around: str
    key: str = ""
    called: str = ""
    """What `name` says there."""


@dataclass(slots=True)
class _Reader:
    """Reads tokens one by one, and knows under which names it is."""

    inside: Inside
    levels: list[_Level]

    def mark(self, character: str) -> None:
        """Go one level down or up, or on to the next value."""
        top = self.levels[-1]
        if character in "{[":
            self.levels.append(_Level(top.key or top.around))
        elif character in "}]" and len(self.levels) > 1:
            self.levels.pop()
            self.levels[-1].key = ""
        elif character == ",":
            top.key = ""

    def value(self, text: str) -> Iterator[Span]:
        """Yield the secrets of a value."""
        top = self.levels[-1]
        if top.key in _NAMES:
            top.called = text
        around = "" if names_about(top.key) or top.key in _NAMES else top.around
        for name in (top.key, top.called if top.key in _VALUES else "", around):
            if name and (is_hidden(name, text) or self._is_header(name, text)):
                yield whole(name, text)
                return
        yield from self.inside(text)

    def _is_header(self, name: str, text: str) -> bool:
        is_headers = any("header" in level.around.lower() for level in self.levels)
        return is_headers and bool(text) and is_header_secret(name, text)


def json_spans(text: str, inside: Inside, around: str = "") -> Iterator[Span]:
    """Yield the secrets of JSON, also of JSON with mistakes; in other text there are none.

    Args:
        text: The JSON.
        inside: For the texts in it that have no telling name.
        around: The name under which all of it stands.
    """
    reader = _Reader(inside, [_Level(around)])
    for token in _TOKENS.finditer(text):
        if token["mark"]:
            reader.mark(token["mark"])
            continue
        written, start = (token["bare"], token.start()) if token["bare"] else _inner(token)
        meant = _meant(written) if token["text"] else written
        if _COLON.match(text, token.end()):
            reader.levels[-1].key = meant
            continue
        found = reader.value(meant)
        if meant == written:
            yield from moved(found, start)
        elif held := tuple(one for span in found for one in span.held):
            yield Span(start, start + len(written), held[0][0], held)


def _inner(token: re.Match[str]) -> tuple[str, int]:
    return token["text"][1:-1], token.start() + 1


def _meant(written: str) -> str:
    try:
        value = json.loads(f'"{written}"')
    except ValueError:
        return written
    return str(value)


def quoted_spans(text: str) -> Iterator[Span]:
    """Yield what is quoted behind the name of a secret, as any language assigns it, and keys."""
    for match in _PEM.finditer(text):
        yield whole("private_key", match[0], match.start())
    for match in _QUOTED.finditer(text):
        if is_hidden(match["name"], match["value"]):
            yield whole(match["name"], match["value"], match.start("value"))


def settings_spans(text: str, inside: Inside) -> Iterator[Span]:
    """Yield the secrets of a document: JSON, or a name and a value on each line."""
    if text.lstrip().startswith(("{", "[")):
        yield from json_spans(text, inside)
    yield from quoted_spans(text)
    start = 0
    for line in text.splitlines(keepends=True):
        match = _LINE.fullmatch(line)
        if match and is_hidden(match["name"], match["value"]):
            yield whole(match["name"], match["value"], start + match.start("value"))
        else:
            yield from moved(inside(line.rstrip("\r\n")), start)
        start += len(line)
