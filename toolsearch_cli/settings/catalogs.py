"""Which catalogs a run is about: flags, then the environment, then the project, then a sample."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.samples import PREFIX
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.settings.project import Project

VARIABLE = "TOOLSEARCH_CATALOG"
FALLBACK = f"{PREFIX}demo"
WAYS = (
    f"name one: a path, a folder, '-', {PREFIX}everyday, "
    f"{VARIABLE}=PATH, or catalogs: in toolsearch.yaml"
)


class Choice(NamedTuple):
    """The patterns to load, and where they came from."""

    patterns: tuple[str, ...]
    origin: str
    """`command line`, the variable's name, a file, or `sample`."""

    @property
    def is_sample(self) -> bool:
        """Nothing was named, so the sample stands in."""
        return self.origin == "sample"


def choose_catalogs(
    named: tuple[str, ...], project: Project, environ: Mapping[str, str], *, sample_allowed: bool
) -> Choice:
    """Return the catalogs to load.

    Raises:
        UsageError: None is named, and the sample may not stand in.
    """
    if named:
        return Choice(named, "command line")
    from_environment = environ.get(VARIABLE, "")
    if from_environment:
        parts = tuple(part for part in from_environment.split(os.pathsep) if part)
        joined = _rejoined_samples(parts)
        return Choice(joined, VARIABLE)
    if project.catalogs:
        return Choice(tuple(map(_from_here, project.catalogs)), str(project.file))
    if sample_allowed and environ.get("CI", "").lower() != "true":
        return Choice((FALLBACK,), "sample")
    raise UsageError("no catalog named", hint=WAYS)


def _from_here(pattern: str) -> str:
    """Name a path below the working folder as one would type it: reports go by such names."""
    return pattern.removeprefix(f"{Path.cwd()}{os.sep}") or pattern


def _rejoined_samples(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Put `sample:NAME` together again where `:` also separates paths."""
    joined: list[str] = []
    for part in parts:
        if joined and joined[-1] == PREFIX.removesuffix(":"):
            joined[-1] = PREFIX + part
        else:
            joined.append(part)
    return tuple(joined)
