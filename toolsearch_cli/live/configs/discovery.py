"""Where clients keep their configs: in the home folder and in a project, by operating system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PROJECT: Final = (
    ("Claude Code", ".mcp.json"),
    ("Cursor", ".cursor/mcp.json"),
    ("VS Code", ".vscode/mcp.json"),
    ("Gemini CLI", ".gemini/settings.json"),
    ("Codex", ".codex/config.toml"),
    ("Zed", ".zed/settings.json"),
    ("Continue", ".continue/mcpServers/*"),
    ("Kiro", ".kiro/settings/mcp.json"),
    ("Roo Code", ".roo/mcp.json"),
    ("Amazon Q", ".amazonq/mcp.json"),
    ("Junie", ".junie/mcp/mcp.json"),
    ("Qwen Code", ".qwen/settings.json"),
    ("opencode", "opencode.json*"),
    ("Crush", "crush.json"),
    ("mcporter", "config/mcporter.json"),
)
_HOME: Final = (
    ("Claude Code", ".claude.json"),
    ("Cursor", ".cursor/mcp.json"),
    ("Windsurf", ".codeium/windsurf/mcp_config.json"),
    ("Gemini CLI", ".gemini/settings.json"),
    ("Codex", ".codex/config.toml"),
    ("Zed", ".config/zed/settings.json"),
    ("Continue", ".continue/config.yaml"),
    ("Continue", ".continue/mcpServers/*"),
    ("Goose", ".config/goose/config.yaml"),
    ("opencode", ".config/opencode/opencode.json*"),
    ("Kiro", ".kiro/settings/mcp.json"),
    ("Copilot CLI", ".copilot/mcp-config.json"),
    ("Amazon Q", ".aws/amazonq/mcp.json"),
    ("LM Studio", ".lmstudio/mcp.json"),
    ("Qwen Code", ".qwen/settings.json"),
    ("Hermes", ".hermes/config.yaml"),
    ("mcporter", ".mcporter/mcporter.json"),
)
_APPLICATION: Final = (
    ("Claude Desktop", "Claude/claude_desktop_config.json"),
    ("VS Code", "Code/User/mcp.json"),
    ("VS Code", "Code/User/settings.json"),
    ("VS Code Insiders", "Code - Insiders/User/mcp.json"),
    ("VSCodium", "VSCodium/User/mcp.json"),
    (
        "Cline",
        "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    ),
    (
        "Roo Code",
        "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
    ),
)
_WINDOWS_ONLY: Final = (
    ("Zed", "Zed/settings.json"),
    ("Goose", "Block/goose/config/config.yaml"),
)


class Found(NamedTuple):
    """A config file that is there."""

    client: str
    path: Path


def usual_configs(
    project: Path, home: Path, environment: Mapping[str, str], platform: str
) -> tuple[Found, ...]:
    """Return the config files that exist, a project's before those of the home folder.

    Args:
        project: The folder one works in.
        home: The user's home folder.
        environment: Where folders may have been moved to (`APPDATA`, `XDG_CONFIG_HOME`).
        platform: As `sys.platform` says it.
    """
    found: dict[Path, Found] = {}
    for client, folder, pattern in _places(project, home, environment, platform):
        for path in _matches(folder, pattern):
            found.setdefault(path.resolve(), Found(client, path))
    return tuple(found.values())


def _places(
    project: Path, home: Path, environment: Mapping[str, str], platform: str
) -> Iterator[tuple[str, Path, str]]:
    yield from ((client, project, pattern) for client, pattern in _PROJECT)
    yield from ((client, home, pattern) for client, pattern in _HOME)
    applications = _applications(home, environment, platform)
    yield from ((client, applications, pattern) for client, pattern in _APPLICATION)
    if platform == "win32":
        yield from ((client, applications, pattern) for client, pattern in _WINDOWS_ONLY)
    if moved := environment.get("CODEX_HOME"):
        yield "Codex", Path(moved), "config.toml"
    if moved := environment.get("XDG_CONFIG_HOME"):
        for client, pattern in _HOME:
            if pattern.startswith(".config/"):
                yield client, Path(moved), pattern.removeprefix(".config/")


def _applications(home: Path, environment: Mapping[str, str], platform: str) -> Path:
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config")


def _matches(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield the files of a place; what may not be looked at is not there."""
    try:
        paths = sorted(folder.glob(pattern)) if "*" in pattern else [folder / pattern]
        yield from (path for path in paths if path.is_file())
    except OSError:
        return
