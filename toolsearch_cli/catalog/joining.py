"""Sources that stand in one file a tool, put together again."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import PurePath
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.naming import SNAP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.model import Source


def joined(sources: Iterable[Source]) -> tuple[Source, ...]:
    """Return the sources, those of one folder's `*.snap` files that follow each other as one."""
    together: list[Source] = []
    for folder, group in groupby(sources, _folder):
        if folder is None:
            together += group
            continue
        several = list(group)
        tools = tuple(tool for source in several for tool in source.tools)
        together.append(replace(several[0], tools=tools))
    return tuple(together)


def _folder(source: Source) -> tuple[str, str] | None:
    """Return the folder of a tool's snapshot and the name of its source."""
    file = source.provenance.file
    return (str(PurePath(file).parent), source.name) if file.endswith(SNAP) else None
