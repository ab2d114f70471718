"""Where a schema's references lead: pointers, anchors and identifiers inside one document.

JSON Schema 2020-12, sections 8.2 and 9, with `$recursiveRef` of 2019-09 and plain-name `$id` of
draft 6 and 7. Nothing is ever fetched: what stands outside the document is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urldefrag, urljoin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolsearch_cli.catalog.model import Json

REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
"""Keywords whose value leads to another schema."""

_DYNAMIC: Final = ("$dynamicAnchor", "$recursiveAnchor")
"""Keywords by which an outer schema takes the place of the one referred to."""

_LITERALS: Final = frozenset({"default", "const", "enum", "example", "examples"})
"""Keywords whose value is data, whatever it looks like."""

_NAME_MAPS: Final = frozenset({"properties", "patternProperties", "$defs", "definitions"})
"""Keywords whose value has names for keys, which may be called like keywords."""

Placed = tuple["Json", str]
"""A value and its pointer."""


def step(pointer: str, *keys: str | int) -> str:
    """Return the pointer of something inside what `pointer` points to."""
    parts = (str(key).replace("~", "~0").replace("/", "~1") for key in keys)
    return "/".join((pointer, *parts))


def may_refer(text: str) -> bool:
    """Say whether the text of a schema may hold a reference."""
    return any(f'"{key}"' in text for key in REFERENCES)


@dataclass(frozen=True, slots=True, eq=False)
class References:
    """The references of one document."""

    root: Json
    bases: Mapping[str, str]
    """Pointer of each schema with an identifier, the document itself included, to its address."""
    anchors: Mapping[tuple[str, str], str]
    """Pointer of such a schema and a plain name to the pointer that the name means."""
    outermost: Mapping[tuple[str, Json], str]
    """The dynamic anchors of the document's own resource: keyword and value to pointer."""

    @classmethod
    def of(cls, root: Json) -> References:
        """Find every identifier and anchor of a document."""
        bases: dict[str, str] = {"": ""}
        anchors: dict[tuple[str, str], str] = {}
        outermost: dict[tuple[str, Json], str] = {}
        for node, at in _nodes(root):
            own = node.get("$id")
            if isinstance(own, str) and not own.startswith("#"):
                bases[at] = _joined(bases[_around(bases, at)], own)[0]
            home = _around(bases, at)
            for name in _names(node):
                anchors.setdefault((home, name), at)
            for key in _DYNAMIC:
                if home == "" and isinstance(value := node.get(key), (str, bool)):
                    outermost.setdefault((key, value), at)
        return cls(root, bases, anchors, outermost)

    def target(self, reference: Json, at: str = "") -> Placed | None:
        """Return what a reference means that stands in the schema at `at`.

        `None` for one that cannot be followed: it leads outside, to nothing, or is no text.
        """
        if not isinstance(reference, str):
            return None
        if reference == "#" or reference.startswith("#/"):
            return self._below(_around(self.bases, at), reference[1:])
        address, fragment = _joined(self.bases[_around(self.bases, at)], reference)
        home = _around(self.bases, at) if reference.startswith("#") else self._named(address)
        if home is None:
            return None
        if not fragment or fragment.startswith("/"):
            return self._below(home, fragment)
        anchor = self.anchors.get((home, fragment))
        return None if anchor is None else self._below(anchor, "")

    def dynamic_target(self, reference: Json, at: str = "") -> Placed | None:
        """Return what `$dynamicRef` means: the outermost anchor of its name, which is the root's.

        `$recursiveRef` is one to the anchor that `$recursiveAnchor: true` is.
        """
        found = self.target(reference, at)
        if found is None or not isinstance(found[0], dict):
            return found
        for key in _DYNAMIC:
            value = found[0].get(key)
            outer = self.outermost.get((key, value)) if isinstance(value, (str, bool)) else None
            if outer is not None:
                return self._below(outer, "")
        return found

    def unfollowed(self) -> Iterator[tuple[str, str]]:
        """Yield pointer and text of each reference that cannot be followed, in document order."""
        for node, at in _nodes(self.root):
            for key in REFERENCES:
                value = node.get(key)
                if isinstance(value, str) and self.target(value, at) is None:
                    yield step(at, key), value

    def _below(self, start: str, fragment: str) -> Placed | None:
        value, pointer = self.root, ""
        for part in (*start.split("/")[1:], *unquote(fragment).split("/")[1:]):
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(value, dict) and key in value:
                value = value[key]
            elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
                value = value[int(key)]
            else:
                return None
            pointer = step(pointer, key)
        return value, pointer

    def _named(self, address: str) -> str | None:
        return next((at for at, base in self.bases.items() if base == address), None)


def _joined(base: str, reference: str) -> tuple[str, str]:
    """Return the address that a reference means, and what is behind its `#`."""
    try:
        address, fragment = urldefrag(urljoin(base, reference))
    except ValueError:  # such as `http://[`
        return reference, ""
    return address, fragment


def _around(bases: Mapping[str, str], at: str) -> str:
    """Return the pointer of the nearest schema around `at`, itself included, with an address."""
    return max((one for one in bases if f"{at}/".startswith(f"{one}/")), key=len, default="")


def _names(node: Mapping[str, Json]) -> Iterator[str]:
    """Yield the plain names by which a schema can be meant."""
    own = node.get("$id")
    if isinstance(own, str) and own.startswith("#"):
        yield own[1:]
    for key in ("$anchor", "$dynamicAnchor"):
        value = node.get(key)
        if isinstance(value, str):
            yield value


def _nodes(root: Json) -> Iterator[tuple[Mapping[str, Json], str]]:
    """Yield every object that may be a schema with its pointer, outer ones first."""
    waiting: list[Placed] = [(root, "")]
    while waiting:
        value, at = waiting.pop()
        if isinstance(value, list):
            waiting += [(part, step(at, number)) for number, part in enumerate(value)][::-1]
        elif isinstance(value, dict):
            yield value, at
            waiting += [
                (part, step(at, key))
                for key, part in value.items()
                if key not in _LITERALS or at.rpartition("/")[2] in _NAME_MAPS
            ][::-1]
