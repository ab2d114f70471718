"""Walks that allocate only where something changes."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from toolsearch_cli.catalog.model import Json

Settled: TypeAlias = "AbstractSet[int]"
"""The `id` of each object that no step would change, wherever it stands: no walk enters it.

Valid while the schema that it was made from is alive.
"""

Change: TypeAlias = "Callable[[dict[str, Json]], dict[str, Json]]"
"""A rule for one object; gives the object itself back where it does not apply."""


def bottom_up(value: Json, change: Change, settled: Settled) -> Json:
    """Apply `change` to every object in `value`, innermost first, literal data included."""
    if isinstance(value, dict):
        return bottom_up_from(value, change, settled)
    if isinstance(value, list):
        return _items_bottom_up(value, change, settled)
    return value


def bottom_up_from(node: dict[str, Json], change: Change, settled: Settled) -> dict[str, Json]:
    """Do the same for a value that is an object."""
    if id(node) in settled:
        return node
    changed: dict[str, Json] = {}
    walked: Json
    for key, child in node.items():
        if isinstance(child, dict):
            walked = bottom_up_from(child, change, settled)
        elif isinstance(child, list):
            walked = _items_bottom_up(child, change, settled)
        else:
            continue
        if walked is not child:
            changed[key] = walked
    return change({**node, **changed} if changed else node)


def _items_bottom_up(items: list[Json], change: Change, settled: Settled) -> list[Json]:
    walked = [
        bottom_up(item, change, settled) if isinstance(item, (dict, list)) else item
        for item in items
    ]
    return items if all(map(is_, walked, items)) else walked


def each_child(node: dict[str, Json], change: Callable[[str, Json], Json]) -> dict[str, Json]:
    """Return `node` with each value as `change(key, value)` has it; itself if none changed."""
    changed: dict[str, Json] = {}
    for key, child in node.items():
        walked = change(key, child)
        if walked is not child:
            changed[key] = walked
    return {**node, **changed} if changed else node


def each_value(names: dict[str, Json], change: Callable[[Json], Json]) -> dict[str, Json]:
    """Return `names` with `change` applied to each value; itself if none changed."""
    changed: dict[str, Json] = {}
    for name, value in names.items():
        walked = change(value)
        if walked is not value:
            changed[name] = walked
    return {**names, **changed} if changed else names


def each_item(items: list[Json], change: Callable[[Json], Json]) -> list[Json]:
    """Return `items` with `change` applied to each; itself if no item changed."""
    walked = [change(item) for item in items]
    return items if all(map(is_, walked, items)) else walked


def without(node: dict[str, Json], key: str) -> dict[str, Json]:
    """Return `node` less one key; itself if the key is absent."""
    if key not in node:
        return node
    return {name: child for name, child in node.items() if name != key}
