"""Servers that hang, die, print rubbish, page for ever or send too much: each told as it is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.live.odd import PATIENT, SOON, USUAL, Watched, entry, missed, outcome, running, told
from tests.live.odd_server import TOOLS
from toolsearch_cli.live.capture import capture
from toolsearch_cli.live.configs import command_entry

if TYPE_CHECKING:
    from pathlib import Path


def test_tools_are_kept_exactly_as_they_were_sent() -> None:
    found = told(entry("good"))
    assert json.dumps(found.tools) == json.dumps(TOOLS)
    assert found.server_info == {"name": "odd-server", "version": "1.2.3", "colour": "green"}
    assert found.instructions == "Knock first."
    assert found.protocol_version is not None


def test_all_pages_are_read_also_an_empty_one_in_between() -> None:
    assert list(told(entry("pages")).tools) == TOOLS


def test_rubbish_beside_good_answers_does_no_harm() -> None:
    assert list(told(entry("rubbish")).tools) == TOOLS


def test_a_server_that_says_it_has_no_tools_has_none(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert told(entry("without-tools", ODD_LOG=str(log))).tools == ()
    assert "tools/list" not in log.read_text(encoding="utf-8")


def test_nothing_but_the_list_is_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    told(entry("pages", ODD_LOG=str(log)))
    asked = log.read_text(encoding="utf-8").split()
    assert asked == ["initialize", "notifications/initialized", *["tools/list"] * 3]


def test_a_server_that_knows_no_handshake_is_discovered(tmp_path: Path) -> None:
    log = tmp_path / "log"
    found = told(entry("of-today", ODD_LOG=str(log)))
    assert list(found.tools) == TOOLS
    assert found.server_info == {"name": "new-server", "version": "9"}
    assert found.instructions == "Knock first."
    assert found.protocol_version == "2026-07-28"
    asked = log.read_text(encoding="utf-8").split()
    assert asked == ["initialize", "server/discover", "tools/list"]


def test_a_server_of_unknown_versions_is_told() -> None:
    assert "2999-01-01" in missed(entry("of-no-day")).reason


def test_a_server_may_ask_back_and_gets_an_answer() -> None:
    assert list(told(entry("asks-back")).tools) == TOOLS


@pytest.mark.parametrize(
    "line",
    [
        '{"jsonrpc": "2.0", "id": ID, "result": null}',
        '{"jsonrpc": "2.0", "id": ID, "result": []}',
        '{"jsonrpc": "2.0", "id": ID, "result": {}}',
        '{"jsonrpc": "2.0", "id": ID, "error": {}}',
        '{"jsonrpc": "2.0", "id": ID, "error": {"code": "x", "message": 3}}',
        '{"jsonrpc": "2.0", "id": ID, "error": {"code": 1, "message": "x", "data": {"a": []}}}',
        '{"jsonrpc": "1.0", "id": ID, "result": {"tools": []}}',
        '{"jsonrpc": "2.0", "id": "other", "result": {"tools": []}}',
        '{"jsonrpc": "2.0", "id": ID, "result": {"tools": [1e999]}}',
        '{"jsonrpc": "2.0", "id": ID, "result": {"tools": [NaN]}}',
        '{"jsonrpc": "2.0", "id": ID, "method": "no/such", "params": 3}',
        '{"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": []}',
        '[{"jsonrpc": "2.0", "id": ID, "result": {"tools": []}}]',
        '"tools"',
        "\ufeff{}",
        "\x1b[2J\x07",
    ],
)
def test_any_line_is_told_or_waited_out(line: str) -> None:
    found = missed(entry("says", line), SOON)
    assert found.reason
    assert found.reason.isprintable()


@pytest.mark.parametrize(
    "tools",
    ['["a", 1, null, {}]', '[{"name": "a", "name": "b"}]', '[{"\\ud800": 12345678901234567890.0}]'],
)
def test_odd_tools_are_kept_as_they_are(tools: str) -> None:
    line = f'{{"jsonrpc": "2.0", "id": ID, "result": {{"tools": {tools}, "_meta": 3}}}}'
    assert json.dumps(told(entry("says", line)).tools) == json.dumps(json.loads(tools))


REASONS = {
    "dies": "ended by itself with exit code 3",
    "dies-later": "ended by itself with exit code 5",
    "killed": "was ended by SIGKILL",
    "holds-pipes": "ended by itself with exit code 4",
    "error-at-once": 'answered with an error: "not today" (-32603)',
    "error": 'answered with an error: "the door\\x1b[31m is stuck" (-32603)',
    "locked": 'answered with an error: "Connection closed" (-32000)',
    "locked-and-dies": 'answered with an error: "the door is locked" (-32000)',
    "circles": "its list of tools goes in circles: a cursor comes again",
    "endless": "its list of tools goes on after 1,000 pages",
    "odd-cursor": "its cursor is a number, not a string",
    "no-list": "its tools/list has no array of tools, but an object",
    "of-the-future": "Unsupported protocol version from the server: 2999-01-01",
    "not-valid": "introduced itself in a way that is not valid: serverInfo: Field required",
    "deep": "sent a message that cannot be read: nested more than 200 levels deep",
    "huge": "sent a message of more than 67,108,864 bytes",
}


@pytest.mark.parametrize("behaviour", REASONS)
def test_a_failure_is_told_in_one_line(behaviour: str) -> None:
    assert missed(entry(behaviour)).reason == REASONS[behaviour]


@pytest.mark.parametrize("behaviour", ["hangs", "hangs-later"])
def test_a_server_that_hangs_has_its_time(behaviour: str) -> None:
    assert missed(entry(behaviour), SOON).reason == "did not tell its tools within 0.7 s"


def test_rubbish_alone_is_told() -> None:
    assert missed(entry("only-rubbish"), PATIENT).reason == (
        "did not tell its tools within 4 s; wrote 1 line on its stdout that is no message: "
        "<html>404</html>"
    )


def test_too_many_bytes_over_all_pages_are_too_many() -> None:
    small = replace(USUAL, max_bytes=1_000)
    assert missed(entry("endless"), small).reason == "its list of tools is longer than 1,000 bytes"


def test_the_last_words_on_stderr_are_kept_and_the_first_of_many_are_not() -> None:
    assert missed(entry("dies")).stderr == ("cannot find my keys",)
    lines = missed(entry("talkative")).stderr
    assert len(lines) == 20
    assert re.fullmatch(r"line 1999 y{100}", lines[-1])


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["no-such-program-is-here"], "cannot be started: no-such-program-is-here: No such file"),
        ([os.devnull], f"cannot be started: {os.devnull}: Permission denied"),
        (["python3", "a\0b"], "cannot be started: embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started_is_told(command: list[str], reason: str) -> None:
    assert missed(command_entry(command, {})).reason.startswith(reason)


@pytest.mark.parametrize("behaviour", ["children", "orphans", "holds-pipes"])
def test_no_process_is_left_behind(behaviour: str, tmp_path: Path) -> None:
    children = tmp_path / "children"
    outcome(entry(behaviour, ODD_CHILDREN=str(children)))
    assert children.read_text(encoding="utf-8").split()
    assert running(children) == []


@pytest.mark.skipif(sys.platform != "linux", reason="what left its group is found in /proc")
@pytest.mark.parametrize("behaviour", ["apart", "apart-and-deaf", "apart-and-nameless", "daemon"])
def test_what_left_its_group_is_not_left_behind(behaviour: str, tmp_path: Path) -> None:
    children = tmp_path / "children"
    told(entry(behaviour, ODD_CHILDREN=str(children)))
    assert children.read_text(encoding="utf-8").split()
    assert running(children) == []


def test_what_another_server_started_is_left_alone(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        told(entry("apart"))
        assert other.poll() is None
        other.kill()


def test_a_server_that_will_not_end_is_ended() -> None:
    assert list(told(entry("deaf")).tools) == TOOLS


def test_several_are_captured_at_once_and_come_back_in_order() -> None:
    watched = Watched()
    names = ["a", "b", "c", "d", "e"]
    bounds = replace(PATIENT, at_once=2)
    behaviours = ["good", "dies", "pages", "hangs", "good"]
    entries = [entry(one, name=name) for one, name in zip(behaviours, names, strict=True)]
    found = capture(entries, os.environ, watched, bounds)
    assert [one.entry.name for one in found] == names
    assert [type(one).__name__ for one in found] == [
        *("Captured", "Missed", "Captured", "Missed", "Captured")
    ]
    assert sorted(watched.heard) == sorted(f"{what} {one}" for one in names for what in _STEPS)
    assert _most_at_once(watched.heard) == 2


_STEPS = ("started", "ended")


def _most_at_once(heard: list[str]) -> int:
    running_now = most = 0
    for one in heard:
        running_now += 1 if one.startswith("started") else -1
        most = max(most, running_now)
    return most
