"""HAR files in which a server did not list its tools: it is unknown, with the reason."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalog.formats.test_har import entry, har, stream
from tests.catalog.formats.test_traffic import asked, listed
from tests.catalog.inputs import loaded, refusal, unknown
from toolsearch_cli.catalog.loading import load

if TYPE_CHECKING:
    from pathlib import Path

MAIL = "https://mail.example/mcp"
HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "1"}}


def answered(sent: Any, came: Any, status: int = 200, **content: Any) -> Any:
    one = entry(sent, came, MAIL, **content)
    return {**one, "response": {**one["response"], "status": status}}


def failed(**more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}, **more}


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (answered(asked(1), "oops", 500), "answered with HTTP status 500"),
        (answered(asked(1), "", 302), "answered with HTTP status 302"),
        (answered([asked(1)], "oops", 500), "answered with HTTP status 500"),
        (answered(HELLO, "who are you?", 401), "answered with HTTP status 401"),
        (answered(asked(1), failed(), 500), "answered with an error"),
        (answered(asked(1), failed(id=None)), "answered with an error"),
        (
            answered(asked(1), {"jsonrpc": "2.0", "id": 1, "result": {}}),
            "answered without a list of tools",
        ),
        (answered(asked(1), "<html>"), "answered with what cannot be read as MCP"),
        (answered(asked(1), stream({"jsonrpc": "2.0", "method": "ping"})), "did not answer"),
        (answered(asked(1), stream({"jsonrpc": "2.0", "method": "x", "id": 1})), "did not answer"),
        (answered(asked(1), "", 0), "did not answer"),
        (answered(asked(1), "Accepted", 202), "did not answer"),
        ({"request": answered(asked(1), "")["request"]}, "did not answer"),
    ],
)
def test_a_server_that_did_not_list_its_tools(one: Any, why: str) -> None:
    packed = base64.b64encode(stream(listed(1, "a")).encode()).decode()
    found = loaded(har(entry(asked(1), packed, encoding="base64"), one))
    assert [source.name for source in found.catalog.sources] == ["git.example"]
    assert unknown(found) == [f"-: mail.example: it {why}"]


def test_the_same_server_may_have_listed_them_before_or_later() -> None:
    good, bad = entry(asked(1), listed(1, "a"), MAIL), answered(asked(1), "oops", 500)
    assert unknown(loaded(har(good, bad))) == unknown(loaded(har(bad, good))) == []


def test_answers_on_a_stream_of_their_own() -> None:
    """The older transport takes requests in one place and answers in another."""
    sent = answered(asked(1), "Accepted", 202)
    came = {
        "request": {"method": "GET", "url": "https://mail.example/sse"},
        "response": {"status": 200, "content": {"text": stream(listed(1, "a"))}},
    }
    for entries in ((sent, came), (came, sent)):
        found = loaded(har(*entries))
        assert (found.catalog.tool_count, unknown(found)) == (1, [])


@pytest.mark.parametrize(
    "sent", [{**HELLO, "params": {"rootUri": "x"}}, {**asked(1), "method": "eth_call"}]
)
def test_another_protocol_that_fails_is_no_server(sent: Any) -> None:
    assert unknown(loaded(har(entry(asked(1), listed(1, "a")), answered(sent, "", 500)))) == []


def test_a_request_of_the_server_takes_no_id_from_ours() -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    found = loaded(har(entry(asked(1), stream(ping, listed(1, "a")))))
    assert found.catalog.tool_count == 1


def test_failures_alone(tmp_path: Path) -> None:
    """Beside other files the server is unknown; alone the file is refused."""
    reason = "holds no answer to tools/list: mail.example: it answered with HTTP status 500"
    text = har(answered(asked(1), "oops", 500))
    assert refusal(text).reason == reason
    (tmp_path / "a.har").write_text(json.dumps(text))
    (tmp_path / "b.json").write_text(json.dumps(listed(1, "a")))
    found = load([str(tmp_path)])
    assert unknown(found) == [
        f"{tmp_path / 'a.har'}: mail.example: it answered with HTTP status 500"
    ]
