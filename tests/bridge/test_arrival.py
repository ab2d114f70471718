"""HTTP: requests that never arrive, addresses with a slash, streams that are open at the end."""

from __future__ import annotations

import json
import select
import socket
import threading
from http.client import HTTPConnection, HTTPResponse
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.bridge.serving import HELLO, PATIENCE, Serving, serving
from tests.bridge.test_http import ACCEPT, ask
from tests.catalogs import TRACKERS, catalog_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


@pytest.fixture
def impatient(trackers: str) -> Iterator[Serving]:
    """A bridge that takes one request at once and waits a second for it."""
    words = ("--max-requests", "1", "--max-arrival", "1", "--host", "arion")
    with serving("-c", trackers, *words) as running:
        yield running


def begin(bridge: Serving, sent: bytes) -> socket.socket:
    """Open a connection and send the begin of something."""
    place = urlsplit(bridge.url)
    connection = socket.create_connection((place.hostname, place.port), timeout=PATIENCE)
    connection.sendall(sent)
    return connection


def rest(connection: socket.socket) -> bytes:
    """Return all that comes until the other side closes the connection."""
    parts = []
    while part := connection.recv(4096):
        parts.append(part)
    connection.close()
    return b"".join(parts)


@pytest.mark.parametrize(
    "body",
    [b"Content-Length: 100\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
    ids=["length", "chunks"],
)
def test_a_body_that_does_not_end_holds_no_place(body: bytes, impatient: Serving) -> None:
    answer = rest(begin(impatient, HEAD + body))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"did not arrive within 1 seconds" in answer
    assert ask(impatient, "/mcp", "POST", HELLO).status == 200


@pytest.mark.parametrize("sent", [b"", HEAD, HEAD + b"X: y"], ids=["nothing", "lines", "half"])
def test_a_head_that_does_not_end_holds_no_connection(sent: bytes, impatient: Serving) -> None:
    assert rest(begin(impatient, sent)) == b""
    assert ask(impatient, "/healthz").status == 200


def test_the_head_of_a_later_request_has_to_arrive_too(impatient: Serving) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connection = begin(impatient, whole + HEAD)
    answer = rest(connection)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.count(b"HTTP/1.1") == 1


def test_a_stream_may_last_longer_than_a_request_may_take_to_arrive(impatient: Serving) -> None:
    connection, _ = opened_stream(impatient)
    assert select.select([connection.sock], [], [], 2.5)[0] == [], "nothing came, and no end"
    connection.close()


def opened_stream(bridge: Serving) -> tuple[HTTPConnection, HTTPResponse]:
    """Return a connection on which a session waits for news, and what it is answered."""
    hello = ask(bridge, "/mcp", "POST", HELLO)
    session = {"mcp_session_id": hello.headers["mcp-session-id"]}
    told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert ask(bridge, "/mcp", "POST", told, **session).status == 202
    place = urlsplit(bridge.url)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
    headers = {**ACCEPT, "Mcp-Session-Id": session["mcp_session_id"]}
    connection.request("GET", "/mcp", headers=headers)
    return connection, connection.getresponse()


@pytest.mark.parametrize("end", ["", "/"])
def test_a_slash_at_the_end_is_the_same_address(end: str, impatient: Serving) -> None:
    answer = ask(impatient, f"/mcp{end}", "POST", HELLO)
    assert answer.status == 200
    assert b"protocolVersion" in answer.body
    assert ask(impatient, f"/healthz{end}").json["status"] == "ok"
    assert ask(impatient, f"/mcp/search{end}", "POST", {"query": "archive"}).status == 200
    assert ask(impatient, f"/mcp/search{end}").status == 405


def test_a_stream_that_is_open_when_the_server_ends_is_no_error(trackers: str) -> None:
    with serving("-c", trackers) as running:
        connection, stream = opened_stream(running)
        read: list[bytes] = []
        reading = threading.Thread(target=lambda: read.append(stream.read()))
        reading.start()
        assert running.end() == 0
        reading.join(PATIENCE)
        running.reading.join(PATIENCE)
        connection.close()
    assert read == [b""], "the stream ended as a whole"
    assert [json.loads(line)["event"] for line in running.lines] == ["started", "stopped"]
