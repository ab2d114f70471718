"""`toolsearch capture --check`: live servers beside a snapshot, classed as `diff` does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.live.odd import command
from tests.live.odd_server import TOOLS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.inside import Inside
    from tests.process.program import Ran

pytest_plugins = ("tests.cli.inside",)

OPEN, ODD = TOOLS
INFO = {"name": "odd-server", "version": "1.2.3", "colour": "green"}
SAME: dict[str, Any] = {"name": "a", "kind": "mcp", "instructions": "Knock first.", "tools": TOOLS}


def check(
    inside: Inside, folder: Path, before: dict[str, Any] | list[Any], *words: str, **more: Any
) -> Ran:
    """Compare two servers, of which one may fail, with a snapshot of before."""
    program, *args = command("good")
    servers = {"a": {"command": program, "args": args}, **more}
    (folder / ".mcp.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    (folder / "old.json").write_text(json.dumps(before), encoding="utf-8")
    return inside("capture", ".mcp.json", "--check", "old.json", "-q", *words, folder=folder)


def failing() -> dict[str, Any]:
    program, *args = command("dies")
    return {"command": program, "args": args}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"serverInfo": INFO},
        {"source": {"registry": "PyPI"}, "protocolVersion": "2024-11-05"},
        {"tools": [ODD, dict(reversed(OPEN.items()))]},
    ],
)
def test_the_same_servers_pass(more: dict[str, Any], inside: Inside, tmp_path: Path) -> None:
    ran = check(inside, tmp_path, {"servers": [{**SAME, **more}]})
    assert (ran.code, ran.err) == (0, b"")
    assert ran.text.startswith("No change: 2 tools of 1 source, as before.")


CHANGED: dict[str, dict[str, Any]] = {
    "breaking": {"tools": [*TOOLS, {"name": "close_door", "inputSchema": {}}]},
    "routing": {"tools": [{**OPEN, "description": "Opens."}, ODD]},
    "cosmetic": {"serverInfo": {**INFO, "version": "1.2.2"}},
}


@pytest.mark.parametrize("change_class", CHANGED)
def test_a_difference_fails_in_its_class(change_class: str, inside: Inside, tmp_path: Path) -> None:
    before = {"servers": [{**SAME, **CHANGED[change_class]}]}
    ran = check(inside, tmp_path, before, "--json")
    assert ran.code == 1
    changes = json.loads(ran.out)["changes"]
    assert {one["class"] for one in changes} == {change_class}
    strict = check(inside, tmp_path, before, "--fail-on", "breaking")
    assert strict.code == (1 if change_class == "breaking" else 0)
    assert "old.json → live" in strict.text


def test_a_server_that_is_gone_from_the_config_is_a_difference(
    inside: Inside, tmp_path: Path
) -> None:
    before = {"servers": [SAME, {**SAME, "name": "b"}]}
    assert check(inside, tmp_path, before).code == 1
    assert check(inside, tmp_path, before, "--only", "a").code == 0


def test_what_failed_is_compared_with_nothing(inside: Inside, tmp_path: Path) -> None:
    before = {"servers": [SAME, {**SAME, "name": "b"}]}
    ran = check(inside, tmp_path, before, b=failing())
    assert ran.code == 3
    assert ran.text.startswith("No change: 2 tools of 1 source, as before.")
    assert "toolsearch: error: 1 of 2 servers did not tell their tools" in ran.said
    ran = check(inside, tmp_path, before, "--allow-partial", b=failing())
    assert ran.code == 0, ran.text
    assert b"b: its tools are unknown" in ran.err


def test_what_answered_is_compared_though_another_failed(inside: Inside, tmp_path: Path) -> None:
    before = {"servers": [{**SAME, **CHANGED["breaking"]}, {**SAME, "name": "b"}]}
    ran = check(inside, tmp_path, before, "--json", b=failing())
    assert ran.code == 3
    assert [one["tool"] for one in json.loads(ran.out)["changes"]] == ["close_door"]
    assert b"b: its tools are unknown: ended by itself with exit code 3" in ran.err
    assert check(inside, tmp_path, before, "--allow-partial", b=failing()).code == 1


def test_where_all_failed_there_is_nothing_to_compare(inside: Inside, tmp_path: Path) -> None:
    before = {"servers": [{**SAME, "name": "b"}]}
    (tmp_path / "old.json").write_text(json.dumps(before), encoding="utf-8")
    words = ("capture", "--check", "old.json", "--allow-partial", "--", *command("dies"))
    ran = inside(*words, folder=tmp_path)
    assert (ran.code, ran.out) == (3, b"")
    assert ran.said[-1] == "toolsearch: error: the server did not tell its tools"


def test_a_lone_server_goes_by_the_name_it_was_captured_under(
    inside: Inside, tmp_path: Path
) -> None:
    (tmp_path / "old.json").write_text(json.dumps(SAME), encoding="utf-8")
    words = ("capture", "--check", "old.json", "-q", "--", *command("good"))
    assert inside(*words, folder=tmp_path).code == 0


def test_a_snapshot_can_be_checked_against_itself(inside: Inside, tmp_path: Path) -> None:
    captured = inside("capture", "-q", "--", *command("pages"))
    (tmp_path / "old.json").write_bytes(captured.out)
    words = ("capture", "--check", "old.json", "-q", "--", *command("good"))
    assert inside(*words, folder=tmp_path).code == 0
