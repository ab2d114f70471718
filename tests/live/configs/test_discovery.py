"""Where the configs of clients are looked for, on each operating system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.live.configs.discovery import usual_configs

if TYPE_CHECKING:
    from pathlib import Path

HOMES = {
    "linux": ".config/Claude/claude_desktop_config.json",
    "darwin": "Library/Application Support/Claude/claude_desktop_config.json",
    "win32": "AppData/Roaming/Claude/claude_desktop_config.json",
}
VS_CODE = {
    "linux": ".config/Code/User/mcp.json",
    "darwin": "Library/Application Support/Code/User/mcp.json",
    "win32": "AppData/Roaming/Code/User/mcp.json",
}


def write(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}", encoding="utf-8")
    return path


@pytest.mark.parametrize("platform", HOMES)
def test_a_project_comes_before_the_home_folder(platform: str, tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    desktop = write(home / HOMES[platform])
    code = write(home / VS_CODE[platform])
    cursor = write(home / ".cursor/mcp.json")
    own = write(project / ".mcp.json")
    block = write(project / ".continue/mcpServers/a.yaml")
    write(project / "elsewhere/.mcp.json")
    found = usual_configs(project, home, {}, platform)
    assert [(one.client, one.path) for one in found] == [
        ("Claude Code", own),
        ("Continue", block),
        ("Cursor", cursor),
        ("Claude Desktop", desktop),
        ("VS Code", code),
    ]


def test_folders_that_were_moved_are_looked_into(tmp_path: Path) -> None:
    codex = write(tmp_path / "moved/config.toml")
    zed = write(tmp_path / "xdg/zed/settings.json")
    environment = {"CODEX_HOME": str(codex.parent), "XDG_CONFIG_HOME": str(tmp_path / "xdg")}
    found = usual_configs(tmp_path / "p", tmp_path / "h", environment, "linux")
    assert {one.path for one in found} == {codex, zed}


def test_a_file_is_found_once(tmp_path: Path) -> None:
    write(tmp_path / ".cursor/mcp.json")
    found = usual_configs(tmp_path, tmp_path, {}, "linux")
    assert [one.client for one in found] == ["Cursor"]


def test_a_folder_of_that_name_is_no_config(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").mkdir()
    assert usual_configs(tmp_path, tmp_path / "h", {}, "linux") == ()
