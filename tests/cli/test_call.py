"""`toolsearch call`: what a model would get back, and which tool it would reach."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

CREATE = {"name": "mcp__github__create_issue", "arguments": {"title": "t", "body": "b"}}


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def call(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, ["call", *words], input=given)


def answer(*words: str, given: str | None = None) -> Any:
    result = call(*words, given=given)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def record(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = answer(*words, "-f", "json")
    assert found["toolsearch"] == "call/1"
    return found


def test_a_search_prints_the_host_s_own_json_in_one_line(trackers: str) -> None:
    result = call("tool_search", '{"query": "archive"}', "-c", trackers)
    assert result.stdout.count("\n") == 1
    found = json.loads(result.stdout)
    assert [one["name"] for one in found["matches"]] == ["mcp__linear__archive"]
    assert found["total_available"] == 6


def test_a_tool_that_would_be_called_is_said_under_its_own_name(trackers: str) -> None:
    assert answer("tool_call", json.dumps(CREATE), "-c", trackers) == {
        "would_call": {
            "name": "mcp__github__create_issue",
            "source": "github",
            "kind": "mcp",
            "tool": "create_issue",
            "arguments": {"title": "t", "body": "b"},
        }
    }


def test_an_error_of_the_host_is_an_answer(trackers: str) -> None:
    assert "error" in answer("tool_describe", '{"name": "nope"}', "-c", trackers)
    found = record("tool_describe", '{"name": "nope"}', "-c", trackers)
    assert (found["outcome"], found["error"]) == ("error", "not_deferrable")
    assert found["dispatch"] is None


def test_the_record_tells_reply_error_and_dispatch_apart(trackers: str) -> None:
    reply = record("tool_search", '{"query": "issue"}', "-c", trackers)
    assert (reply["outcome"], reply["error"], reply["dispatch"]) == ("reply", None, None)
    sent = record("tool_call", json.dumps(CREATE), "-c", trackers)
    assert (sent["outcome"], sent["result"]) == ("dispatch", None)
    assert sent["dispatch"]["tool"] == "create_issue"


@pytest.mark.parametrize("host", ["hermes@0.22", "arion"])
def test_the_host_decides(host: str, trackers: str) -> None:
    asked = {"hermes@0.22": '{"queries": ["archive"]}', "arion": '{"query": "archive"}'}[host]
    found = answer("tool_search", asked, "-c", trackers, "--host", host)
    names = {"hermes@0.22": "mcp__linear__archive", "arion": "linear.archive"}
    assert names[host] in json.dumps(found)


def test_a_progressive_tool_of_arion_is_called_by_its_name(trackers: str) -> None:
    found = answer("linear.archive", '{"ticket": "1"}', "-c", trackers, "--host", "arion")
    assert found["would_call"]["tool"] == "archive"


def test_an_eager_tool_is_called_by_its_name(trackers: str) -> None:
    assert answer("terminal", "{}", "-c", trackers)["would_call"]["source"] == "core"
    found = record("mcp__github__create_issue", "{}", "-c", trackers)
    assert found["error"] == "unknown_tool"  # deferred: only tool_call reaches it


def test_a_bridge_that_is_not_offered_is_a_what_if(trackers: str) -> None:
    result = call("tool_search", '{"query": "issue"}', "-c", trackers, "--enabled", "off")
    assert json.loads(result.stdout)["matches"]
    assert "not offered" in result.stderr
    off = ("-c", trackers, "--enabled", "off", "-f", "json")
    assert json.loads(call("tool_search", '{"query": "issue"}', *off).stdout)["offered"] is False
    assert answer("mcp__github__create_issue", "{}", *off[:-2])["would_call"]["source"] == "github"


def test_arguments_come_from_standard_input(trackers: str) -> None:
    found = answer("tool_search", "-", "-c", trackers, given='{"query": "archive"}')
    assert found["query"] == "archive"


def test_without_arguments_none_are_sent(trackers: str) -> None:
    assert answer("tool_search", "-c", trackers) == {"error": "query is required"}


@pytest.mark.parametrize("given", ["{", "[]", '"text"', "[" * 100_000, "null"])
def test_what_is_no_object_cannot_be_sent(given: str, trackers: str) -> None:
    result = call("tool_search", given, "-c", trackers)
    assert isinstance(result.exception, UsageError)


def test_a_catalog_on_standard_input_leaves_no_room_for_arguments() -> None:
    result = call("tool_search", "-", "-c", "-", given="{}")
    assert isinstance(result.exception, UsageError)


def test_a_host_whose_bridge_is_only_shown_is_refused(trackers: str) -> None:
    result = call("tool_search", "{}", "-c", trackers, "--host", "codex")
    assert isinstance(result.exception, UsageError)
    assert "arion" in (result.exception.hint or "")


def test_formats_of_tables_are_refused(trackers: str) -> None:
    assert isinstance(call("tool_search", "-c", trackers, "-f", "csv").exception, UsageError)


def test_hidden_characters_of_a_catalog_do_not_reach_a_reader(tmp_path: Path) -> None:
    hostile = {"name": "x", "description": "a\x9b31m\u202eb", "inputSchema": {"type": "object"}}
    path = catalog_file(tmp_path, {"name": "s", "kind": "mcp", "tools": [hostile]})
    shown = call("tool_describe", '{"name": "mcp__s__x"}', "-c", path, "-f", "table").stdout
    assert "\x9b" not in shown
    assert "\u202e" not in shown
    assert json.loads(shown)["description"] == hostile["description"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
def test_no_answer_holds_a_number_that_json_has_no_words_for(trackers: str, number: str) -> None:
    """Sent as such it is no JSON; in a text, the host reads it and the SDK writes null."""
    refused = call("terminal", f'{{"n": {number}}}', "-c", trackers)
    assert isinstance(refused.exception, UsageError)
    assert number in str(refused.exception)

    sent = json.dumps({**CREATE, "arguments": f'{{"title": "t", "body": [{number}]}}'})
    for words in ([], ["-f", "json"]):
        result = call("tool_call", sent, "-c", trackers, *words)
        found = json.loads(result.stdout, parse_constant=pytest.fail)
        reached = found["dispatch"] if words else found["would_call"]
        assert reached["arguments"]["body"] == [None]
