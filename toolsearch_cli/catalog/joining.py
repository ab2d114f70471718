"""Sources that stand in one file a tool, put together again."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.naming import SNAP

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.catalog.model import LoadedFile, Source, Tool


class Joined(NamedTuple):
    """Sources as their servers have them."""

    sources: tuple[Source, ...]
    variants: frozenset[str] = frozenset()
    """Files that were left out: they hold a tool again, as a feature flag changes it."""


def joined(sources: Iterable[Source]) -> Joined:
    """Join the sources of one folder's `*.snap` files that follow each other.

    Of several files with a tool of one name the one that is called so counts, else the first.
    """
    together: list[Source] = []
    variants: set[str] = set()
    for folder, group in groupby(sources, _folder):
        if folder is None:
            together += group
            continue
        several = list(group)
        tools = [tool for source in several for tool in source.tools]
        kept = _kept(tools)
        variants |= {tool.provenance.file for tool in tools if tool is not kept[tool.name]}
        together.append(replace(several[0], tools=tuple(kept.values())))
    return Joined(tuple(together), frozenset(variants))


def told_variants(files: Sequence[LoadedFile], variants: frozenset[str]) -> tuple[LoadedFile, ...]:
    """Return what each file gave: of a variant nothing, which is said."""
    return tuple(
        one._replace(sources=0, tools=0, lost=(*one.lost, "1 variant of a tool of another file"))
        if one.file in variants
        else one
        for one in files
    )


def _kept(tools: Iterable[Tool]) -> dict[str, Tool]:
    kept: dict[str, Tool] = {}
    for tool in tools:
        is_called_so = PurePath(tool.provenance.file).stem == tool.name
        if tool.name not in kept or is_called_so:
            kept[tool.name] = tool
    return kept


def _folder(source: Source) -> tuple[str, str] | None:
    """Return the folder of a tool's snapshot and the name of its source."""
    file = source.provenance.file
    return (str(PurePath(file).parent), source.name) if file.endswith(SNAP) else None
