"""Walks that allocate only where something changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.catalog.model import Json

Change: TypeAlias = "Callable[[dict[str, Json]], dict[str, Json]]"
"""A rule for one object; returns the object itself where the rule does not apply."""


def bottom_up(value: Json, change: Change) -> Json:
    """Apply `change` to every object in `value`, innermost first, literal data included."""
    if isinstance(value, dict):
        changed: dict[str, Json] = {}
        for key, child in value.items():
            if isinstance(child, (dict, list)):
                walked = bottom_up(child, change)
                if walked is not child:
                    changed[key] = walked
        return change({**value, **changed} if changed else value)
    if isinstance(value, list):
        return each(value, lambda item: bottom_up(item, change))
    return value


def each(items: list[Json], change: Callable[[Json], Json]) -> list[Json]:
    """Return `items` with `change` applied to each; the list itself if none changed."""
    walked = [change(item) for item in items]
    if all(new is old for new, old in zip(walked, items, strict=True)):
        return items
    return walked
