"""Configs as each client writes them: what they start, with what, and what they leave out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.live.configs import files
from toolsearch_cli.live.configs import (
    Address,
    Program,
    ServerEntry,
    ToolChoice,
    read_config,
    with_env_file,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

PLANTED = "planted-7c1e"
ENVIRONMENT = {"API_TOKEN": PLANTED, "DB_URL": "postgres://me:planted@db/x", "TEAM": "doors"}


def entries(
    folder: Path, name: str, text: str, environment: Mapping[str, str] = ENVIRONMENT
) -> dict[str, ServerEntry]:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return {one.name: one for one in read_config(path).entries(environment)}


def command(one: ServerEntry) -> list[str]:
    assert isinstance(one.launch, Program), one
    return [word.text for word in one.launch.command]


def env(one: ServerEntry) -> dict[str, str]:
    assert isinstance(one.launch, Program), one
    return {name: value.text for name, value in one.launch.env}


def address(one: ServerEntry) -> tuple[str, dict[str, str], str]:
    assert isinstance(one.launch, Address), one
    headers = {name: value.text for name, value in one.launch.headers}
    return one.launch.url.text, headers, one.launch.transport


def test_claude_code(tmp_path: Path) -> None:
    found = entries(tmp_path, ".mcp.json", files.CLAUDE_CODE)
    assert command(found["db"]) == ["npx", "-y", "db-server@1", "--port", "5432"]
    assert env(found["db"]) == {"DB_URL": ENVIRONMENT["DB_URL"], "DEBUG": "true", "LEVEL": "3"}
    assert address(found["api"]) == (
        "https://api.example.com/doors/mcp",
        {"Authorization": f"Bearer {PLANTED}"},
        "http",
    )
    assert found["db"].place.pointer == "/mcpServers/db"


def test_a_plugin_of_claude_code_names_its_servers_bare(tmp_path: Path) -> None:
    found = entries(tmp_path, ".mcp.json", files.PLUGIN)
    assert command(found["lint"]) == [f"{tmp_path}/bin/lint", "--fast"]
    assert address(found["docs"]) == ("https://docs.example.com/sse", {}, "sse")
    elsewhere = {"CLAUDE_PLUGIN_ROOT": "/plugins/lint"}
    again = entries(tmp_path, ".mcp.json", files.PLUGIN, elsewhere)
    assert command(again["lint"])[0] == "/plugins/lint/bin/lint"


def test_cursor(tmp_path: Path) -> None:
    (tmp_path / "local.env").write_text("# x\nexport A='1 2'\nB = two\nK=lost\n", encoding="utf-8")
    found = entries(tmp_path, ".cursor/mcp.json", files.CURSOR)
    assert command(found["db"]) == ["node", f"{tmp_path}/s.js"]
    assert env(found["db"]) == {"K": PLANTED}
    assert env(with_env_file(found["db"])) == {"A": "1 2", "B": "two", "K": PLANTED}


def test_vs_code(tmp_path: Path) -> None:
    answered = {"TOOLSEARCH_INPUT_API_KEY": PLANTED}
    found = entries(tmp_path, ".vscode/mcp.json", files.VS_CODE, answered)
    assert command(found["db"]) == ["uvx", "db", "eu"]
    assert env(found["db"]) == {"KEY": PLANTED}
    assert address(found["api"])[0] == "https://api.example.com/mcp"
    unanswered = entries(tmp_path, ".vscode/mcp.json", files.VS_CODE, {})
    assert unanswered["db"].shown == (
        "asks for the input api-key: set the environment variable TOOLSEARCH_INPUT_API_KEY"
    )


def test_claude_desktop(tmp_path: Path) -> None:
    found = entries(tmp_path, "claude_desktop_config.json", files.CLAUDE_DESKTOP)
    assert command(found["files"]) == [
        "C:\\Program Files\\nodejs\\node.exe",
        "C:\\servers\\files.js",
        "C:\\Users\\me",
    ]


def test_zed(tmp_path: Path) -> None:
    found = entries(tmp_path, ".zed/settings.json", files.ZED)
    assert command(found["db"]) == ["db-server", "-v"]
    assert (command(found["old"]), env(found["old"])) == (
        ["old-server", "--x"],
        {"KEY": "planted-3"},
    )
    assert {name: one.skipped for name, one in found.items()} == {
        "db": "",
        "old": "",
        "off": "switched off",
        "ext": "comes from a Zed extension",
        "bare": "comes from a Zed extension",
    }
    assert found["ext"].shown == "comes from a Zed extension"


def test_gemini(tmp_path: Path) -> None:
    found = entries(tmp_path, ".gemini/settings.json", files.GEMINI)
    assert env(found["db"]) == {"K": PLANTED}
    assert found["db"].tools == ToolChoice(("read",), ("drop",))
    assert isinstance(found["db"].launch, Program)
    assert found["db"].launch.folder == str(tmp_path / "servers")
    assert address(found["api"]) == ("https://api.example.com/mcp", {"X-Key": PLANTED}, "http")
    assert address(found["old"])[2] == "sse"


def test_a_dollar_sign_is_no_reference_elsewhere(tmp_path: Path) -> None:
    found = entries(tmp_path, "mcp.json", files.GEMINI)
    assert env(found["db"]) == {"K": "$API_TOKEN"}


def test_codex(tmp_path: Path) -> None:
    found = entries(tmp_path, ".codex/config.toml", files.CODEX)
    assert (command(found["db"]), env(found["db"])) == (
        ["db-server", "-v"],
        {"API_TOKEN": PLANTED, "LEVEL": "3"},
    )
    assert found["db"].tools == ToolChoice(("read", "list"), ("list",))
    assert address(found["api"])[1] == {
        "X-Team": "doors",
        "X-Key": PLANTED,
        "Authorization": f"Bearer {PLANTED}",
    }
    assert found["off"].skipped == "switched off"


def test_continue(tmp_path: Path) -> None:
    found = entries(tmp_path, ".continue/config.yaml", files.CONTINUE)
    assert (command(found["Data base"]), env(found["Data base"])) == (
        ["uvx", "db-server"],
        {"KEY": PLANTED},
    )
    assert address(found["api"])[1:] == ({"Authorization": f"Bearer {PLANTED}"}, "http")
    assert found["api"].place.pointer == "/mcpServers/1"


def test_goose(tmp_path: Path) -> None:
    found = entries(tmp_path, "goose/config.yaml", files.GOOSE)
    assert env(found["db"]) == {"API_TOKEN": PLANTED, "LEVEL": "3"}
    assert found["db"].tools.only == ("read",)
    assert (found["developer"].skipped, found["api"].skipped) == (
        "built into its client",
        "switched off",
    )
    assert "API_TOKEN" in entries(tmp_path, "goose/config.yaml", files.GOOSE, {})["db"].shown


def test_opencode(tmp_path: Path) -> None:
    found = entries(tmp_path, "opencode.json", files.OPENCODE)
    assert (command(found["db"]), env(found["db"])) == (["db-server", "-v"], {"K": PLANTED})
    assert (address(found["api"])[0], found["api"].skipped) == (
        "https://api.example.com/mcp",
        "switched off",
    )


def test_hermes(tmp_path: Path) -> None:
    found = entries(tmp_path, ".hermes/config.yaml", files.HERMES)
    assert found["db"].tools == ToolChoice(("read",), ("drop",))
    assert address(found["api"])[1] == {"Authorization": f"Bearer {PLANTED}"}


def test_others(tmp_path: Path) -> None:
    found = entries(tmp_path, ".copilot/mcp-config.json", files.COPILOT_CLI)
    assert (command(found["db"]), found["db"].tools) == (["db-server", "-v"], ToolChoice())
    found = entries(tmp_path, "mcp_config.json", files.WINDSURF)
    assert (address(found["api"])[0], found["api"].skipped) == (
        "https://api.example.com/mcp",
        "switched off",
    )
    assert found["api"].tools == ToolChoice(None, ("drop",))


@pytest.mark.parametrize("name", [name for name in dir(files) if name.isupper()])
def test_no_repr_tells_what_a_config_holds(name: str, tmp_path: Path) -> None:
    ending = {"CODEX": "toml", "CONTINUE": "yaml", "GOOSE": "yaml", "HERMES": "yaml"}
    text = getattr(files, name)
    answered = {**ENVIRONMENT, "TOOLSEARCH_INPUT_API_KEY": PLANTED}
    (tmp_path / "local.env").write_text("A=planted-9", encoding="utf-8")
    found = entries(tmp_path, f"c.{ending.get(name, 'json')}", text, answered)
    assert "planted" not in repr(found)
    assert "planted" not in repr(read_config(Path(tmp_path / f"c.{ending.get(name, 'json')}")))
    assert "planted" not in " ".join(one.described for one in found.values())
