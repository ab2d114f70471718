"""toolsearch.yaml, or [tool.toolsearch] in pyproject.toml: a project's own defaults."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from toolsearch_cli.errors import SettingsError

if TYPE_CHECKING:
    from toolsearch_cli.settings.gate_fields import GateSettings

# `tool.toolsearch`, or a table `tool` that may hold it: most files that name us hold neither.
_MAY_HOLD_SETTINGS = rb"""\btool["']?\s*(?:\.\s*["']?toolsearch|\]|=)"""

FILE_NAMES = ("toolsearch.yaml", "toolsearch.yml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """What a project's file says; empty where there is none."""

    file: Path | None = None
    catalogs: tuple[str, ...] = ()
    """Patterns, made relative to the file's own folder."""
    hosts: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()
    settings: tuple[tuple[str, object], ...] = ()
    stated_gate: GateSettings | None = None
    """What the file says about the gate; `None` where there is no file."""

    @property
    def gate(self) -> GateSettings:
        """What holds for the gate. Only a check asks, and few runs are checks."""
        from toolsearch_cli.settings.gate_fields import GateSettings

        return self.stated_gate or GateSettings()


def find_project(start: Path) -> Project:
    """Return the settings that apply in `start`: its own file, or one of a folder above.

    The search ends at the top of a repository.

    Raises:
        SettingsError: The file cannot be read, or holds what is not a setting.
    """
    for folder in (start, *start.parents):
        for name in FILE_NAMES:
            if (folder / name).is_file():
                from toolsearch_cli.settings.yaml_file import load_yaml_file

                return _project(folder / name, load_yaml_file(folder / name))
        if (folder / "pyproject.toml").is_file():
            table = _toml_table(folder / "pyproject.toml")
            if table is not None:
                return _project(folder / "pyproject.toml", table)
        if (folder / ".git").exists():
            break
    return Project()


def project_here() -> Project:
    """Return the settings that apply in the working folder; none where that folder is gone."""
    try:
        folder = Path.cwd()
    except OSError:
        return Project()
    return find_project(folder)


def _toml_table(path: Path) -> object | None:
    """Return [tool.toolsearch]; `None` when there is none."""
    try:
        text = path.read_bytes()
        if b"toolsearch" not in text or not re.search(_MAY_HOLD_SETTINGS, text):
            return None
        import tomllib

        tool = tomllib.loads(text.decode()).get("tool", {})
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: {error}") from None
    return tool.get("toolsearch") if isinstance(tool, dict) else None


def _project(path: Path, document: object) -> Project:
    from toolsearch_cli.settings.project_file import project_of

    return project_of(path, document)
