"""The `$ref`s of one API: followed inside its file, and written as `$defs` of each schema."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote

from toolsearch_cli.catalog.formats.openapi.schemas import as_json_schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.formats.openapi.operations import Operation
    from toolsearch_cli.catalog.model import Json

MAX_EXPANDED: Final = 256 << 20
"""Most characters of all schemas together, each with its definitions: what is written once in an
API is sent once for each operation that needs it."""
_ENTRY: Final = 128
"""What an entry of `$defs` takes beside its schema, in memory."""
_MOST_HOPS: Final = 50
_INDEX: Final = re.compile(r"[0-9]{1,9}")
_ROOTS: Final = ("components/schemas/", "definitions/")


class _Definition(NamedTuple):
    """What one reference leads to, as it stands in `$defs`."""

    schema: Json
    needs: tuple[str, ...]
    """References inside it."""
    size: int
    missing: tuple[str, ...]
    """References inside it that lead to nothing in the file."""


class Whole(NamedTuple):
    """A schema that stands for itself."""

    schema: dict[str, Json]
    missing: tuple[str, ...]
    """References that lead to nothing in the file: what is behind them is unknown."""


class References:
    """Follows the references of one document; each definition is converted once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._missed: dict[str, list[Operation]] = {}
        self._definitions: dict[str, _Definition] = {}
        self._names: dict[str, str] = {}
        self._taken: Counter[str] = Counter()
        self._expanded = 0

    def follow(self, value: Json) -> dict[str, Json] | None:
        """Return the object behind a value, through all references; `None` where there is none.

        A description beside a reference stands instead of the object's own, as in OpenAPI 3.1.
        """
        described: Json = None
        for _ in range(_MOST_HOPS):
            if not isinstance(value, dict):
                return None
            reference = value.get("$ref")
            if not isinstance(reference, str):
                return {**value, "description": described} if described else value
            described = described or value.get("description")
            value = self._target(reference)
        return None

    def missing(self, value: Json) -> tuple[str, ...]:
        """Return the reference on the way from a value that leads to no object, if there is one.

        Of those that only lead to each other the first does.
        """
        chain: list[str] = []
        for _ in range(_MOST_HOPS):
            if not isinstance(value, dict):
                return tuple(chain[-1:])
            reference = value.get("$ref")
            if not isinstance(reference, str):
                return ()
            chain.append(reference)
            value = self._target(reference)
        return (chain[0],)

    def miss(self, operation: Operation, references: Iterable[str]) -> bool:
        """Keep what of an operation leads to nothing; return whether anything does."""
        found = tuple(dict.fromkeys(references))
        for reference in found:
            self._missed.setdefault(reference, []).append(operation)
        return bool(found)

    def warn(self) -> None:
        """Warn of each reference that leads to nothing, once, with an operation that needs it."""
        for reference, operations in self._missed.items():
            first, *others = operations
            named = f"{first.method.upper()} {first.path}"
            said = f"what {named} takes is unknown"
            if others:
                more = "another operation" if len(others) == 1 else f"{len(others)} more operations"
                said = f"what {named} and {more} take is unknown"
            self._document.remarks.warn(
                f"its $ref {reference} leads to nothing in this file: {said}", first.pointer
            )

    def whole(self, schema: dict[str, Json], pointer: str) -> Whole:
        """Return a schema with its references as `#/$defs/NAME`, and all that it needs there.

        Raises:
            InputError: All schemas of the file together have become too large.
        """
        own = self._converted(schema)
        needed: dict[str, _Definition] = {}
        todo = list(own.needs)
        while todo:
            reference = todo.pop()
            if reference not in needed:
                needed[reference] = self._definition(reference)
                todo += needed[reference].needs
        self._expanded += own.size + sum(_ENTRY + one.size for one in needed.values())
        if self._expanded > MAX_EXPANDED:
            raise self._document.error(
                f"its schemas take more than {MAX_EXPANDED:,} characters, each written with all "
                "that it refers to",
                pointer,
            )
        whole = own.schema if isinstance(own.schema, dict) else {}
        if needed:
            definitions = {self._name(one): needed[one].schema for one in sorted(needed)}
            whole = {**whole, "$defs": definitions}
        missing = [name for one in (own, *needed.values()) for name in one.missing]
        return Whole(whole, tuple(dict.fromkeys(missing)))

    def _definition(self, reference: str) -> _Definition:
        if reference not in self._definitions:
            self._definitions[reference] = self._converted(self._target(reference))
        return self._definitions[reference]

    def _converted(self, schema: Json) -> _Definition:
        needs: dict[str, None] = {}
        outside: dict[str, None] = {}

        def renamed(reference: str) -> str:
            if self._target(reference) is None:
                outside[reference] = None
                return reference
            needs[reference] = None
            return f"#/$defs/{_escaped(self._name(reference))}"

        converted, size = as_json_schema(schema, renamed)
        return _Definition(converted, tuple(needs), size, tuple(outside))

    def _target(self, reference: str) -> Json:
        """Return what a local reference points at; `None` where it is nothing."""
        if not reference.startswith("#/"):
            return None
        value: Json = self._document.value
        for part in reference[2:].split("/"):
            key = unquote(part).replace("~1", "/").replace("~0", "~")
            if isinstance(value, dict):
                value = value.get(key)
            elif isinstance(value, list) and _INDEX.fullmatch(key) and int(key) < len(value):
                value = value[int(key)]
            else:
                return None
        return value

    def _name(self, reference: str) -> str:
        """Return the name in `$defs`: the component's own, or one made of the whole pointer."""
        if reference not in self._names:
            path = unquote(reference[2:])
            for root in _ROOTS:
                path = path.removeprefix(root)
            plain = name = re.sub(r"[^\w.-]+", "_", path) or "definition"
            while name in self._taken:
                self._taken[plain] += 1
                name = f"{plain}_{self._taken[plain]}"
            self._taken[name] += 1
            self._names[reference] = name
        return self._names[reference]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
