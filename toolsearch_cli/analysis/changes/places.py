"""What a schema has at one place, in the form in which two of them are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.changes.readings import canonical
from toolsearch_cli.analysis.changes.references import step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.analysis.changes.readings import Document, Reading
    from toolsearch_cli.analysis.changes.references import Placed


def values_of(document: Document, reading: Reading) -> dict[str, Placed] | None:
    """Return the only allowed values, also where each alternative has one or a few."""
    own = reading.values()
    if own is not None:
        return own
    allowed: dict[str, Placed] = {}
    branches = document.alternatives(reading)
    for branch in branches if len(branches) > 1 else ():
        values = branch.values()
        if values is None:
            return None
        allowed = {**values, **allowed}
    return allowed or None


def are_all_of(values: dict[str, Placed], other: Reading) -> bool:
    """Say whether a list names all that a schema without a list allows: `true` and `false`."""
    types = other.types()
    return types <= {"boolean", "null"} and len(values) == len(types) + ("boolean" in types)


def list_of(values: dict[str, Placed], reading: Reading) -> Placed:
    """Return the allowed values as one value, where they are listed."""
    places = [pointer for _, pointer in values.values()]
    place = places[0].rpartition("/")[0] if places else reading.pointer
    return [value for value, _ in values.values()], place


def renamed(
    old: dict[str, list[Placed]],
    new: dict[str, list[Placed]],
    gone: Iterable[str],
    added: Iterable[str],
) -> Iterator[tuple[str, str]]:
    """Yield names whose schema, description included, went on under another name."""
    before, after = _by_text(old, gone), _by_text(new, added)
    for text in sorted(before.keys() & after.keys()):
        if len(before[text]) == len(after[text]) == 1:
            yield before[text][0], after[text][0]


def _by_text(members: dict[str, list[Placed]], names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        node = members[name][0][0]
        if isinstance(node, dict) and node.get("description"):
            # Titles are often made of the name, so that they change with it.
            bare = {key: value for key, value in node.items() if key != "title"}
            found.setdefault(canonical(bare), []).append(name)
    return found


def inside(place: str, name: str) -> str:
    """Return `place.name`, as one would write it in code."""
    return f"{place}.{name}" if place else name


def extra_of(reading: Reading) -> list[Placed]:
    """Return what is said of arguments that have no name; `true` and `{}` say nothing."""
    return [
        (value, pointer)
        for key in ("additionalProperties", "unevaluatedProperties")
        for value, pointer in reading.having(key)
        if value is False or (isinstance(value, dict) and value)
    ]


def items_of(reading: Reading) -> dict[str, list[Placed]]:
    """Return the schemas of items: of all under the empty name, of single ones by position."""
    found: dict[str, list[Placed]] = {}
    for key in ("items", "prefixItems"):
        for value, pointer in reading.having(key):
            if isinstance(value, list):
                for at, item in enumerate(value):
                    found.setdefault(str(at), []).append((item, step(pointer, at)))
            else:
                found.setdefault("", []).append((value, pointer))
    return found
