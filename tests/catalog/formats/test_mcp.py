"""Answers to tools/list, bare and as the Inspector and mcporter print them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.catalog.inputs import TOOL, loaded, only_tool, places, refusal, sources, tool


def format_of(document: Any) -> str | None:
    return loaded(document).files[0].format


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"jsonrpc": "2.0", "id": "1", "result": {"tools": [TOOL]}}, "/result/tools/0"),
        ({"tools": [TOOL], "ttlMs": 300000}, "/tools/0"),
        ([TOOL], "/0"),
        ([{"name": "open_door", "description": "No schema."}], "/0"),
        (TOOL, ""),
    ],
)
def test_tools_list_in_each_wrapping(document: Any, pointer: str) -> None:
    assert format_of(document) == "mcp"
    assert only_tool(document).provenance.pointer == pointer


def pages(*cursors: str | None) -> list[dict[str, Any]]:
    return [
        {
            "jsonrpc": "2.0",
            "id": number,
            "result": {
                "tools": [tool(f"t{number}")],
                **({} if cursor is None else {"nextCursor": cursor}),
            },
        }
        for number, cursor in enumerate(cursors)
    ]


@pytest.mark.parametrize("lines", [False, True])
def test_pages_are_joined_in_order(*, lines: bool) -> None:
    found = pages("x", "y", None)
    (source,) = sources("\n".join(map(json.dumps, found)) if lines else found)
    assert places(source) == {f"t{number}": f"/{number}/result/tools/0" for number in range(3)}
    assert not source.incomplete


@pytest.mark.parametrize("cursors", [("x",), ("x", "y"), (None, "y")])
def test_a_missing_page_is_warned_of(cursors: tuple[str | None, ...]) -> None:
    found = pages(*cursors)
    result = loaded(found if len(found) > 1 else found[0])
    assert result.catalog.sources[0].incomplete
    assert "incomplete" in result.files[0].warnings[0]


def test_a_native_list_can_be_incomplete_too() -> None:
    (source,) = sources({"name": "a", "tools": [TOOL], "nextCursor": "x"})
    assert source.incomplete


def test_a_session_names_the_server_and_its_instructions() -> None:
    start = {"serverInfo": {"name": "git", "version": "1"}, "instructions": "Careful."}
    session = [
        {"jsonrpc": "2.0", "id": 0, "result": start},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no prompts"}},
        {"jsonrpc": "2.0", "id": 2, "result": {"tools": [TOOL]}},
    ]
    (source,) = sources("\n".join(map(json.dumps, session)))
    assert (source.name, source.instructions) == ("git", "Careful.")
    assert places(source) == {"open_door": "/3/result/tools/0"}


def test_one_document_with_server_info() -> None:
    document = {"serverInfo": {"name": "git"}, "instructions": "Careful.", "tools": [TOOL]}
    (source,) = sources(document)
    assert (source.name, source.instructions) == ("git", "Careful.")


@pytest.mark.parametrize(
    ("error", "quoted"),
    [
        ({"code": -32601, "message": "Method not found"}, '"Method not found" (-32601)'),
        ({"message": "bad\n\x1b[31m"}, r'"bad\n\x1b[31m"'),
        ("text", '"text"'),
        ({"code": 1}, '"None" (1)'),
    ],
)
def test_an_error_answer_is_quoted(error: Any, quoted: str) -> None:
    refused = refusal({"jsonrpc": "2.0", "id": 1, "error": error})
    assert str(refused) == f"-: /error: the server answered with an error: {quoted}"


def test_the_body_of_an_event_stream() -> None:
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}})
    found = loaded(f"event: message\nid: 1\ndata: {answer}\n\n: ping\n\n")
    assert found.catalog.tool_count == 1
    assert found.files[0].lost == ()


def test_inspector_output() -> None:
    document = {"result": {"tools": [TOOL]}, "schemaFindings": [{"tool": "open_door"}]}
    found = loaded(document)
    assert found.files[0].format == "inspector"
    assert found.files[0].lost == ("1 schema finding of the Inspector",)
    assert places(found.catalog.sources[0]) == {"open_door": "/result/tools/0"}


@pytest.mark.parametrize("indent", [None, 2])
def test_messages_around_the_output_are_passed_over(indent: int | None) -> None:
    output = json.dumps({"tools": [TOOL]}, indent=indent)
    text = f"Schema portability: 1 finding\n[INFO] start\n[12:00] x\n{output}\nServer closed.\n"
    found = loaded(text)
    assert found.catalog.tool_count == 1
    assert found.files[0].lost == ("4 lines that are not JSON",)


def test_mcporter_output_of_one_server() -> None:
    document = {"mode": "server", "name": "git", "status": "ok", "tools": [TOOL]}
    (source,) = sources(document)
    assert (source.name, places(source)) == ("git", {"open_door": "/tools/0"})
    assert format_of(document) == "mcporter"


def test_of_a_server_that_was_offline_nothing_is_known() -> None:
    offline = {"name": "slack", "status": "offline", "error": "ENOENT"}
    online = {"name": "git", "status": "ok", "tools": [TOOL]}
    found = loaded({"mode": "list", "counts": {}, "servers": [offline, online]})
    assert [source.name for source in found.catalog.sources] == ["git"]
    assert found.files[0].lost == ("1 server that did not answer",)
    assert found.files[0].warnings == ("/servers/0: its tools are unknown: slack: it was offline",)
    error = refusal({"mode": "server", **offline})
    assert error.reason == "no server answered: slack: it was offline"


def test_why_servers_did_not_answer_mcporter() -> None:
    def server(name: str, status: Any, **more: Any) -> dict[str, Any]:
        return {"name": name, "status": status, **more}

    silent = [
        server("a", "auth"),
        server("b", "http", issue={"kind": "http", "statusCode": 503}),
        server("c", "http"),
        server("d", "error"),
        server("e", "new"),
        server("f", 5),
        server("g", "ok"),
        {"name": "h", "tools": None},
    ]
    reasons = [
        "it asks for a login",
        "it answered with HTTP status 503",
        "it answered with an HTTP error",
        "it failed",
        "its status was new",
        "its status was unknown",
        "it did not list them",
        "it did not list them",
    ]
    good = {"name": "git", "status": "ok", "tools": [TOOL]}
    found = loaded({"mode": "list", "servers": [good, *silent]})
    assert [one.reason for one in found.catalog.unknown] == reasons
    error = refusal({"mode": "list", "servers": silent})
    told = "; ".join(f"{name}: {reason}" for name, reason in zip("abc", reasons, strict=False))
    assert error.reason == f"no server answered: {told}; 5 more"


def test_a_page_that_is_an_error_is_said() -> None:
    first = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL], "nextCursor": "2"}}
    failed = {"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "no more"}}
    found = loaded([first, failed])
    assert found.catalog.sources[0].incomplete
    assert found.files[0].warnings[0] == (
        '/1/error: the server answered with an error: "no more" (-32603)'
    )


def test_a_stray_key_of_a_provider_does_not_change_the_format() -> None:
    (source,) = sources([tool("a"), {"name": "b", "input_schema": {}}, tool("c", parameters={})])
    assert [item.input_schema for item in source.tools] == [
        TOOL["inputSchema"],
        None,
        TOOL["inputSchema"],
    ]
    assert source.tools[1].extra == {"input_schema": {}}
