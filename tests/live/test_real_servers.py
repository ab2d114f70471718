"""Servers that others wrote: what is captured of them is what the catalogs hold, to the byte."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

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


@pytest.mark.parametrize("name", NAMES)
def test_a_real_server_is_captured_to_the_byte(name: str, tmp_path: Path) -> None:
    one = launch(name, tmp_path)
    ran = run("capture", "--name", name, "--", one["command"], *one["args"], folder=tmp_path)
    assert ran.code == 0, ran.err
    (server,) = json.loads(ran.out)["servers"]
    before = held(name)
    assert json.dumps(server["tools"]) == json.dumps(before["tools"])
    assert server.get("instructions") == before.get("instructions")
    assert server["serverInfo"]["name"]


def test_all_of_them_are_captured_from_one_config(tmp_path: Path) -> None:
    servers = {name: launch(name, tmp_path) for name in NAMES}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    ran = run("capture", ".mcp.json", "-o", "tools.json", folder=tmp_path)
    assert (ran.code, ran.out) == (0, b""), ran.err
    captured = json.loads((tmp_path / "tools.json").read_bytes())["servers"]
    assert {one["name"]: one["tools"] for one in captured} == {
        name: held(name)["tools"] for name in NAMES
    }
    assert [one["name"] for one in captured] == sorted(NAMES)
    before = tmp_path / "before.json"
    before.write_text(json.dumps({"servers": [held(name) for name in NAMES]}), encoding="utf-8")
    for old in ("tools.json", "before.json"):
        checked = run("capture", ".mcp.json", "--check", old, "-q", folder=tmp_path)
        assert checked.code == 0, checked.text
