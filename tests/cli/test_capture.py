"""`toolsearch capture` as a user runs it: real processes, their streams, files and exit codes."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from tests.live.odd import command
from tests.live.odd_server import TOOLS
from tests.live.odd_web import odd_web
from tests.process.program import run
from toolsearch_cli.cli.capture_options import ServerOptions
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.live.capture import CaptureBounds

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.inside import Inside
    from tests.process.program import Ran

pytest_plugins = ("tests.cli.inside",)

EPOCH = "1790000000"
PLANTED = "planted-7c1e"


def server(behaviour: str, *words: str, **more: Any) -> dict[str, Any]:
    program, *args = command(behaviour, *words)
    return {"command": program, "args": args, **more}


def config(folder: Path, **servers: dict[str, Any]) -> str:
    path = folder / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return str(path)


def snapshot(ran: Ran) -> dict[str, Any]:
    """What was captured, held to its schema."""
    found: dict[str, Any] = json.loads(ran.out)
    schema = json.loads((DIRECTORY / "schemas" / "snapshot-1.json").read_bytes())
    Draft202012Validator(schema).validate(found)
    return found


def test_a_config_becomes_a_snapshot(inside: Inside, tmp_path: Path) -> None:
    ran = inside(
        "capture", config(tmp_path, b=server("pages"), a=server("good")), SOURCE_DATE_EPOCH=EPOCH
    )
    assert ran.code == 0, ran.err
    found = snapshot(ran)
    assert found["captured"]["at"] == "2026-09-21T14:13:20Z"
    assert [one["name"] for one in found["servers"]] == ["a", "b"]
    assert [json.dumps(one["tools"]) for one in found["servers"]] == [json.dumps(TOOLS)] * 2
    assert found["servers"][0]["instructions"] == "Knock first."
    assert ran.said[-2].startswith("b  2 tools, ")
    assert ran.said[-1].startswith("a  2 tools, ")
    assert ran.said[-1].endswith("odd-server 1.2.3")


def test_the_same_servers_give_the_same_bytes(inside: Inside, tmp_path: Path) -> None:
    first = inside(
        "capture", config(tmp_path, a=server("good"), b=server("dies")), SOURCE_DATE_EPOCH=EPOCH
    )
    again = inside(
        "capture", config(tmp_path, b=server("dies"), a=server("good")), SOURCE_DATE_EPOCH=EPOCH
    )
    assert first.out == again.out != b""


def test_every_command_reads_what_was_captured(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    ran = inside("capture", config(tmp_path, a=server("good")), "-o", str(path))
    assert (ran.code, ran.out) == (0, b"")
    tiers = json.loads(inside("tiers", str(path), "--json").out)
    assert [row["source"] for row in tiers["scenarios"][0]["sources"]] == ["a"]
    assert inside("diff", str(path), str(path)).code == 0


def test_a_failed_server_is_unknown_and_the_exit_code_says_so(
    inside: Inside, tmp_path: Path
) -> None:
    named = config(tmp_path, a=server("good"), b=server("dies"))
    ran = inside("capture", named)
    assert ran.code == 3
    assert snapshot(ran)["servers"][1] == {
        "name": "b",
        "kind": "mcp",
        "tools": None,
        "failure": {
            "reason": "ended by itself with exit code 3",
            "stderr": ["cannot find my keys"],
        },
    }
    assert ran.said[-4:] == [
        "toolsearch: warning: b: its tools are unknown: ended by itself with exit code 3",
        "  | cannot find my keys",
        "toolsearch: error: 1 of 2 servers did not tell their tools",
        "hint: --allow-partial is content with the others",
    ]
    partial = inside("capture", named, "--allow-partial")
    assert partial.code == 0
    tiers = inside("tiers", "-", given=partial.out)
    assert tiers.code == 0
    assert b"its tools are unknown: b: ended by itself" in tiers.err


def test_nothing_captured_is_a_failure_whatever_is_allowed(inside: Inside, tmp_path: Path) -> None:
    path = str(tmp_path / "tools.json")
    ran = inside("capture", config(tmp_path, b=server("dies")), "--allow-partial", "-o", path)
    assert ran.code == 3
    assert ran.said[-2:] == [
        f"{path}: 0 tools of 0 servers, 1 server unknown",
        "toolsearch: error: the server did not tell its tools",
    ]


def test_a_late_server_may_be_given_more_time(inside: Inside, tmp_path: Path) -> None:
    named = config(tmp_path, a=server("hangs"))
    ran = inside("capture", named, "--timeout", "0.5")
    assert ran.code == 3
    assert ran.said[-1] == "hint: --timeout gives them longer"


def test_the_options_have_the_bounds_of_a_capture() -> None:
    defaults = ServerOptions()
    assert CaptureBounds(seconds=defaults.timeout, at_once=defaults.jobs) == CaptureBounds()


def test_a_command_stands_behind_two_dashes(inside: Inside) -> None:
    ran = inside("capture", "-q", "--", *command("good"))
    assert (ran.code, ran.err) == (0, b"")
    assert [one["name"] for one in snapshot(ran)["servers"]] == ["odd-server"]
    named = inside("capture", "-q", "--name", "doors", "--", *command("good", "--name", "x"))
    assert [one["name"] for one in snapshot(named)["servers"]] == ["doors"]


def test_a_url_is_asked_with_headers_from_the_environment(inside: Inside) -> None:
    with odd_web() as web:
        ran = inside(
            *("capture", web.url, "--header", "Authorization: Bearer env:MY_TOKEN"),
            *("--header", "X-Team: ${TEAM:-doors}"),
            MY_TOKEN=PLANTED,
        )
    assert ran.code == 0, ran.err
    assert web.headers[0]["authorization"] == f"Bearer {PLANTED}"
    assert web.headers[0]["x-team"] == "doors"
    assert b"planted" not in ran.out + ran.err
    assert snapshot(ran)["servers"][0]["tools"] == TOOLS


def test_a_program_gets_a_few_variables_and_those_that_are_passed_on(
    inside: Inside, tmp_path: Path
) -> None:
    program, names = tmp_path / "tell.py", tmp_path / "names"
    program.write_text(
        f"import os, pathlib\npathlib.Path({str(names)!r}).write_text(' '.join(os.environ))\n",
        encoding="utf-8",
    )
    words = ("--env", "MINE", "--env", "OTHER=env:MINE", "--", sys.executable, str(program))
    ran = inside("capture", *words, MINE=PLANTED, MY_SECRET=PLANTED)
    assert b"planted" not in ran.out + ran.err
    given = set(names.read_text(encoding="utf-8").split())
    assert {"PATH", "MINE", "OTHER"} <= given
    assert "MY_SECRET" not in given


def test_only_some_servers_are_started(inside: Inside, tmp_path: Path) -> None:
    named = config(tmp_path, a=server("good"), b=server("dies"), c=server("good", disabled=True))
    ran = inside("capture", named, "--without", "b")
    assert [one["name"] for one in snapshot(ran)["servers"]] == ["a"]
    assert f"  not started: c of {named}: switched off" in ran.said
    assert inside("capture", named, "--only", "c").code == 0
    assert inside("capture", named, "--only", "d").code == 2


def test_a_config_may_come_from_standard_input(inside: Inside, tmp_path: Path) -> None:
    given = json.dumps({"a": server("good")}).encode()
    ran = inside("capture", "-", given=given)
    assert [one["name"] for one in snapshot(ran)["servers"]] == ["a"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "nothing to capture is named"),
        (("no.json",), "no.json: there is no such file"),
        (("--header", "A: b", "--", "x"), "--header: no URL is named"),
        (("http://x.invalid", "http://y.invalid", "--header", "A: b"), "--header: several URLs"),
        (("http://x.invalid", "--header", "A"), "--header: expected NAME: VALUE"),
        (("http://x.invalid", "--header", "A: env:NO_SUCH"), "--header A: needs the environment"),
        (("--env", "NO_SUCH", "--", "x"), "--env NO_SUCH: needs the environment variable NO_SUCH"),
        (("--env", "A-B", "--", "x"), "--env: expected NAME or NAME=VALUE"),
        (("--name", "x", "http://x.invalid", "--", "y"), "--name is for one URL or one command"),
        (("--fail-on", "any", "--", "x"), "--fail-on is for --check"),
        (("-f", "csv", "--", "x"), "-f csv: a snapshot is JSON"),
        (("--check", "none.json", "--", "x"), "none.json: there is no such file"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    words: tuple[str, ...], said: str, inside: Inside, tmp_path: Path
) -> None:
    ran = inside("capture", *words, folder=tmp_path)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.said[0].startswith(f"toolsearch: error: {said}")


def test_a_file_that_is_no_config_is_refused(inside: Inside, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('{"tools": []}', encoding="utf-8")
    ran = inside("capture", "tools.json", folder=tmp_path)
    assert (ran.code, ran.said[0]) == (2, "toolsearch: error: tools.json: names no servers")


def test_a_bad_epoch_is_refused(inside: Inside) -> None:
    ran = inside("capture", "--", *command("good"), SOURCE_DATE_EPOCH="yesterday")
    assert ran.code == 2
    assert ran.said[-1] == "toolsearch: error: SOURCE_DATE_EPOCH: expected seconds since 1970"


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ImportError('no mcp here')", encoding="utf-8")
    ran = run("capture", "--", "x", folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert ran.code == 3
    assert ran.said[-2:] == [
        "toolsearch: error: capture needs the extra live: no mcp here",
        'hint: pip install "toolsearch-cli[live]"',
    ]


def test_a_snapshot_holds_all_tools_whatever_a_config_passes_on(
    inside: Inside, tmp_path: Path
) -> None:
    named = config(tmp_path, a=server("good", enabled_tools=["odd"], disabled_tools=[]))
    ran = inside("capture", named)
    assert snapshot(ran)["servers"][0]["tools"] == TOOLS
    assert ran.said[-1].endswith("odd-server 1.2.3; all are kept, though its config passes on 1")
