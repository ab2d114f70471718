"""Sanitiser, step 3: property names that a model's API would refuse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from toolsearch_cli.catalog.model import Json

_LONGEST = 64
_GOOD = re.compile(r"^[a-zA-Z0-9_.-]{1,64}$")  # as the host: one final line feed passes
_BAD_CHARACTER = re.compile(r"[^a-zA-Z0-9_.-]")


def are_good(names: Iterable[str]) -> bool:
    """Whether no name needs to change."""
    return all(map(_GOOD.match, names))


def with_good_names(node: dict[str, Json]) -> dict[str, Json]:
    """Rename the bad names in `properties`, and their mentions in `required`."""
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return node
    if are_good(properties):
        return node
    shown = new_names(properties)
    renamed: dict[str, Json] = {shown.get(name, name): child for name, child in properties.items()}
    node = {**node, "properties": renamed}
    required = node.get("required")
    if isinstance(required, list):
        node["required"] = [
            shown.get(name, name) if isinstance(name, str) else name for name in required
        ]
    return node


def new_names(properties: dict[str, Json]) -> dict[str, str]:
    """Return the name that the model sees for each one that its API would refuse."""
    bad = [name for name in properties if not _GOOD.match(name)]
    taken = properties.keys() - bad
    found: dict[str, str] = {}
    for name in bad:
        found[name] = _free_name(name, taken)
        taken.add(found[name])
    return found


def _free_name(name: str, taken: Container[str]) -> str:
    base = _BAD_CHARACTER.sub("_", name)[:_LONGEST] or "param"
    candidate, number = base, 1
    while candidate in taken:
        number += 1
        suffix = f"_{number}"
        candidate = base[: _LONGEST - len(suffix)] + suffix
    return candidate
