"""Branches of `anyOf` and `oneOf`: which old one is which new one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.changes.readings import CHOICES, Layer, Reading, canonical
from toolsearch_cli.analysis.changes.references import may_refer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolsearch_cli.analysis.changes.readings import Document
    from toolsearch_cli.catalog.model import Json

    Likeness = Callable[[Reading], str]

_SAYS_NOTHING: Final = frozenset(
    {"type", "description", "title", "default", "examples", "example", "$comment", "deprecated"}
)

Readings = tuple["Reading", ...]
Pairing = tuple[list[tuple["Reading", "Reading"]], list["Reading"], list["Reading"]]


def split(
    old_document: Document, old: Reading, new_document: Document, new: Reading
) -> tuple[Readings, Readings]:
    """Return the alternatives of both; a list of types is several where the other has several."""
    before, after = old_document.alternatives(old), new_document.alternatives(new)
    if len(before) == 1 < len(after):
        return old_document.by_type(old), after
    if len(after) == 1 < len(before):
        return before, new_document.by_type(new)
    return before, after


def without_shared(old: Reading, new: Reading) -> tuple[Reading, Reading]:
    """Leave out the choices that both have to make, so that only others are gone through."""
    shared = _choices(old) & _choices(new)
    return (_without(old, shared), _without(new, shared)) if shared else (old, new)


def _choices(reading: Reading) -> set[str]:
    """Return the text of each `anyOf` and `oneOf` that means the same in any document."""
    texts = (canonical(value) for key in CHOICES for value, _ in reading.having(key))
    return {text for text in texts if not may_refer(text)}


def _without(reading: Reading, shared: set[str]) -> Reading:
    layers = (
        Layer(
            {
                key: value
                for key, value in layer.node.items()
                if key not in CHOICES or canonical(value) not in shared
            },
            layer.pointer,
        )
        for layer in reading.layers
    )
    return replace(reading, layers=tuple(layers))


def paired(old: Readings, new: Readings) -> Pairing:
    """Return the pairs of alternatives that are most alike, and those left over on both sides."""
    pairs: list[tuple[Reading, Reading]] = []
    gone, added = list(old), list(new)
    for alike in (_text, _tag, _types):
        gone = _match(gone, added, pairs, alike)
    if len(gone) == len(added) == 1:
        pairs.append((gone.pop(), added.pop()))
    return pairs, gone, added


def _match(
    gone: Sequence[Reading],
    added: list[Reading],
    pairs: list[tuple[Reading, Reading]],
    alike: Likeness,
) -> list[Reading]:
    """Move the pairs with one and the same likeness from both lists to `pairs`."""
    by_likeness: dict[str, list[Reading]] = {}
    for one in added:
        by_likeness.setdefault(alike(one), []).append(one)
    left: list[Reading] = []
    for one in gone:
        candidates = by_likeness.get(alike(one)) if alike(one) else None
        if candidates:
            other = candidates.pop(0)
            added.remove(other)
            pairs.append((one, other))
        else:
            left.append(one)
    return left


def _text(reading: Reading) -> str:
    return reading.text


def _tag(reading: Reading) -> str:
    """Return what names a branch: constants among its properties, else its title."""
    constants = {
        name: placed[0][0]["const"]
        for name, placed in reading.members("properties").items()
        if isinstance(placed[0][0], dict) and "const" in placed[0][0]
    }
    if constants:
        return canonical(constants)
    title = reading.first("title")[0]
    return title if isinstance(title, str) else ""


def _types(reading: Reading) -> str:
    return canonical(sorted(reading.types()))


def covered(one: Reading, others: Readings) -> bool:
    """Say whether another alternative takes everything of `one`'s types, without a condition."""
    return any(
        one.types() <= other.types() and not other.keys() - _SAYS_NOTHING for other in others
    )


def summary(reading: Reading) -> Json:
    """Return the branch as it is written; of a reference, what it refers to."""
    return dict(reading.layers[0].node) if reading.layers else None
