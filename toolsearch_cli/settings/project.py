"""toolsearch.yaml, or [tool.toolsearch] in pyproject.toml: a project's own defaults."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from toolsearch_cli.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAMES = ("toolsearch.yaml", "toolsearch.yml")
_KEYS = ("catalogs", "host", "context", "settings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """What a project's file says; empty where there is none."""

    file: Path | None = None
    catalogs: tuple[str, ...] = ()
    """Patterns, made relative to the file's own folder."""
    host: str | None = None
    context: str | None = None
    settings: tuple[tuple[str, object], ...] = ()


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


def _toml_table(path: Path) -> object | None:
    """Return [tool.toolsearch]; `None` when there is none."""
    try:
        text = path.read_bytes()
        tool = tomllib.loads(text.decode()).get("tool", {}) if b"toolsearch" in text else {}
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: {error}") from None
    return tool.get("toolsearch") if isinstance(tool, dict) else None


def _project(path: Path, raw: object) -> Project:
    if raw is None:
        raw = {}
    if not isinstance(raw, dict):
        raise SettingsError(f"{path}: expected a mapping of settings")
    for key in raw:
        if key not in _KEYS:
            close = get_close_matches(str(key), _KEYS, n=1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(_KEYS)}"
            raise SettingsError(f"{path}: /{key}: no such setting", hint=hint)
    settings = raw.get("settings") or {}
    if not isinstance(settings, dict):
        raise SettingsError(f"{path}: /settings: expected a mapping")
    return Project(
        file=path,
        catalogs=_patterns(path, raw.get("catalogs")),
        host=_text(path, "host", raw),
        context=_text(path, "context", raw),
        settings=tuple((str(key), value) for key, value in settings.items()),
    )


def _patterns(path: Path, value: object) -> tuple[str, ...]:
    entries = [value] if isinstance(value, str) else value or []
    if not isinstance(entries, list) or not all(isinstance(one, str) for one in entries):
        raise SettingsError(f"{path}: /catalogs: expected a list of paths")
    return tuple(one if one.startswith("sample:") else str(path.parent / one) for one in entries)


def _text(path: Path, key: str, raw: dict[str, Any]) -> str | None:
    value = raw.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise SettingsError(f"{path}: /{key}: expected text")
