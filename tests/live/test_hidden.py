"""What counts as a secret, and how it is taken out of text in each of its spellings."""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from toolsearch_cli.catalog.hiding import is_secret
from toolsearch_cli.live.hidden import Hidden, Redaction, Secret, redaction

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("API_KEY", "plain"),
        ("DB_PASSWORD", "postgres"),
        ("Authorization", "Bearer abc"),
        ("X", "hunter2"),
        ("X", "PLANTED_VALUE"),
        ("DATABASE_URL", "postgres://me:hunter2@db/x"),
        ("HOOK", "https://hooks.example.com/T0/B0?sig=1"),
        ("X", "sk-abcdefgh"),
        ("X", "/srv/0123456789abcdef0123"),
    ],
)
def test_secrets(name: str, text: str) -> None:
    assert is_secret(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("DEBUG", one) for one in ("1", "true", "on", "")),
        ("USE_TOKENS", "true"),
        ("MAX_TOKENS", "25000"),
        ("LOG_LEVEL", "debug"),
        ("LEVEL", "INFO"),
        ("AWS_REGION", "us-east-1"),
        ("LANG", "en_US.UTF-8"),
        ("ROOT", "/home/me/projects"),
        ("ROOT", "C:\\Users\\me"),
        ("BASE", "http://localhost:8080/v1"),
        ("HOST", "localhost:5432"),
        ("Accept", "application/json"),
        ("X-MCP-Toolsets", "repos,issues"),
        ("VERSION", "1.2.3"),
    ],
)
def test_plain_values_would_be_hidden_everywhere(name: str, text: str) -> None:
    assert not is_secret(name, text)


def hidden(*pairs: tuple[str, str]) -> Redaction:
    return redaction(Secret(name, Hidden(text)) for name, text in pairs)


ODD_KEY = "s3?>~~?planted-pass"
"""In base64 with each of the characters that URLs have others for."""
KEY = 'pla"nted/ü 7c1e'


@pytest.mark.parametrize(
    "spelling",
    [KEY, json.dumps(KEY), json.dumps(KEY, ensure_ascii=False), quote(KEY), repr(KEY), f"x{KEY}y"],
)
def test_a_secret_is_found_as_others_write_it(spelling: str) -> None:
    shown = hidden(("KEY", KEY)).text(f"a {spelling} b")
    assert "nted" not in shown
    assert "[hidden: KEY]" in shown


def test_parts_of_a_secret_are_secrets() -> None:
    basic = b64encode(b"me:planted-pass").decode()
    lines = "-----BEGIN KEY-----\nMIIplanted0123456789\n-----END KEY-----"
    shown = hidden(
        ("Authorization", "Bearer planted-token"),
        ("Proxy-Authorization", f"Basic {basic}"),
        ("DB_URL", "postgres://me:planted-db@host/x"),
        ("PEM", lines),
    )
    for text in ("planted-token", "planted-pass", "planted-db", "MIIplanted0123456789", basic):
        assert "planted" not in shown.text(f"it said {text}, then ended")
        assert basic not in shown.text(f"it said {text}, then ended")


@pytest.mark.parametrize("before", ["", "u:", "us:", "user:", "\x7f"])
@pytest.mark.parametrize("after", ["", "@", "?>"])
def test_a_secret_is_found_in_base64_of_any_kind(before: str, after: str) -> None:
    whole = f"{before}{ODD_KEY}{after}".encode()
    for encoded in (b64encode(whole), urlsafe_b64encode(whole)):
        for written in (encoded, encoded.rstrip(b"=")):
            text = hidden(("KEY", ODD_KEY)).text(f"Basic {written.decode()} was refused")
            start, _, end = text.partition("[hidden: KEY]")
            left = start.removeprefix("Basic ") + end.removesuffix(" was refused")
            assert len(left.rstrip("=")) <= len(before + after) * 4 / 3 + 4
            assert start != text


def test_the_longer_of_two_secrets_goes_first() -> None:
    assert hidden(("A", "planted"), ("B", "planted-more")).text("planted-more planted") == (
        "[hidden: B] [hidden: A]"
    )


def test_values_are_redacted_whole_and_left_alone_where_there_is_nothing() -> None:
    value: Json = {"planted-key": ["a", 1, None, {"b": "is planted-key"}]}
    assert hidden(("K", "planted-key")).json(value) == {
        "[hidden: K]": ["a", 1, None, {"b": "is [hidden: K]"}]
    }
    assert hidden().json(value) is value


def test_nothing_shows_a_secret_by_accident() -> None:
    shown = hidden(("K", "planted-key"))
    assert "planted" not in repr((Hidden("planted"), Secret("K", Hidden("planted")), shown))
    assert "planted" not in f"{Hidden('planted')!s}"
