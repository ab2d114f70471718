"""Registration, steps 3 and 4, and sanitiser, step 5: unions that become one schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.positions import UNIONS

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

_CARRIED = ("title", "description", "default", "examples")
"""Keys of a union that its replacement keeps, in this order; all others are lost."""
_CONST_BRANCH_KEYS = frozenset({"const", "type", "title", "description"})
_KINDS = {str: "string", bool: "boolean", int: "integer", float: "number"}


def without_nullable_union(node: dict[str, Json]) -> dict[str, Json]:
    """Replace a union of one schema and null by that schema, marked `nullable`.

    The branches are expected to have been through this rule already, so that the replacement
    needs no second look.
    """
    for key in UNIONS:
        branches = node.get(key)
        if not isinstance(branches, list):
            continue
        others = [branch for branch in branches if not _is_null(branch)]
        if len(others) == 1 and len(branches) > 1:
            return _nullable(others[0], node)
    return node


def _nullable(branch: Json, union: dict[str, Json]) -> dict[str, Json]:
    survivor: dict[str, Json] = dict(branch) if isinstance(branch, dict) else {}
    survivor.setdefault("nullable", True)
    for key in _CARRIED:
        if key in union and not (key == "default" and "$ref" in survivor):
            survivor.setdefault(key, union[key])
    return survivor


def without_const_union(node: dict[str, Json]) -> dict[str, Json]:
    """Replace a union of constants of one kind (and null at most once) by an `enum`."""
    for key in UNIONS:
        branches = node.get(key)
        if isinstance(branches, list) and (enum := _enum_of(branches)):
            carried = {key: node[key] for key in _CARRIED if key in node}
            return enum | carried
    return node


def _enum_of(branches: list[Json]) -> dict[str, Json] | None:
    others = [branch for branch in branches if not (_is_null(branch) and not _has_const(branch))]
    nulls = len(branches) - len(others)
    kinds = {_const_kind(branch) for branch in others}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None or nulls > 1:
        return None
    values = [branch["const"] for branch in others if isinstance(branch, dict)]
    enum: dict[str, Json] = {"type": kind, "enum": values}
    return enum | {"nullable": True} if nulls else enum


def _const_kind(branch: Json) -> str | None:
    """Return the type name of a branch that is one constant, or `None` for any other branch."""
    if not isinstance(branch, dict) or not branch.keys() <= _CONST_BRANCH_KEYS:
        return None
    kind = _KINDS.get(type(branch.get("const")))
    declared = branch.get("type")
    return kind if declared is None or declared == kind else None


def _has_const(branch: Json) -> bool:
    return isinstance(branch, dict) and "const" in branch


def _is_null(branch: Json) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"
