"""Keywords that narrow what is allowed, and those that only say something about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.changes.readings import canonical
from toolsearch_cli.analysis.changes.references import REFERENCES
from toolsearch_cli.analysis.changes.values import Difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.analysis.changes.readings import Document, Reading
    from toolsearch_cli.analysis.changes.values import ChangeKind
    from toolsearch_cli.catalog.model import Json

_NUMBERS: Final = frozenset({"integer", "number"})

UPPER: Final = {
    "maximum": _NUMBERS,
    "exclusiveMaximum": _NUMBERS,
    "maxLength": frozenset({"string"}),
    "maxItems": frozenset({"array"}),
    "maxContains": frozenset({"array"}),
    "maxProperties": frozenset({"object"}),
}
LOWER: Final = {
    "minimum": _NUMBERS,
    "exclusiveMinimum": _NUMBERS,
    "minLength": frozenset({"string"}),
    "minItems": frozenset({"array"}),
    "minContains": frozenset({"array"}),
    "minProperties": frozenset({"object"}),
}
"""Limits, and the types of which they say something."""
_NEVER_BELOW_ZERO: Final = frozenset({"minLength", "minItems", "minProperties"})

OTHERS: Final = {
    "pattern": frozenset({"string"}),
    "format": frozenset({"string"}) | _NUMBERS,
    "contentEncoding": frozenset({"string"}),
    "contentMediaType": frozenset({"string"}),
    "multipleOf": _NUMBERS,
    "uniqueItems": frozenset({"array"}),
    "dependentRequired": frozenset({"object"}),
    "dependencies": frozenset({"object"}),
}
"""Constraints of which one can only say that they are there; each new one may refuse a call."""

TEXTS: Final[dict[str, ChangeKind]] = {
    "description": "description-changed",
    "title": "title-changed",
    "default": "default-changed",
}

STRUCTURE: Final = frozenset(
    {
        *("type", "nullable", "enum", "const", "required", "properties", "patternProperties"),
        *("additionalProperties", "unevaluatedProperties", "items", "prefixItems"),
        *("additionalItems", "unevaluatedItems", "contains", "propertyNames", "then", "else"),
        *("dependentSchemas", "not", "if", "allOf", "anyOf", "oneOf"),
        *(*REFERENCES, "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$id"),
        *("$defs", "definitions"),
    }
)
"""Keywords that have a comparison of their own."""

_COMPARED: Final = STRUCTURE | UPPER.keys() | LOWER.keys() | OTHERS.keys() | TEXTS.keys()


def constraint_differences(
    old: Reading, new: Reading, documents: tuple[Document, Document], place: str
) -> Iterator[Difference]:
    """Yield each limit and each constraint that is tighter, looser or another one.

    What says nothing of the types that both allow does not count.
    """
    types = old.types() & new.types()
    for table, way in ((UPPER, -1), (LOWER, 1)):
        for key, of_types in table.items():
            if types & of_types:
                yield from _limit(key, old, new, way, place)
    for key, of_types in OTHERS.items():
        if types & of_types:
            yield from _constraint(key, _all(old, key), _all(new, key), old, new, place)
    for key in REFERENCES:
        before, after = _unresolved(old, key, documents[0]), _unresolved(new, key, documents[1])
        yield from _constraint(key, before, after, old, new, place)


def _limit(key: str, old: Reading, new: Reading, way: int, place: str) -> Iterator[Difference]:
    before, after = _tightest(old, key, way), _tightest(new, key, way)
    if before == after:
        return
    tighter = after is not None and (before is None or (after - before) * way > 0)
    yield _difference(
        "constraint-tightened" if tighter else "constraint-loosened", key, old, new, place
    )


def _tightest(reading: Reading, key: str, way: int) -> float | None:
    numbers = [
        value
        for value, _ in reading.having(key)
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    flags = [value for value, _ in reading.having(key) if value is True]
    if flags:
        return 0.0  # draft 4: `exclusiveMinimum: true`
    if key in _NEVER_BELOW_ZERO:
        numbers = [number for number in numbers if number > 0]
    return max(numbers, key=lambda number: number * way) if numbers else None


def _all(reading: Reading, key: str) -> frozenset[str]:
    return frozenset(canonical(value) for value, _ in reading.having(key) if value is not False)


def _unresolved(reading: Reading, key: str, document: Document) -> frozenset[str]:
    return frozenset(
        canonical(layer.node[key])
        for layer in reading.layers
        if key in layer.node and document.target(key, layer.node[key], layer.pointer) is None
    )


def _constraint(
    key: str,
    before: frozenset[str],
    after: frozenset[str],
    old: Reading,
    new: Reading,
    place: str,
) -> Iterator[Difference]:
    if before == after:
        return
    looser = after < before or (key == "multipleOf" and _divides(after, before))
    yield _difference(
        "constraint-loosened" if looser else "constraint-tightened", key, old, new, place
    )


def _divides(after: frozenset[str], before: frozenset[str]) -> bool:
    """Say whether every multiple of the old number is one of the new."""
    if len(after) != 1 or len(before) != 1:
        return False
    try:
        smaller, larger = float(next(iter(after))), float(next(iter(before)))
    except ValueError:
        return False
    return smaller != 0 and (larger / smaller).is_integer()


def _difference(kind: ChangeKind, key: str, old: Reading, new: Reading, place: str) -> Difference:
    (before, at_old), (after, at_new) = old.first(key), new.first(key)
    return Difference(
        kind=kind,
        place=place,
        old=at_old,
        new=at_new,
        before=_named(key, before),
        after=_named(key, after),
    )


def _named(key: str, value: Json) -> Json:
    """Return a value under its keyword: `20` alone would not say what is at most 20."""
    return None if value is None else {key: value}


def spoken_differences(old: Reading, new: Reading, place: str) -> Iterator[Difference]:
    """Yield what only says something: descriptions, titles, defaults, then any other keyword."""
    for key, kind in TEXTS.items():
        (before, at_old), (after, at_new) = old.first(key), new.first(key)
        if canonical(before) != canonical(after):
            yield Difference(
                kind=kind, place=place, old=at_old, new=at_new, before=before, after=after
            )
    for key in sorted((old.keys() | new.keys()) - _COMPARED):
        if canonical(old.first(key)[0]) != canonical(new.first(key)[0]):
            yield _difference("annotation-changed", key, old, new, place)
