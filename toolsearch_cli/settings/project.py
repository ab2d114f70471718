"""toolsearch.yaml, or [tool.toolsearch] in pyproject.toml: a project's own defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.settings.fields import Field
from toolsearch_cli.settings.gate_fields import (
    GATE_KEYS,
    GateSettings,
    checked_context,
    gate_settings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

FILE_NAMES = ("toolsearch.yaml", "toolsearch.yml")
_KEYS = ("catalogs", "host", "hosts", "context", "contexts", "settings", *GATE_KEYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """What a project's file says; empty where there is none."""

    file: Path | None = None
    catalogs: tuple[str, ...] = ()
    """Patterns, made relative to the file's own folder."""
    hosts: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()
    settings: tuple[tuple[str, object], ...] = ()
    gate: GateSettings = field(default_factory=GateSettings)


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

                return project_of(folder / name, load_yaml_file(folder / name))
        if (folder / "pyproject.toml").is_file():
            table = _toml_table(folder / "pyproject.toml")
            if table is not None:
                return project_of(folder / "pyproject.toml", table)
        if (folder / ".git").exists():
            break
    return Project()


def _toml_table(path: Path) -> object | None:
    """Return [tool.toolsearch]; `None` when there is none."""
    try:
        text = path.read_bytes()
        if b"toolsearch" not in text:
            return None
        import tomllib

        tool = tomllib.loads(text.decode()).get("tool", {})
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: {error}") from None
    return tool.get("toolsearch") if isinstance(tool, dict) else None


def project_of(path: Path, document: object) -> Project:
    """Read the settings in a decoded document; `path` names it and is where its paths start.

    Raises:
        SettingsError: It holds what is not a setting.
    """
    fields = Field(str(path), "", document).mapping(_KEYS)
    catalogs = fields["catalogs"].texts() if "catalogs" in fields else ()
    settings = fields["settings"].mapping() if "settings" in fields else {}
    return Project(
        file=path,
        catalogs=tuple(_beside(path, one) for one in catalogs),
        hosts=_one_or_several(fields, "host", lambda one: one.choice(HOST_NAMES)),
        contexts=_one_or_several(fields, "context", checked_context),
        settings=tuple((key, one.value) for key, one in settings.items()),
        gate=gate_settings(fields),
    )


def _beside(path: Path, pattern: str) -> str:
    return pattern if pattern.startswith("sample:") else str(path.parent / pattern)


def _one_or_several(
    fields: Mapping[str, Field], key: str, read: Callable[[Field], str]
) -> tuple[str, ...]:
    """Read `host: NAME` or `hosts: [NAME, NAME]`."""
    several = f"{key}s"
    if key in fields and several in fields:
        raise fields[several].error(f"{key} is given too", "leave one of the two out")
    if several not in fields:
        return (read(fields[key]),) if key in fields else ()
    given = fields[several]
    entries = given.entries() if isinstance(given.value, list) else (given,)
    return tuple(map(read, entries))
