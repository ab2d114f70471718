"""Registration, step 2: `definitions` becomes `$defs`, in keyword position only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.walking import each

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

_NAME_MAPS = frozenset({"properties", "patternProperties"})
"""Keywords whose value has names for keys. `$defs` is not among them: the host forgets it."""
_OLD_ROOT = "#/definitions/"
_NEW_ROOT = "#/$defs/"


def with_defs(value: Json) -> Json:
    """Rename `definitions` and the references into it."""
    if isinstance(value, dict):
        return _node_with_defs(value)
    if isinstance(value, list):
        return each(value, with_defs)
    return value


def _node_with_defs(node: dict[str, Json]) -> dict[str, Json]:
    renamed: dict[str, Json] = {}
    same = True
    for key, child in node.items():
        new_key = "$defs" if key == "definitions" else key
        if key in _NAME_MAPS and isinstance(child, dict):
            walked: Json = _values_with_defs(child)
        elif key == "$ref" and isinstance(child, str) and child.startswith(_OLD_ROOT):
            walked = _NEW_ROOT + child.removeprefix(_OLD_ROOT)
        else:
            walked = with_defs(child)
        same = same and walked is child and new_key is key
        renamed[new_key] = walked
    return node if same else renamed


def _values_with_defs(names: dict[str, Json]) -> dict[str, Json]:
    walked = {name: with_defs(child) for name, child in names.items()}
    if all(walked[name] is child for name, child in names.items()):
        return names
    return walked
