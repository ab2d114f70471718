"""What a project's settings file holds, whichever language it is written in -> `Project`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.settings.fields import Field
from toolsearch_cli.settings.gate_fields import GATE_KEYS, checked_context, gate_settings
from toolsearch_cli.settings.project import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from toolsearch_cli.settings.evaluation_fields import EvaluationSettings

_KEYS = ("catalogs", "host", "hosts", "context", "contexts", "settings", *GATE_KEYS)


def project_of(path: Path, document: object) -> Project:
    """Read the settings in a decoded document; `path` names it and is where its paths start.

    Raises:
        SettingsError: It holds what is not a setting.
    """
    fields = Field(str(path), "", document).mapping(_KEYS)
    catalogs = fields["catalogs"].texts() if "catalogs" in fields else ()
    settings = fields["settings"].mapping() if "settings" in fields else {}
    gate = gate_settings(fields)
    return Project(
        file=path,
        catalogs=tuple(_beside(path, one) for one in catalogs),
        hosts=_one_or_several(fields, "host", lambda one: one.choice(HOST_NAMES)),
        contexts=_one_or_several(fields, "context", checked_context),
        settings=tuple((key, one.value) for key, one in settings.items()),
        stated_gate=replace(
            gate,
            baseline=_beside(path, gate.baseline) if gate.baseline else None,
            evaluation=_placed(path, gate.evaluation) if gate.evaluation else None,
        ),
    )


def _placed(path: Path, given: EvaluationSettings) -> EvaluationSettings:
    """Return what is said about labelled queries, with files beside the settings file."""
    return replace(
        given,
        queries=_beside(path, given.queries) if given.queries else None,
        baseline=_beside(path, given.baseline) if given.baseline else None,
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
