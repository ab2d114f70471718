"""A value that stands under a name: a secret, something with secrets in it, or plain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.hiding.naming import (
    is_file,
    is_number,
    is_secret,
    is_switch,
    looks_secret,
    name_words,
    names_password,
    names_secret,
    names_store,
    names_way_in,
)
from toolsearch_cli.catalog.hiding.spans import Span, moved, whole
from toolsearch_cli.catalog.hiding.urls import is_url

if TYPE_CHECKING:
    from collections.abc import Iterator

_REFERENCE: Final = re.compile(
    r"\$\{\{?\s*(?:\w+:)?\w[\w.-]*\s*\}?\}|\$[A-Z_][A-Z0-9_]*|\$\d?|\{env:\w+\}|env:\w+"
)
_DEFAULT: Final = re.compile(r"\$\{(?:env:)?(\w+):-([^}]*)\}")
_WAY_IN: Final = re.compile(
    r"none|basic|digest|bearer|oauth\d?|oidc|jwt|token|api[-_]?key|key|iam|aad|saml|ldap|kerberos"
    r"|negotiate|env|file|prompt|default|anonymous|interactive",
    re.IGNORECASE,
)
_HEADER: Final = re.compile(r"\s*([A-Za-z][\w-]*):\s*(\S.*)", re.DOTALL)
_SCHEME: Final = re.compile(
    r"\s*(bearer|basic|token|apikey|digest|negotiate) +(\S.*)", re.IGNORECASE | re.DOTALL
)
_KNOWN_HEADERS: Final = frozenset(
    {"accept", "accept-encoding", "accept-language", "content-type", "host", "origin", "user-agent"}
)
_PAIR: Final = re.compile(r"([^:\s]+):([^\s]+)", re.DOTALL)
_NUMBERS: Final = re.compile(r"[\d:.,*-]+")


def is_reference(text: str) -> bool:
    """Say whether a text only names a variable, whose value stands elsewhere."""
    return bool(_REFERENCE.fullmatch(text))


def default_spans(text: str) -> Iterator[Span]:
    """Yield what stands for a variable that is not set, where its name is that of a secret."""
    for match in _DEFAULT.finditer(text):
        if is_hidden(match[1], match[2]):
            yield whole(match[1], match[2], match.start(2))


def is_hidden(name: str, value: str) -> bool:
    """Say whether a value is not shown, for the name it stands under."""
    if not value or is_reference(value) or is_switch(value):
        return False
    if names_store(name):
        return not is_url(value) and not is_file(value)
    if not names_secret(name):
        return False
    if names_password(name):
        return True
    if names_way_in(name):
        return not _WAY_IN.fullmatch(value) and not is_url(value) and not is_file(value)
    return not is_file(value) and not (is_number(value) and "tokens" in name_words(name))


def header_spans(text: str) -> Iterator[Span]:
    """Yield the secret of a header, `NAME: VALUE`; one without a name is one from end to end."""
    match = _HEADER.fullmatch(text)
    if match is None:
        if not is_reference(text) and not text.startswith("@") and not text.endswith(":"):
            yield Span(0, len(text), "H", (("authorization", text),))
    elif is_header_secret(match[1], match[2]):
        yield whole(match[1], match[2], match.start(2))


def is_header_secret(name: str, value: str) -> bool:
    """Say whether the value of a header is not shown."""
    if name.lower() in _KNOWN_HEADERS or is_reference(value.rsplit(maxsplit=1)[-1]):
        return False
    return names_secret(name) or is_secret(name, value)


def user_spans(name: str, text: str) -> Iterator[Span]:
    """Yield the password of `USER:PASSWORD`; numbers are those of a user and its group."""
    match = _PAIR.fullmatch(text)
    if match and not is_url(text) and not _NUMBERS.fullmatch(text):
        yield Span(0, len(text), name, ((name, text), ("password", match[2])))
    elif looks_secret(text):
        yield whole(name, text)


def scheme_spans(text: str) -> Iterator[Span]:
    """Yield what follows `Bearer`, and what follows other schemes where it looks the part."""
    if match := _SCHEME.fullmatch(text):
        credentials = match[2]
        is_sure = match[1].lower() == "bearer" or re.search(r"[\d=]|\A\S{16,}\Z", credentials)
        if is_sure and " " not in credentials and not is_reference(credentials):
            yield whole(match[1], credentials, match.start(2))


def named_header_spans(text: str) -> Iterator[Span]:
    """Yield the secret of a header or a setting, `NAME: VALUE`, whose name is that of one."""
    match = _HEADER.fullmatch(text)
    if match and not is_url(text) and is_hidden(match[1], match[2]):
        yield from moved([whole(match[1], match[2])], match.start(2))
