"""Client configs are recognised, and answered with the line that captures; no secret is in it."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalog.inputs import TOOL, refusal
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import InputError, ServersOnlyError

if TYPE_CHECKING:
    from pathlib import Path

STDIO: dict[str, Any] = {"command": "npx", "args": ["-y", "server-git"], "env": {"GIT_PAT": "hush"}}
HTTP: dict[str, Any] = {
    "type": "http",
    "url": "https://mcp.example.org/mcp",
    "headers": {"Authorization": "Bearer hush", "X-Team": "hush"},
}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"mcpServers": {"git": STDIO}}, id="Claude, Cursor, ..."),
        pytest.param({"servers": {"git": STDIO}, "inputs": []}, id="VS Code"),
        pytest.param({"mcp": {"servers": {"git": STDIO}}}, id="VS Code settings"),
        pytest.param({"theme": "x", "context_servers": {"git": STDIO}}, id="Zed"),
        pytest.param({"mcp_servers": {"git": STDIO}}, id="Codex, Hermes"),
        pytest.param({"git": STDIO}, id="bare map"),
        pytest.param({"git": HTTP}, id="bare map, http"),
        pytest.param({"git": {"type": "stdio"}}, id="bare map, type only"),
        pytest.param({"mcpServers": [{"name": "git", **STDIO}]}, id="Continue, mcpproxy"),
        pytest.param([{"name": "git", **STDIO}], id="bare list"),
        pytest.param(
            {"mcp": {"git": {"type": "local", "command": ["npx", "-y", "server-git"]}}},
            id="opencode",
        ),
        pytest.param(
            {"extensions": {"git": {"type": "stdio", "cmd": "npx", "args": ["x"], "envs": {}}}},
            id="Goose",
        ),
        pytest.param({"mcpServers": {"git": {**STDIO, "tools": ["*"]}}}, id="Copilot"),
        pytest.param({"name": "x", "version": "1", "mcpServers": {"git": HTTP}}, id="extension"),
    ],
)
def test_each_shape_is_recognised(document: Any) -> None:
    error = refusal(document)
    assert str(error) == "-: names 1 server but holds no tools"
    assert error.hint == "capture their tools: toolsearch capture - -o tools.json"


def test_comments_yaml_and_toml(tmp_path: Path) -> None:
    text = '// mine\n{"servers": {"a": {"url": "https://x.y/mcp",},},}'
    assert refusal(text).reason == "names 1 server but holds no tools"
    text = "mcpServers:\n- name: a\n  command: x\n- name: b\n  command: y\n"
    assert refusal(text).reason == "names 2 servers but holds no tools"
    path = tmp_path / "config.toml"
    path.write_text('[mcp_servers.a]\ncommand = "x"\nsince = 2024-01-01\n', encoding="utf-8")
    with pytest.raises(InputError, match="names 1 server but holds no tools"):
        load([str(path)])


def test_no_servers_at_all() -> None:
    error = refusal({"mcpServers": {}})
    assert (error.reason, error.hint) == ("names no servers and holds no tools", None)


@pytest.mark.parametrize("own", [{}, {"mcpServers": {}}, {"mcpServers": {"mail": HTTP}}])
def test_servers_of_single_projects(own: dict[str, Any], tmp_path: Path) -> None:
    """Claude Code keeps them in its one file, by the folder of the project."""
    projects: dict[str, Any] = {"/a": {"mcpServers": {"git": STDIO}}, "/b": {"allowedTools": []}}
    document = {"numStartups": 5, "projects": projects, **own}
    error = refusal(document)
    assert isinstance(error, ServersOnlyError)
    mine = len(own.get("mcpServers", {}))
    assert error.reason == f"names {mine + 1} server{'s' * mine} but holds no tools"
    line, *more = reversed((error.hint or "").splitlines())
    assert line.endswith("in its folder: toolsearch capture --discover -o tools.json")
    assert more == ["capture their tools: toolsearch capture - -o tools.json"] * mine
    (tmp_path / "claude.json").write_text(json.dumps(document), "utf-8")
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [TOOL]}), "utf-8")
    names = [one.name for one in load([str(tmp_path)]).catalog.unknown]
    assert names == [*own.get("mcpServers", {}), "git"]


def test_projects_of_something_else_name_no_servers() -> None:
    assert refusal({"projects": {"/a": {"name": "x"}, "/b": 5}}).reason == "names no tools"


@pytest.mark.parametrize("name", ["mcp.json", "my mcp.json", "-f.json", "$(id).json", "\x1b[31m"])
def test_the_line_names_the_file_as_a_shell_reads_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(json.dumps({"mcpServers": {"a": STDIO, "b": HTTP}}), "utf-8")
    with pytest.raises(InputError) as caught:
        load([name])
    hint = caught.value.hint or ""
    assert hint.isprintable()
    *_, program, command, file, option, output = shlex.split(hint)
    assert (program, command, option, output) == ("toolsearch", "capture", "-o", "tools.json")
    if name.isprintable():
        assert (tmp_path / file).samefile(tmp_path / name)
        assert not file.startswith("-")
