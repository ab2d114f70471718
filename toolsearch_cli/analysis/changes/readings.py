"""A schema as it reads: what a place refers to and its `allOf` belong to the place itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.changes.references import REFERENCES, Placed, References, step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolsearch_cli.catalog.model import Json

TYPES: Final = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
"""`number` stands for the numbers that are no integers."""

_ONLY_NULL: Final = frozenset({"null"})

_IMPLIED: Final = {"properties": "object", "items": "array"}
"""Where no type is written, what is meant."""

_REFERRING: Final = frozenset(
    {
        *(*REFERENCES, "allOf", "description", "title", "default", "$defs", "definitions"),
        *("$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"),
    }
)
"""Keywords beside which a schema says nothing of its own about what is allowed."""

CHOICES: Final = ("anyOf", "oneOf")
"""Keywords of which one branch has to hold; that no other may is not looked at."""

_TYPE_OF: Final = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "integer",
    str: "string",
    list: "array",
}

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(value: object) -> str:
    """Return one text for a JSON value, whatever the order of its keys; 1, 1.0 and true differ."""
    return _ENCODER.encode(value)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One schema object of a reading."""

    node: Mapping[str, Json]
    pointer: str


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """All that has to hold at one place: the schema there, what it refers to, its `allOf`."""

    pointer: str
    """Of the schema that says what is allowed here: of the one referred to, where that is all;
    without any schema, of what would hold it."""
    layers: tuple[Layer, ...]
    never: bool = False
    """Whether nothing can hold (`false`)."""

    @property
    def key(self) -> tuple[str, ...]:
        """What tells this reading from others of the same document."""
        return tuple(layer.pointer for layer in self.layers) or (self.pointer,)

    @property
    def text(self) -> str:
        """One text for all layers."""
        return canonical([self.never, *(layer.node for layer in self.layers)])

    def keys(self) -> set[str]:
        """Return every keyword that a layer has."""
        return {key for layer in self.layers for key in layer.node}

    def having(self, key: str) -> Iterator[Placed]:
        """Yield each layer's value of a keyword; the nearest comes first."""
        for layer in self.layers:
            if key in layer.node:
                yield layer.node[key], step(layer.pointer, key)

    def first(self, key: str) -> Placed:
        """Return the nearest value of a keyword; null and the reading's own place without one."""
        return next(self.having(key), (None, self.pointer))

    def members(self, key: str) -> dict[str, list[Placed]]:
        """Return what the layers hold under each name of a keyword such as `properties`."""
        found: dict[str, list[Placed]] = {}
        for value, pointer in self.having(key):
            if isinstance(value, dict):
                for name, child in value.items():
                    found.setdefault(name, []).append((child, step(pointer, name)))
        return found

    def required(self) -> dict[str, str]:
        """Return the pointer of each required name."""
        found: dict[str, str] = {}
        for names, pointer in self.having("required"):
            if isinstance(names, list):
                for at, name in enumerate(names):
                    if isinstance(name, str):
                        found.setdefault(name, step(pointer, at))
        return found

    def values(self) -> dict[str, Placed] | None:
        """Return the only values allowed by `enum` and `const`; `None` without either."""
        allowed: dict[str, Placed] | None = None
        for layer in self.layers:
            for found in _listed(layer):
                allowed = (
                    found
                    if allowed is None
                    else {text: at for text, at in allowed.items() if text in found}
                )
        if allowed is None and self.written_types() == _ONLY_NULL:
            return {"null": (None, self.first("type")[1])}
        return allowed

    def written_types(self) -> frozenset[str] | None:
        """Return the types that `type` allows; `None` where none is written."""
        allowed: frozenset[str] | None = None
        for layer in self.layers:
            names = _type_names(layer.node)
            if names is not None:
                allowed = names if allowed is None else allowed & names
        return allowed

    def types(self) -> frozenset[str]:
        """Return the types that a value can have here."""
        if self.never:
            return frozenset()
        written = self.written_types()
        values = self.values()
        if values is not None:
            of_values = frozenset(type_of(value) for value, _ in values.values())
            return of_values if written is None else of_values & written
        if written is not None:
            return written
        implied = frozenset(name for key, name in _IMPLIED.items() if key in self.keys())
        return implied or TYPES


def _listed(layer: Layer) -> Iterator[dict[str, Placed]]:
    values = layer.node.get("enum")
    if isinstance(values, list):
        place = step(layer.pointer, "enum")
        yield {_same(value): (value, step(place, at)) for at, value in enumerate(values)}
    if "const" in layer.node:
        value = layer.node["const"]
        yield {_same(value): (value, step(layer.pointer, "const"))}


def _same(value: Json) -> str:
    """Return one text for values that a schema takes for equal: 1.0 is 1 there, true is not."""
    return canonical(int(value) if isinstance(value, float) and value.is_integer() else value)


def _type_names(node: Mapping[str, Json]) -> frozenset[str] | None:
    written = node.get("type")
    names = [written] if isinstance(written, str) else written
    if not isinstance(names, list):
        return None
    known = {name for name in names if isinstance(name, str)}
    if "number" in known:
        known.add("integer")
    if node.get("nullable") is True:
        known.add("null")
    return frozenset(known)


def type_of(value: Json) -> str:
    """Return the type of a value in a schema's words; 1.0 is an integer there."""
    if isinstance(value, float) and not value.is_integer():
        return "number"
    return _TYPE_OF.get(type(value), "object")


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A whole schema, into which its references point."""

    references: References

    @classmethod
    def of(cls, root: Json) -> Document:
        """Return a schema as a document."""
        return cls(References.of(root))

    @property
    def root(self) -> Json:
        """The schema itself."""
        return self.references.root

    def read(self, placed: Iterable[Placed], holder: str) -> Reading:
        """Return the reading of schemas that all hold at one place.

        References that lead back to where they started end there.

        Args:
            placed: The schemas; without any, everything is allowed.
            holder: Pointer of what would hold them, used when there are none.
        """
        waiting = list(placed)
        site = waiting[0][1] if waiting else holder
        layers: dict[str, Layer] = {}
        never = False
        while waiting:
            value, at = waiting.pop(0)
            never = never or value is False
            if isinstance(value, dict) and at not in layers:
                layers[at] = Layer(value, at)
                waiting[:0] = self._belonging(value, at)
        telling = (layer.pointer for layer in layers.values() if layer.node.keys() - _REFERRING)
        return Reading(next(telling, site), tuple(layers.values()), never)

    def _belonging(self, node: Mapping[str, Json], pointer: str) -> Iterator[Placed]:
        for key in REFERENCES:
            target = self.target(key, node[key], pointer) if key in node else None
            if target is not None:
                yield target
        parts = node.get("allOf")
        if isinstance(parts, list):
            yield from ((part, step(pointer, "allOf", at)) for at, part in enumerate(parts))

    def target(self, key: str, reference: Json, pointer: str) -> Placed | None:
        """Return what the reference under a keyword of the schema at `pointer` means.

        `None` where it cannot be followed.
        """
        if key == "$ref":
            return self.references.target(reference, pointer)
        return self.references.dynamic_target(reference, pointer)

    def alternatives(self, reading: Reading) -> tuple[Reading, ...]:
        """Return the readings of which one has to hold: those of its first `anyOf` or `oneOf`."""
        for at, layer in enumerate(reading.layers):
            for key in CHOICES:
                branches = layer.node.get(key)
                if isinstance(branches, list) and branches:
                    rest = {name: value for name, value in layer.node.items() if name != key}
                    others = (
                        *reading.layers[:at],
                        Layer(rest, layer.pointer),
                        *reading.layers[at + 1 :],
                    )
                    place = step(layer.pointer, key)
                    return tuple(
                        self._joined(others, (branch, step(place, number)))
                        for number, branch in enumerate(branches)
                    )
        return (reading,)

    def _joined(self, others: tuple[Layer, ...], branch: Placed) -> Reading:
        read = self.read([branch], branch[1])
        there = {layer.pointer for layer in others}
        own = tuple(layer for layer in read.layers if layer.pointer not in there)
        return Reading(branch[1], (*own, *others), read.never)

    def by_type(self, reading: Reading) -> tuple[Reading, ...]:
        """Return one reading for each of the types that the nearest `type` lists."""
        names, pointer = reading.first("type")
        if not isinstance(names, list):
            return (reading,)
        return tuple(
            Reading(
                reading.pointer,
                (*reading.layers, Layer({"type": name}, step(pointer, at))),
                reading.never,
            )
            for at, name in enumerate(names)
        )
