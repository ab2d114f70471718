"""What a bridge writes down: a line for each call, no secrets, and a recording that eval reads."""

from __future__ import annotations

import json
import logging
import stat
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.bridge.serving import by_hand, call, config, over_http, serving, speak
from tests.catalogs import TRACKERS, catalog_file
from tests.process.program import run
from toolsearch_cli.bridge.journal import Journal
from toolsearch_cli.bridge.start import library_events
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY

if TYPE_CHECKING:
    from pathlib import Path

    from fastmcp import Client

PLANTED = ("planted-env-80085", "planted-argument-4711", "planted-query-1234", "planted-result")


def logged(lines: list[str], event: str = "call") -> list[dict[str, Any]]:
    events = [json.loads(line) for line in lines]
    return [one for one in events if one["event"] == event]


def test_every_call_is_a_line_under_the_real_tool_s_name_and_holds_no_secret(
    tmp_path: Path,
) -> None:
    servers = config(tmp_path, hand=by_hand(API_KEY=PLANTED[0]))

    async def ask(client: Client[Any]) -> None:
        await client.call_tool("tool_search", {"query": PLANTED[2]})
        for tool, sent in (
            ("echo", {"text": PLANTED[1]}),
            ("environment", {"variable": "API_KEY"}),
        ):
            name = f"mcp__hand__{tool}"
            await client.call_tool("tool_call", {"name": name, "arguments": sent})
        await client.call_tool("tool_call", {"name": "nope"}, raise_on_error=False)

    with serving("--upstream", servers) as bridge:
        over_http(bridge.url, ask)
        assert bridge.end() == 0
    written = [
        (one["tool"], one.get("source"), one["outcome"], one.get("error"), one.get("via"))
        for one in logged(bridge.lines)
    ]
    assert written == [
        ("tool_search", None, "reply", None, None),
        ("echo", "hand", "dispatch", None, "tool_call"),
        ("environment", "hand", "dispatch", None, "tool_call"),
        ("tool_call", None, "error", "not_deferrable", None),
    ]
    text = "".join(bridge.lines)
    assert not [secret for secret in PLANTED if secret in text]
    assert [one["event"] for one in map(json.loads, bridge.lines)][-1] == "stopped"


def recording(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_recording_is_read_back_by_eval(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, *TRACKERS)
    path = tmp_path / "recorded.jsonl"
    asked = [
        call("tool_search", query="put a ticket away"),
        call("tool_call", name="mcp__linear__archive", arguments={"ticket": "9"}),
        call("tool_search", query="zzz"),
        call("tool_call", name="mcp__github__search_code", arguments={"q": PLANTED[1]}),
        call("tool_search", query="nothing comes of this"),
    ]
    speak("-c", catalog, "--record", str(path), asked=asked)
    lines = recording(path)
    schema = json.loads((DIRECTORY / "schemas" / "recording-1.json").read_bytes())
    assert [list(Draft202012Validator(schema).iter_errors(line)) for line in lines] == [[]] * 5
    assert PLANTED[1] not in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    ran = CliRunner().invoke(app, ["eval", str(path), "-c", catalog, "--json"])
    assert ran.exit_code == 0, ran.stderr
    assert json.loads(ran.stdout)["queries"] == 2


def test_a_recording_is_added_to(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, *TRACKERS)
    path = tmp_path / "recorded.jsonl"
    for _ in range(2):
        speak("-c", catalog, "--record", str(path), asked=[call("tool_search", query="x")])
    assert [one["tool"] for one in recording(path)] == ["tool_search", "tool_search"]


def test_two_runs_into_one_recording_are_two_sessions(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, *TRACKERS)
    path = tmp_path / "recorded.jsonl"
    search = call("tool_search", query="put a ticket away")
    wanted = call("tool_call", name="mcp__linear__archive", arguments={"ticket": "9"})
    for asked in (search, wanted):
        speak("-c", catalog, "--record", str(path), asked=[asked])
    first, second = recording(path)
    assert first["session"] != second["session"]
    ran = CliRunner().invoke(app, ["eval", str(path), "-c", catalog, "--json"])
    assert "0 followed by a call" in str(ran.exception)


def test_what_is_recorded_stands_on_a_line_of_its_own(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, *TRACKERS)
    path = tmp_path / "recorded.jsonl"
    path.write_text('{"half": ', encoding="utf-8")
    speak("-c", catalog, "--record", str(path), asked=[call("tool_search", query="x")])
    half, whole = path.read_text(encoding="utf-8").splitlines()
    assert half == '{"half": '
    assert json.loads(whole)["tool"] == "tool_search"


def test_of_what_libraries_say_only_whose_it_is_and_its_kind_is_logged() -> None:
    lines: list[str] = []
    logger = logging.getLogger("mcp.server.planted")
    with library_events(Journal(lines.append)):
        error = ValueError(PLANTED[1])
        logger.error("Session %s crashed: %s", PLANTED[2], PLANTED[3], exc_info=error)
        logger.error(PLANTED[0])
    events = [json.loads(line) for line in lines]
    assert [(one["logger"], one.get("exception")) for one in events] == [
        ("mcp.server.planted", "ValueError"),
        ("mcp.server.planted", None),
    ]
    assert not [secret for secret in PLANTED if secret in "".join(lines)]


def test_a_recording_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, *TRACKERS)
    ran = run("serve", "-c", catalog, "--record", str(tmp_path))
    assert ran.code == 2
    assert "--record" in ran.said[0]


def test_a_full_disk_does_not_stop_it(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, *TRACKERS)
    asked = [call("tool_search", query="archive")]
    (answer,) = speak("-c", catalog, "--record", "/dev/full", asked=asked)
    assert "mcp__linear__archive" in json.dumps(answer)
