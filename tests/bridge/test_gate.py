"""Who may ask over HTTP."""

from __future__ import annotations

import pytest

from toolsearch_cli.bridge.gate import Gate

LOCAL = Gate("127.0.0.1")
PUBLIC = Gate("10.0.0.7", names=frozenset({"tools.example"}))


def status(gate: Gate, **headers: str) -> int | None:
    refusal = gate.refusal(headers)
    return None if refusal is None else refusal.status


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:80", "localhost:8080", "LOCALHOST", "[::1]:9", "[::1]"]
)
def test_this_machine_is_called_so(host: str) -> None:
    assert status(LOCAL, host=host) is None


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil:80"),
        *("10.0.0.7", "user@127.0.0.1", "127.0.0.1/evil", "127.0.0.1:port", "[::1", "::1"),
        *("127.0.0.1:99999", "tools.example", "127.0.0.1, evil.example"),
    ],
)
def test_every_other_name_may_be_a_rebound_one(host: str) -> None:
    assert status(LOCAL, host=host) == 421


def test_a_server_for_others_is_asked_under_its_addresses_and_names() -> None:
    assert [
        status(PUBLIC, host=name) for name in ("10.0.0.7:80", "Tools.Example", "[fe80::1]")
    ] == [None] * 3
    assert status(PUBLIC, host="evil.example") == 421
    assert not PUBLIC.is_local
    assert LOCAL.is_local
    assert Gate("localhost").is_local
    assert Gate("::1").is_local


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("http://127.0.0.1:5173", None),
        ("http://localhost", None),
        ("https://[::1]:4", None),
        ("http://evil.example", 403),
        ("http://127.0.0.1.evil.example", 403),
        ("null", 403),
        ("", 403),
        ("file://", 403),
        ("chrome-extension://127.0.0.1", 403),
        ("http://localhost@evil.example", 403),
        ("http://[::1", 403),
    ],
)
def test_pages_of_other_sites_may_not_ask(origin: str, expected: int | None) -> None:
    assert status(LOCAL, host="127.0.0.1", origin=origin) == expected


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("http://192.168.1.5:8080", None),
        ("http://localhost:5173", None),
        ("https://tools.example", None),
        ("http://203.0.113.66", 403),
        ("http://203.0.113.66:8080", 403),
        ("http://192.168.1.5", 403),
        ("http://192.168.1.5:9999", 403),
        ("http://[2001:db8::1]:8080", 403),
        ("http://evil.example:8080", 403),
        ("null", 403),
    ],
)
@pytest.mark.parametrize("gate", [Gate("192.168.1.5", names=PUBLIC.names), PUBLIC])
def test_an_address_is_no_reason_to_trust_its_pages(
    gate: Gate, origin: str, expected: int | None
) -> None:
    assert status(gate, host="192.168.1.5:8080", origin=origin) == expected


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("10.0.0.7", "http://10.0.0.7:80"),
        ("10.0.0.7:443", "https://10.0.0.7"),
        ("[fe80::1]:80", "http://[FE80::1]"),
    ],
)
def test_a_page_of_the_server_itself_may_ask_with_its_port_or_without(
    host: str, origin: str
) -> None:
    assert status(PUBLIC, host=host, origin=origin) is None


def test_a_token_is_asked_for_where_there_is_one() -> None:
    gate = Gate("127.0.0.1", "correct horse")
    right = {"host": "localhost", "authorization": "Bearer correct horse"}
    assert gate.refusal(right) is None
    assert gate.refusal({**right, "authorization": "bearer correct horse"}) is None
    for wrong in (
        "",
        "Bearer",
        "Bearer correct",
        "Basic correct horse",
        "correct horse",
        "Bearer é",
    ):
        refusal = gate.refusal({**right, "authorization": wrong})
        assert refusal is not None
        assert refusal.status == 401
    assert gate.refusal({"host": "localhost"}, is_open=True) is None
    assert gate.refusal({"host": "evil.example"}, is_open=True) is not None
