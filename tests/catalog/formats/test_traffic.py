"""Logs of MCP messages: answers by id, pages by cursor, the last complete list of each server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.catalog.inputs import loaded, places, refusal, sources, tool, unknown

ASK = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


def asked(number: Any, cursor: str | None = None) -> dict[str, Any]:
    return {**ASK, "id": number, "params": {} if cursor is None else {"cursor": cursor}}


def listed(number: Any, *names: str, more: str | None = None) -> dict[str, Any]:
    result: dict[str, Any] = {"tools": [tool(name) for name in names]}
    if more is not None:
        result["nextCursor"] = more
    return {"jsonrpc": "2.0", "id": number, "result": result}


def introduced(name: str, number: int = 0) -> dict[str, Any]:
    result = {"serverInfo": {"name": name}, "instructions": f"About {name}."}
    return {"jsonrpc": "2.0", "id": number, "result": result}


def log(*messages: Any) -> str:
    return "\n".join(map(json.dumps, messages))


@pytest.mark.parametrize("cut", range(2, 90))
def test_a_log_whose_last_line_breaks_off(cut: int) -> None:
    """The writer was stopped, wherever in the message."""
    whole = log(asked(1), listed(1, "a"), asked(2))
    last = json.dumps(listed(2, "a", 'b"\\\u00e9'), ensure_ascii=cut % 2 == 0)
    found = loaded(f"{whole}\n{last[:-cut]}")
    assert list(places(found.catalog.sources[0])) == ["a"]
    assert found.files[0].warnings == ("its last line breaks off: that message is not read",)


@pytest.mark.parametrize(
    "text",
    [
        log(listed(1, "a")) + '\n{"jsonrpc" "2.0", "id": 2}',
        log(listed(1, "a")) + '\n{"jsonrpc": "2.0", "id": \n' + log(asked(2)),
        json.dumps(tool("a")) + '\n{"name": "b", "inputSch',
        json.dumps(listed(1, "a"))[:-9],
    ],
)
def test_what_is_broken_elsewhere_is_not_passed_over(text: str) -> None:
    assert "not JSON" in refusal(text).reason


def test_lists_that_are_read_at_the_same_time() -> None:
    (source,) = sources(
        log(
            *(asked(1), listed(1, "a", more="x"), asked(2), listed(2, "b", more="y")),
            *(asked(3, "x"), asked(4, "y"), listed(4, "d"), listed(3, "c")),
        )
    )
    assert list(places(source)) == ["a", "c"], "the last that was complete"


def test_a_log_that_begins_amid_a_list() -> None:
    tail = (asked(2, "x"), listed(2, "b"))
    found = loaded(log(*tail))
    assert [source.incomplete for source in found.catalog.sources] == [True]
    assert "its first page is not in the log" in found.files[0].warnings[0]
    (source,) = sources(log(asked(1), listed(1, "a"), *tail))
    assert (list(places(source)), source.incomplete) == (["a"], False)


def test_messages_wrapped_with_the_name_of_their_server() -> None:
    lines = [
        {"server": name, wrapper: message}
        for wrapper in ("message", "payload", "data", "body")
        for name in ("x", "y")
        for message in (asked(1), listed(1, name, wrapper))
    ]
    for wrapper in range(0, len(lines), 4):
        found = sources(log(*lines[wrapper : wrapper + 4]))
        assert [source.name for source in found] == ["x", "y"]


def test_pages_are_joined_and_the_server_names_itself() -> None:
    found = loaded(
        log(
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}},
            introduced("git"),
            asked(1),
            listed(1, "a", more="x"),
            {"jsonrpc": "2.0", "method": "notifications/progress"},
            asked(2, "x"),
            listed(2, "b"),
        )
    )
    (source,) = found.catalog.sources
    assert found.files[0].format == "traffic"
    assert (source.name, source.instructions) == ("git", "About git.")
    assert places(source) == {"a": "/3/result/tools/0", "b": "/6/result/tools/0"}
    assert not source.incomplete
    assert found.files[0].warnings == ()


def test_the_last_complete_list_wins() -> None:
    found = loaded(
        log(
            asked(1),
            listed(1, "old"),
            asked(2),
            listed(2, "new"),
            asked(3),
            listed(3, "cut", more="x"),
        )
    )
    (source,) = found.catalog.sources
    assert list(places(source)) == ["new"]
    assert not source.incomplete
    assert found.files[0].warnings == ("holds 3 lists of tools: the last complete one counts",)


def test_a_list_that_never_ends_is_incomplete() -> None:
    found = loaded(log(asked(1), listed(1, "a", more="x"), asked(2, "x"), listed(2, "b", more="y")))
    (source,) = found.catalog.sources
    assert list(places(source)) == ["a", "b"]
    assert source.incomplete
    assert "the list is incomplete" in found.files[0].warnings[0]


def test_answers_are_paired_by_id_in_any_order() -> None:
    other = {"jsonrpc": "2.0", "id": 9, "method": "registry/list", "params": {}}
    (source,) = sources(
        log(asked(1), other, asked("1"), listed(9, "no"), listed("1", "b"), listed(1, "a"))
    )
    assert list(places(source)) == ["a"]


def test_a_page_of_another_cursor_begins_a_new_list() -> None:
    (source,) = sources(
        log(
            asked(1),
            listed(1, "a", more="x"),
            asked(2),
            listed(2, "b", more="y"),
            asked(3, "y"),
            listed(3, "c"),
        )
    )
    assert list(places(source)) == ["b", "c"]


def test_answers_alone_are_joined_as_pages() -> None:
    (source,) = sources(log(introduced("git"), listed(1, "a", more="x"), listed(2, "b")))
    assert list(places(source)) == ["a", "b"]


def test_servers_that_introduce_themselves_after_each_other() -> None:
    found = sources(log(introduced("git"), listed(1, "a"), introduced("mail"), listed(1, "b")))
    assert [(one.name, list(places(one))) for one in found] == [("git", ["a"]), ("mail", ["b"])]


def test_a_server_that_was_not_asked_is_unknown() -> None:
    found = loaded(log(introduced("git"), introduced("mail"), listed(1, "b")))
    assert [one.name for one in found.catalog.sources] == ["mail"]
    assert unknown(found) == ["-: git: it was not asked for its tools"]


def test_a_server_that_answered_with_an_error_is_unknown() -> None:
    failed = {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}}
    found = loaded(log(introduced("git"), asked(1), failed, introduced("mail"), listed(1, "b")))
    assert unknown(found) == ["-: git: it answered with an error"]


@pytest.mark.parametrize(
    "prefix", ["-> ", "2026-03-01T09:00:00Z <- ", "[09:00] recv: ", "DEBUG:mcp.client:"]
)
def test_what_a_logger_writes_before_a_message(prefix: str) -> None:
    text = "".join(f"{prefix}{json.dumps(one)}\n" for one in (asked(1), listed(1, "a")))
    found = loaded(f"[INFO] start\n{text}bye {{\n")
    (source,) = found.catalog.sources
    assert places(source) == {"a": "/1/result/tools/0"}
    assert found.files[0].lost == ("2 lines that are not JSON",)


def test_a_message_that_is_cut_off_is_passed_over() -> None:
    whole, cut = json.dumps(listed(1, "a")), json.dumps(listed(2, "b"))[:60]
    found = loaded(f"<- {json.dumps(asked(1))}\n<- {whole}\n<- {cut}\n")
    assert found.catalog.tool_count == 1
    assert found.files[0].lost == ("1 line that is not JSON",)


def test_records_of_mcp_debug() -> None:
    request = {"ts": 1, "dir": "req", "id": 4, "method": "tools/list", "params": {}}
    answer = {"ts": 2, "dir": "res", "id": 4, "method": "tools/list"}
    (source,) = sources(log(request, {**answer, "result": listed(4, "a")["result"]}))
    assert places(source) == {"a": "/1/result/tools/0"}


def test_records_of_a_gateway_name_its_servers() -> None:
    found = sources(
        log(
            record("git", 1, request=asked(1)),
            record("mail", 1, request=asked(1)),
            record("mail", 1, response=listed(1, "send")),
            record("git", 1, response=listed(1, "log")),
        )
    )
    assert {one.name: places(one) for one in found} == {
        "git": {"log": "/3/response/result/tools/0"},
        "mail": {"send": "/2/response/result/tools/0"},
    }


def test_records_of_an_interceptor() -> None:
    record = {"type": "response", "timestamp": 1, "method": "list_tools"}
    found = loaded({**record, "result": listed(1, "a")["result"]})
    assert found.files[0].format == "traffic"
    assert places(found.catalog.sources[0]) == {"a": "/result/tools/0"}


def test_messages_inside_records() -> None:
    lines = [{"time": 1, "direction": "in", "message": one} for one in (asked(1), listed(1, "a"))]
    (source,) = sources(log(*lines))
    assert places(source) == {"a": "/1/message/result/tools/0"}


def test_batches() -> None:
    (source,) = sources(log([asked(1), asked(2)], [listed(2, "b"), listed(1, "a")]))
    assert list(places(source)) == ["a"]


def test_a_log_without_a_list() -> None:
    error = refusal(log({"jsonrpc": "2.0", "id": 1, "method": "ping"}, introduced("git")))
    assert error.reason == "holds no answer to tools/list: git: it was not asked for its tools"


def test_requests_that_are_never_answered_do_not_pile_up() -> None:
    found = loaded(log(*(asked(number) for number in range(12_000)), listed(1, "a")))
    assert found.catalog.tool_count == 1


def test_a_log_of_an_error_alone() -> None:
    failed = {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}}
    assert refusal(log(asked(1), failed)).reason == "holds only an error as answer to tools/list"


def record(name: str, number: int, **body: Any) -> dict[str, Any]:
    """What a gateway writes of a request or of an answer."""
    about = {"timestamp": "2026-03-01", "method": "tools/list", "id": number}
    return {**about, "metadata": {"serverName": name, "durationMs": 3}, **body}


def test_pages_whose_requests_are_not_in_the_log() -> None:
    pages = (listed(1, "a", more="x"), listed(2, "b"))
    (source,) = sources(log(*(record("git", page["id"], response=page) for page in pages)))
    assert (list(places(source)), source.incomplete) == (["a", "b"], False)
