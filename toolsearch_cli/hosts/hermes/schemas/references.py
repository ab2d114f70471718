"""Registration, step 2: `definitions` becomes `$defs`, in keyword position only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.positions import NEW_ROOT, OLD_ROOT
from toolsearch_cli.hosts.hermes.schemas.walking import Settled, each_child, each_item, each_value

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

_NAME_MAPS = frozenset({"properties", "patternProperties"})
"""Keywords whose value has names for keys. The host does not count `$defs` among them."""


def with_defs(value: Json, settled: Settled) -> Json:
    """Rename `definitions`, and the beginning of the references into it."""
    if isinstance(value, list):
        return each_item(value, lambda item: with_defs(item, settled))
    if not isinstance(value, dict) or id(value) in settled:
        return value
    node = each_child(value, lambda key, child: _child_with_defs(key, child, settled))
    if "definitions" not in node:
        return node
    return {("$defs" if key == "definitions" else key): child for key, child in node.items()}


def _child_with_defs(key: str, child: Json, settled: Settled) -> Json:
    if key in _NAME_MAPS and isinstance(child, dict):
        return each_value(child, lambda entry: with_defs(entry, settled))
    if key == "$ref" and isinstance(child, str) and child.startswith(OLD_ROOT):
        return NEW_ROOT + child.removeprefix(OLD_ROOT)
    return with_defs(child, settled)
