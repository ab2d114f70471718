"""The operations of an API, in the order of its document, with what each one is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog.document import child, type_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.formats.openapi.references import References
    from toolsearch_cli.catalog.model import Json

_METHODS: Final = frozenset(
    {"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}
)
_SWITCHES: Final = ("x-mcp", "x-mcp-tool")
ELSEWHERE: Final = ("path that stands elsewhere", "paths that stand elsewhere")
SWITCHED_OFF: Final = ("operation that x-mcp leaves out", "operations that x-mcp leaves out")
"""What is lost, in the singular and in the plural."""


class Operation(NamedTuple):
    """One method of one path."""

    method: str
    path: str
    entry: dict[str, Json]
    parameters: tuple[dict[str, Json], ...]
    """Its own, then those of its path that it does not replace; each one's name is a string."""
    pointer: str
    missing: tuple[str, ...] = ()
    """References in place of parameters that lead to nothing: what they stand for is unknown."""


def operations_in(document: Document, name: str, references: References) -> Iterator[Operation]:
    """Yield every operation that is not switched off; what can be none is skipped.

    Args:
        document: The API.
        name: How the API is called where a path of it stands elsewhere.
        references: Its references.

    Raises:
        InputError: Paths are no object; or strictly, a path, an operation or parameters are odd.
    """
    value = document.expect_object(document.value, "")
    paths = value.get("paths")
    paths = document.expect_object({} if paths is None else paths, "/paths")
    for path, entry in paths.items():
        if path.startswith("x-"):
            continue
        place = child("/paths", path)
        written = _object(document, entry, place)
        if written is None:
            continue
        for reference in references.missing(written):
            reason = f"its $ref {reference} leads to nothing in this file"
            document.miss(f"{name} {path}", reason, place)
            document.remarks.lose(*ELSEWHERE)
        # Operations may also stand beside a reference.
        item = {**(references.follow(written) or {}), **written}
        yield from _of_path(document, path, item, references)


def _of_path(
    document: Document, path: str, item: dict[str, Json], references: References
) -> Iterator[Operation]:
    place = child("/paths", path)
    shared = _parameters(document, item, place, references)
    for method, entry in item.items():
        if method.lower() not in _METHODS:
            continue
        pointer = child(place, method)
        operation = _object(document, entry, pointer)
        if operation is None:
            continue
        if any(one.get(key) is False for key in _SWITCHES for one in (item, operation)):
            document.remarks.lose(*SWITCHED_OFF)
            continue
        own = _parameters(document, operation, pointer, references)
        replaced = {_key(parameter) for parameter in own.found}
        kept = [parameter for parameter in shared.found if _key(parameter) not in replaced]
        yield Operation(
            method=method.lower(),
            path=path,
            entry=operation,
            parameters=(*own.found, *kept),
            pointer=pointer,
            missing=(*own.missing, *shared.missing),
        )


def _object(document: Document, value: Json, pointer: str) -> dict[str, Json] | None:
    """Return a path or an operation; `None` for what can be neither, which is said."""
    if isinstance(value, dict):
        return value
    if document.strict:
        raise document.wrong("an object", value, pointer)
    document.remarks.skip(f"expected an object, found {type_in_words(value)}", pointer)
    return None


class _Parameters(NamedTuple):
    """Those of an operation or of a path."""

    found: tuple[dict[str, Json], ...] = ()
    missing: tuple[str, ...] = ()


def _parameters(
    document: Document, holder: dict[str, Json], pointer: str, references: References
) -> _Parameters:
    written = holder.get("parameters")
    place = f"{pointer}/parameters"
    if not isinstance(written, list):
        if written is not None:
            _leave_out(document, "an array", written, place)
        return _Parameters()
    found: dict[tuple[str, str], dict[str, Json]] = {}
    missing: list[str] = []
    for index, entry in enumerate(written):
        if gone := references.missing(entry):
            missing += gone
            continue
        parameter = references.follow(entry)
        if parameter is None or not isinstance(parameter.get("name"), str):
            document.remarks.warn("left out: it is no parameter", f"{place}/{index}")
            continue
        found.setdefault(_key(parameter), parameter)
    return _Parameters(tuple(found.values()), tuple(missing))


def _leave_out(document: Document, expected: str, value: Json, pointer: str) -> None:
    if document.strict:
        raise document.wrong(expected, value, pointer)
    document.remarks.warn(f"left out: expected {expected}, found {type_in_words(value)}", pointer)


def _key(parameter: dict[str, Json]) -> tuple[str, str]:
    return str(parameter.get("in")), str(parameter["name"])
