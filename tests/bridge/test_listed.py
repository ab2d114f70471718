"""What `tools/list` gives is what `manifest --array` gives, in every scenario and either way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from tests.bridge.foreign import on_pipes
from tests.bridge.serving import HELLO, config, serving, speak
from tests.bridge.test_http import ask
from toolsearch_cli.cli.app import app

RELEASES: Final = ("hermes", "hermes@0.19", "hermes@0.20", "hermes@0.21-dev", "hermes@0.22")
CONTEXTS: Final = ("2000", "8k", "32k", "200k", "1M")
"""From a listing that does not fit to schemas that do, where a release asks how large they are."""
HERMES: Final = [
    *(("--host", release, "--context", size) for release in RELEASES for size in CONTEXTS),
    *(("--host", release, "--enabled", "off") for release in RELEASES),
    ("--host", "hermes", "--listing", "off", "--only", "git*"),
    ("--host", "hermes", "--context", "500", "--without", "time"),
    ("--host", "hermes@0.22", "--context", "8k", "--only", "memory", "--only", "fetch"),
    ("--host", "hermes@0.20", "--listing-max-tokens", "300", "--without", "git*"),
    ("--host", "hermes", "--set", "naming=single"),
]
ARION: Final = [
    ("--host", "arion"),
    ("--host", "arion", "--set", "eager=git/*", "--without", "github"),
    ("--host", "arion", "--set", "tool_disclosure_mode=EAGER"),
    ("--host", "arion", "--set", "eager=*", "--only", "git*"),
    ("--host", "arion", "--set", "code_mode=true"),
]
OVER_HTTP: Final = [
    ("--host", "hermes", "--context", "8k"),
    ("--host", "hermes@0.19", "--context", "1M"),
    ("--host", "hermes@0.22", "--context", "2000", "--without", "github"),
    ("--host", "arion", "--set", "eager=git/*", "--only", "git*"),
]


def array(*words: str) -> list[dict[str, Any]]:
    """Return `manifest --array`, each tool in MCP's shape."""
    ran = CliRunner().invoke(app, ["manifest", "--array", *words])
    assert ran.exit_code == 0, ran.stderr
    return [_as_mcp(one) for one in json.loads(ran.stdout)]


def _as_mcp(one: dict[str, Any]) -> dict[str, Any]:
    if "function" not in one:
        return one
    function = one["function"]
    return {
        "name": function["name"],
        "description": function["description"],
        "inputSchema": function["parameters"],
    }


def same(listed: Any, expected: list[dict[str, Any]]) -> bool:
    """Whether two lists are the same to the byte, in the order of their keys too."""
    return json.dumps(listed) == json.dumps({"tools": expected})


@pytest.mark.parametrize("words", [*HERMES, *ARION], ids=" ".join)
def test_on_standard_streams(words: tuple[str, ...]) -> None:
    scenario = ("-c", "sample:everyday", *words)
    (listed,) = speak(*scenario, asked=[("tools/list", {})])
    assert same(listed["result"], array(*scenario))


@pytest.mark.parametrize("words", OVER_HTTP, ids=" ".join)
def test_over_http(words: tuple[str, ...]) -> None:
    scenario = ("-c", "sample:everyday", *words)
    with serving(*scenario) as bridge:
        session = ask(bridge, "/mcp", "POST", HELLO).headers["mcp-session-id"]
        sent = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
        answer = ask(bridge, "/mcp", "POST", sent, mcp_session_id=session)
    data = answer.body.decode().partition("data: ")[2]
    assert same(json.loads(data)["result"], array(*scenario))


def test_the_scenarios_hold_every_tier_and_every_way_to_list() -> None:
    seen: set[Any] = set()
    for words in HERMES[: len(RELEASES) * len(CONTEXTS)]:
        ran = CliRunner().invoke(app, ["tiers", "-c", "sample:everyday", *words, "--json"])
        (scenario,) = json.loads(ran.stdout)["scenarios"]
        seen |= {scenario["tier"], scenario["form"]}
    assert seen >= {0, 1, 2, "full", "names", "mixed", "none"}


@pytest.mark.parametrize("host", ["hermes", "hermes@0.22", "arion"])
def test_before_a_server_that_runs_it_is_the_array_of_its_snapshot(
    host: str, tmp_path: Path
) -> None:
    servers = config(tmp_path, foreign={**on_pipes("fastmcp"), "cwd": str(Path.cwd())})
    snapshot = str(tmp_path / "snapshot.json")
    ran = CliRunner().invoke(app, ["capture", servers, "--yes", "-o", snapshot])
    assert ran.exit_code == 0, ran.stderr
    (listed,) = speak("--upstream", servers, "--host", host, asked=[("tools/list", {})])
    assert same(listed["result"], array("-c", snapshot, "--host", host))
