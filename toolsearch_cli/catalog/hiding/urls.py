"""Secrets in URLs: user and password, the values of the query, path segments that are tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, unquote_plus

from toolsearch_cli.catalog.hiding.naming import is_number, is_switch, looks_secret
from toolsearch_cli.catalog.hiding.spans import Span, moved, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

_URL: Final = re.compile(r"(?:[A-Za-z][\w+.-]*:)+//\S*", re.DOTALL)
_SCHEME: Final = re.compile(r"(?:[A-Za-z][\w+.-]*:)+//")
# A password may hold what a URL has to escape; then what looks like the port is no number.
_USER: Final = re.compile(r"[^/?#\s,]*@|[^/?#@\s:,]+:(?!\d+(?:[/?#,]|\Z))[^\s,]*@")
_PAIR: Final = re.compile(r"(?:\A|[&;])([^=&;]*)(=?)([^&;]*)")


def is_url(text: str) -> bool:
    """Say whether a text is a URL of any scheme, and nothing else."""
    return bool(_URL.fullmatch(text))


def url_spans(url: str) -> Iterator[Span]:
    """Yield the secrets of a URL; several that a comma separates are several."""
    start = 0
    for one in re.split(r",(?=[A-Za-z][\w+.-]*://)", url):
        yield from moved(_one(one), start)
        start += len(one) + 1


def _one(url: str) -> Iterator[Span]:
    match = _SCHEME.match(url)
    start = match.end() if match else 0
    if user := _USER.match(url, start):
        name, _, password = user[0][:-1].partition(":")
        yield Span(
            start, user.end(), "", (("user", unquote(name)), ("password", unquote(password)))
        )
        start = user.end()
    rest, hash_, fragment = url[start:].partition("#")
    path, mark, query = rest.partition("?")
    yield from moved(_path(path), start)
    if mark:
        yield from moved(_query(query), start + len(path) + 1)
    if hash_:
        stop = start + len(rest)
        yield Span(stop, len(url), "", (("fragment", unquote(fragment)),))


def _path(path: str) -> Iterator[Span]:
    """Segments that are tokens, and settings behind a semicolon."""
    path, semicolon, settings = path.partition(";")
    start = 0
    for index, segment in enumerate(path.split("/")):
        if index and looks_secret(segment):
            yield whole("secret", segment, start)
        start += len(segment) + 1
    if semicolon:
        yield from moved(_query(settings), len(path) + 1)


def _query(query: str) -> Iterator[Span]:
    for pair in _PAIR.finditer(query):
        key, equals, value = pair.groups()
        if not equals or looks_secret(key):
            if key:
                yield Span(pair.start(1), pair.end(), "query", (("query", unquote_plus(key)),))
        elif value and not (is_switch(value) or is_number(value)):
            yield Span(pair.start(3), pair.end(), key, ((key, unquote_plus(value)), (key, value)))
