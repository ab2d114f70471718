"""HTTP: who may ask, how much at once, `/healthz`, and a gateway's `/mcp/search`."""

from __future__ import annotations

import http.client
import json
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.bridge.serving import (
    HELLO,
    PATIENCE,
    Serving,
    by_hand,
    config,
    over_http,
    serving,
    text_of,
)
from tests.catalogs import TRACKERS, catalog_file
from tests.hosts.arion.inputs import EMBEDDINGS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastmcp import Client

ACCEPT = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Answer(NamedTuple):
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(
    bridge: Serving, path: str, method: str = "GET", body: Any = None, **headers: str
) -> Answer:
    """Send one request; `body` is bytes, or becomes JSON; header names with `_` for `-`."""
    place = urlsplit(bridge.url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
    sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, sent, {**ACCEPT, **named})
    response = connection.getresponse()
    answer = Answer(response.status, response.read(), dict(response.getheaders()))
    connection.close()
    return answer


@pytest.fixture(scope="module")
def trackers(tmp_path_factory: pytest.TempPathFactory) -> str:
    return catalog_file(tmp_path_factory.mktemp("catalog"), *TRACKERS)


@pytest.fixture(scope="module")
def bridge(trackers: str) -> Iterator[Serving]:
    with serving("-c", trackers, "--max-body", "2000") as running:
        yield running


@pytest.fixture(scope="module")
def gateway(trackers: str) -> Iterator[Serving]:
    with serving("-c", trackers, "--host", "arion", "--set", "eager=terminal") as running:
        yield running


def test_it_listens_on_this_machine_only(bridge: Serving) -> None:
    assert urlsplit(bridge.url).hostname == "127.0.0.1"


def test_health_says_how_it_is(bridge: Serving) -> None:
    answer = ask(bridge, "/healthz")
    assert (answer.status, answer.json) == (200, {"status": "ok", "tools": 7})


@pytest.mark.parametrize("path", ["/mcp", "/healthz", "/nowhere"])
def test_other_names_and_pages_of_other_sites_are_refused_everywhere(
    path: str, bridge: Serving
) -> None:
    assert ask(bridge, path, Host="evil.example").status == 421
    assert ask(bridge, path, Origin="http://evil.example").status == 403
    assert ask(bridge, path, "POST", HELLO, Origin="null").status == 403


def test_a_page_of_this_machine_may_ask(bridge: Serving) -> None:
    assert ask(bridge, "/mcp", "POST", HELLO, Origin="http://localhost:5173").status == 200


@pytest.mark.parametrize("sent_as", ["whole", "chunks"])
def test_a_body_that_is_too_large_is_refused(sent_as: str, bridge: Serving) -> None:
    body = b" " * 3000
    place = urlsplit(bridge.url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
    chunked = {**ACCEPT, "Transfer-Encoding": "chunked"}
    if sent_as == "chunks":
        connection.request("POST", "/mcp", iter([body]), chunked, encode_chunked=True)
    else:
        connection.request("POST", "/mcp", body, ACCEPT)
    assert connection.getresponse().status == 413
    connection.close()


def test_what_is_no_message_does_not_end_it(bridge: Serving) -> None:
    for body in (b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 1500):
        assert ask(bridge, "/mcp", "POST", body).status in range(400, 500)
    assert ask(bridge, "/healthz").status == 200


def test_hermes_has_no_search_over_http(bridge: Serving) -> None:
    assert ask(bridge, "/mcp/search", "POST", {"query": "x"}).status == 404


def test_a_gateway_searches_over_http(gateway: Serving) -> None:
    answer = ask(gateway, "/mcp/search", "POST", {"query": "archive a ticket", "limit": 1})
    assert answer.status == 200
    (found,) = answer.json["tools"]
    assert found["name"] == "linear.archive"
    assert found["inputSchema"]["properties"] == {"ticket": {"type": "string"}}


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"null", b'"x"', b"{}", b"\xff", b"[" * 200_000),
        *(
            {"query": 5},
            {"query": None},
            {"query": "x", "limit": "3"},
            {"query": "x", "limit": 1.5},
        ),
        *({"query": "x", "limit": True}, {"query": "x", "namespace": 1}),
    ],
)
def test_a_malformed_search_is_a_bad_request(body: Any, gateway: Serving) -> None:
    answer = ask(gateway, "/mcp/search", "POST", body)
    assert answer.status == 400
    assert isinstance(answer.json["error"], str)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_any_other_method_is_not_allowed(method: str, gateway: Serving) -> None:
    answer = ask(gateway, "/mcp/search", method)
    assert answer.status == 405
    assert answer.headers["allow"] == "POST"


def test_a_gateway_in_code_mode_serves_no_search(trackers: str) -> None:
    with serving("-c", trackers, "--host", "arion", "--set", "code_mode=true") as running:
        assert ask(running, "/mcp/search", "POST", {"query": "x"}).status == 404


def test_a_search_never_fails_for_embeddings_that_cannot_be_had(trackers: str) -> None:
    told = [f"embeddings.{key}={value}" for key, value in EMBEDDINGS.items()]
    words = [word for one in told for word in ("--set", one)]
    with serving("-c", trackers, "--host", "arion", *words) as running:
        answer = ask(running, "/mcp/search", "POST", {"query": "archive", "limit": 1})
        assert answer.json["tools"][0]["name"] == "linear.archive"


def test_a_token_is_asked_for_and_stands_in_no_log(trackers: str) -> None:
    planted = "planted-31337"
    with serving("-c", trackers, TOOLSEARCH_SERVE_TOKEN=planted) as running:
        refused = ask(running, "/mcp", "POST", HELLO)
        assert refused.status == 401
        assert refused.headers["www-authenticate"] == "Bearer"
        assert ask(running, "/mcp", "POST", HELLO, Authorization="Bearer wrong").status == 401
        assert ask(running, "/healthz").status == 200

        async def search(client: Client[Any]) -> str:
            return text_of(await client.call_tool("tool_search", {"query": "archive"}))

        assert "mcp__linear__archive" in over_http(running.url, search, auth=planted)
        assert running.end() == 0
    assert planted not in "".join(running.lines)


def test_no_more_sessions_are_opened_than_it_may_have(trackers: str) -> None:
    with serving("-c", trackers, "--max-sessions", "2") as running:
        opened = [ask(running, "/mcp", "POST", HELLO) for _ in range(3)]
        assert [one.status for one in opened] == [200, 200, 503]
        session = opened[0].headers["mcp-session-id"]
        left = ask(running, "/mcp", "DELETE", mcp_session_id=session)
        assert left.status == 200
        assert ask(running, "/mcp", "POST", HELLO).status == 200


def test_no_more_requests_are_taken_than_it_may_answer_at_once(tmp_path: Path) -> None:
    servers = config(tmp_path, hand=by_hand())
    with serving("--upstream", servers, "--max-requests", "1", "--host", "arion") as running:
        running.event("upstream_up")

        async def slow(client: Client[Any]) -> str:
            sent = {"seconds": 2, "text": "done"}
            return text_of(await client.call_tool("hand.slow", sent))

        answers: list[str] = []
        asking = threading.Thread(target=lambda: answers.append(over_http(running.url, slow)))
        asking.start()
        time.sleep(1.2)
        busy = ask(running, "/mcp/search", "POST", {"query": "x"})
        assert (busy.status, busy.headers["retry-after"]) == (503, "1")
        assert ask(running, "/healthz").status == 200
        asking.join(PATIENCE)
        assert answers == ["done"]
        assert ask(running, "/mcp/search", "POST", {"query": "x"}).status == 200
