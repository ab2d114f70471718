"""Servers behind a URL: streamable HTTP, headers, and what is wrong with their answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.live.odd import SOON, USUAL, missed, told
from tests.live.odd_server import TOOLS
from tests.live.odd_web import odd_web
from toolsearch_cli.live.configs import ServerEntry, address_entry

HEADERS = {"Authorization": "Bearer planted-7c1e", "X-Team": "doors"}


def entry(url: str, **headers: str) -> ServerEntry:
    return address_entry(url, headers)


@pytest.mark.parametrize("behaviour", ["good", "events"])
def test_tools_are_kept_exactly_as_they_were_sent(behaviour: str) -> None:
    with odd_web(behaviour) as server:
        found = told(entry(server.url))
    assert list(found.tools) == TOOLS
    assert found.server_info == {"name": "odd-web", "version": "1"}


def test_headers_go_along_with_every_request_and_the_session_is_ended() -> None:
    with odd_web() as server:
        told(address_entry(server.url, HEADERS))
    assert {name: {sent[name.lower()] for sent in server.headers} for name in HEADERS} == {
        name: {value} for name, value in HEADERS.items()
    }
    assert server.methods == ["initialize", "notifications/initialized", "tools/list", "DELETE"]


def test_the_transport_before_streamable_http_is_spoken_where_a_url_ends_so() -> None:
    with odd_web("old") as server:
        assert list(told(address_entry(f"{server.url}/sse", HEADERS)).tools) == TOOLS
    assert all(sent["x-team"] == "doors" for sent in server.headers)


REASONS = {
    "closed-door": "answered 401 Unauthorized: it wants to know who asks",
    "broken": "answered 500 Internal Server Error",
    "gone": "answered 404 Not Found",
    "packed": "sent a packed body, which it was asked not to",
    "not-a-number": "its list of tools holds a number that JSON cannot",
    "locked": 'answered with an error: "database is locked" (-32603)',
    "locked-with-a-status": 'answered with an error: "database is locked" (-32603)',
    "broken-later": "answered 500 Internal Server Error",
    "page": 'answered with an error: "Unexpected content type: text/html" (-32600)',
}


@pytest.mark.parametrize("behaviour", REASONS)
def test_a_failure_is_told_in_one_line(behaviour: str) -> None:
    with odd_web(behaviour) as server:
        assert missed(entry(server.url)).reason == REASONS[behaviour]


def test_the_older_transport_tells_the_status_as_well() -> None:
    with odd_web("closed-door") as server:
        reason = missed(entry(f"{server.url}/sse")).reason
    assert reason == "answered 401 Unauthorized: it wants to know who asks"


def test_no_secret_follows_a_redirect_to_elsewhere() -> None:
    with odd_web("moved") as server:
        assert "http://127.0.0.1:9/elsewhere not followed" in missed(entry(server.url)).reason


def test_broken_json_is_an_error() -> None:
    with odd_web("broken-json") as server:
        assert "Failed to parse JSON response" in missed(entry(server.url)).reason


def test_a_large_answer_is_not_read() -> None:
    with odd_web("large") as server:
        found = missed(entry(server.url), replace(USUAL, max_bytes=50_000))
    assert found.reason == "sent a message of more than 50,000 bytes"


def test_a_server_that_says_nothing_has_its_time() -> None:
    with odd_web("silent") as server:
        assert missed(entry(server.url), SOON).reason == "did not tell its tools within 0.7 s"


def test_a_session_that_cannot_be_ended_costs_neither_the_answer_nor_all_the_time() -> None:
    with odd_web("will-not-let-go") as server:
        assert list(told(entry(server.url)).tools) == TOOLS


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:9/mcp", "cannot be reached: "),
        ("http://no-such-host.invalid/mcp", "cannot be reached: "),
        ("http://[::1/mcp", "cannot be"),
    ],
)
def test_a_url_that_nobody_answers_is_told(url: str, reason: str) -> None:
    assert missed(entry(url)).reason.startswith(reason)


def test_a_header_that_cannot_be_sent_is_not_repeated() -> None:
    found = missed(address_entry("http://127.0.0.1:9/mcp", {"Authorization": "planted\n7c1e"}))
    assert "planted" not in found.reason
    assert "7c1e" not in found.reason
