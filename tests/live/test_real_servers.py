"""Servers that others wrote: what is captured of them is what the catalogs hold, to the byte."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from tests.bridge.real import installed
from tests.process.program import run
from tests.programs import program

if TYPE_CHECKING:
    from pathlib import Path

PYTHON: Final = ("time", "git", "fetch")
NPM: Final = ("everything", "filesystem", "memory")
NAMES: Final = (*PYTHON, *NPM)


def launch(name: str, folder: Path) -> dict[str, Any]:
    """How to start a server that is installed; a test without it is skipped."""
    if name in NPM:
        program("node")
    args = {"filesystem": [str(folder)], "everything": ["stdio"]}
    return {"command": installed(f"mcp-server-{name}"), "args": args.get(name, [])}


def held(name: str) -> dict[str, Any]:
    """The catalog of a server, at the version that is installed."""
    from toolsearch_cli.catalog.samples import sample_files

    paths = {path.stem: path for _, path in sample_files("fleet")}
    found: dict[str, Any] = json.loads(paths[name].read_bytes())
    return found


def test_real_servers_are_captured_to_the_byte(tmp_path: Path) -> None:
    servers = {name: launch(name, tmp_path) for name in NAMES}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    ran = run("capture", ".mcp.json", "--jobs", "2", folder=tmp_path)
    assert ran.code == 0, ran.err
    captured = {one["name"]: one for one in json.loads(ran.out)["servers"]}
    assert list(captured) == sorted(NAMES)
    for name, server in captured.items():
        before = held(name)
        assert json.dumps(server["tools"]) == json.dumps(before["tools"])
        assert server.get("instructions") == before.get("instructions")
        assert server["serverInfo"]["version"]


def test_a_catalog_of_a_real_server_holds_what_it_publishes_today(tmp_path: Path) -> None:
    one = launch("memory", tmp_path)
    old = tmp_path / "old.json"
    old.write_text(json.dumps(held("memory")), encoding="utf-8")
    command = (one["command"], *one["args"])
    ran = run("capture", "--check", str(old), "-q", "--", *command, folder=tmp_path)
    assert (ran.code, ran.err) == (0, b"")
    assert ran.text.startswith("No change: 9 tools of 1 source, as before.")
