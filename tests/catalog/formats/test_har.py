"""HAR files: bodies as JSON, event streams or Base64; MCP, or requests to a model."""

from __future__ import annotations

import base64
import gzip
import json
from typing import TYPE_CHECKING, Any

from tests.catalog.formats.test_traffic import asked, introduced, listed
from tests.catalog.inputs import loaded, places, refusal, sources, unknown

if TYPE_CHECKING:
    import pytest


def entry(sent: Any, came: Any, url: str = "https://git.example/mcp", **content: Any) -> Any:
    text = came if isinstance(came, str) else json.dumps(came)
    return {
        "request": {
            "method": "POST",
            "url": url,
            "postData": {"mimeType": "application/json", "text": json.dumps(sent)},
        },
        "response": {"status": 200, "content": {"text": text, **content}},
    }


def har(*entries: Any) -> dict[str, Any]:
    return {"log": {"version": "1.2", "entries": list(entries)}}


def stream(*messages: Any) -> str:
    return "".join(f"event: message\ndata: {json.dumps(one)}\n\n" for one in messages)


def test_a_list_in_a_body() -> None:
    found = loaded(har(entry(asked(1), listed(1, "a"))))
    (source,) = found.catalog.sources
    assert (found.files[0].format, source.name) == ("har", "git.example")
    assert places(source) == {"a": "/log/entries/0/response/content/text"}


def test_an_event_over_several_lines() -> None:
    data = "\n".join(f"data: {line}" for line in json.dumps(listed(1, "a"), indent=1).split("\n"))
    for newline in ("\n", "\r\n", "\r"):
        text = f"id: 7\nevent: message\n{data}\n\n: still here\n\n".replace("\n", newline)
        (source,) = sources(har(entry(asked(1), text, mimeType="text/event-stream")))
        assert list(places(source)) == ["a"]


def test_bodies_as_they_went_over_the_wire() -> None:
    body = json.dumps(listed(1, "a")).encode()
    for data in (gzip.compress(body), b"\xef\xbb\xbf" + body):
        packed = base64.encodebytes(data).decode()  # in lines of 76 characters
        (source,) = sources(har(entry(asked(1), packed, encoding="base64")))
        assert list(places(source)) == ["a"]


def test_a_body_that_cannot_be_unpacked_is_lost_an_image_is_none() -> None:
    brotli = base64.b64encode(b"\x8b\x03\x80hello\xff\x03").decode()
    about = {"encoding": "base64", "mimeType": "application/json; charset=utf-8"}
    picture = {"encoding": "base64", "mimeType": "image/png"}
    good = entry(asked(1), listed(1, "a"))
    found = loaded(har(entry(asked(1), brotli, **about), entry({}, brotli, **picture), good))
    assert found.files[0].lost == ("1 body that cannot be unpacked",)


def test_a_packed_body_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolsearch_cli.catalog.formats.har._MOST_UNPACKED", 1_000)
    body = json.dumps(listed(1, "a")).encode() + b" " * 10_000
    packed = base64.b64encode(gzip.compress(body)).decode()
    (source,) = sources(har(entry(asked(1), packed, encoding="base64")))
    assert list(places(source)) == ["a"], "what is behind the bound was only space"


def test_entries_count_in_the_order_in_which_they_began() -> None:
    def at(time: str, one: Any) -> Any:
        return {**one, "startedDateTime": time}

    first, second = entry(asked(1), listed(1, "a", more="c")), entry(asked(2, "c"), listed(2, "b"))
    times = ("2026-03-01T09:00:01.5+00:00", "2026-03-01T09:00:02Z")
    found = har(at(times[1], second), at(times[0], first))
    (source,) = sources(found)
    assert places(source) == {
        "a": "/log/entries/1/response/content/text",
        "b": "/log/entries/0/response/content/text",
    }
    for odd in ("", "yesterday", "2026-03-01T09:00:01"):
        (source,) = sources(har(at(odd, first), at(times[1], second)))
        assert list(places(source)) == ["a", "b"], "as they stand"


def test_event_streams_and_base64() -> None:
    packed = base64.b64encode(stream(listed(2, "b")).encode()).decode()
    (source,) = sources(
        har(
            entry(asked(0), stream(introduced("git"))),
            entry(asked(1), stream({"jsonrpc": "2.0", "method": "x"}, listed(1, "a", more="c"))),
            entry(asked(2, "c"), packed, encoding="base64"),
        )
    )
    assert (source.name, list(places(source)), source.incomplete) == ("git", ["a", "b"], False)


def test_each_host_is_a_server() -> None:
    found = sources(
        har(
            entry(asked(1), listed(1, "a")),
            entry(asked(1), listed(1, "b"), "https://user:pw@mail.example:8080/mcp?key=1"),
        )
    )
    assert [one.name for one in found] == ["git.example", "mail.example:8080"]


def test_bodies_that_say_nothing_are_passed_over() -> None:
    odd = [
        None,
        {},
        {"request": {"url": 3, "postData": {"text": 4}}, "response": {"content": []}},
        entry(asked(1), "<html>", mimeType="text/html"),
        entry(asked(1), '{"jsonrpc": '),
        entry(asked(1), '"tools" !!', encoding="base64"),
        entry(asked(1), "[" * 5000 + '"tools"'),
        {"request": {"url": "http://[::1"}},
    ]
    assert loaded(har(*odd, entry(asked(1), listed(1, "a")))).catalog.tool_count == 1
    assert "holds no answer to tools/list" in refusal(har(*odd)).reason


def test_without_mcp_the_last_request_to_a_model_counts() -> None:
    def asks(name: str) -> Any:
        tools = [{"name": name, "description": "d", "input_schema": {}}]
        return entry({"model": "m", "messages": [], "tools": tools}, {"content": []})

    found = loaded(har(asks("mcp__git__log"), asks("mcp__git__push")))
    (source,) = found.catalog.sources
    assert (source.name, places(source)) == (
        "git",
        {"push": "/log/entries/1/request/postData/text"},
    )
    assert found.files[0].warnings == ("holds 2 requests with tools: the last one counts",)
    with_mcp = loaded(har(asks("x"), entry(asked(1), listed(1, "a"))))
    assert with_mcp.catalog.sources[0].name == "git.example"
    assert with_mcp.files[0].lost == ("1 request to a model",)


def test_a_host_that_speaks_another_json_rpc_is_no_server() -> None:
    other = entry(
        {"jsonrpc": "2.0", "id": 1, "method": "eth_call"},
        {"jsonrpc": "2.0", "id": 1, "result": {"value": 1}},
        "https://chain.example/",
    )
    mute = entry(
        {**asked(0), "method": "initialize"}, introduced("mail"), "https://mail.example/mcp"
    )
    found = loaded(har(other, mute, entry(asked(1), listed(1, "a"))))
    assert unknown(found) == ["-: mail: it was not asked for its tools"]


def test_what_is_said_of_a_request_stands_where_its_text_does() -> None:
    tools = [{"name": "a", "input_schema": {}}, {"type": "mcp_toolset", "mcp_server_name": "mail"}]
    body = {"model": "m", "messages": [], "tools": [*tools, {"name": "", "input_schema": {}}]}
    found = loaded(har(entry(body, {"content": []})))
    at = "/log/entries/0/request/postData/text"
    assert [one.provenance.pointer for one in found.catalog.unknown] == [at]
    assert found.files[0].warnings == (
        f"{at}: /tools/2: skipped, not a tool: its name is empty",
        f"{at}: its tools are unknown: mail: the provider asks it for them",
    )
    assert "1 entry that is not a tool" in found.files[0].lost
