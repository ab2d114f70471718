"""Keys written twice: in the structure of a document an error, inside a tool a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.document import child
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.json_text import Repeated
    from toolsearch_cli.catalog.model import Json, Source


def judge(document: Document, repeated: Sequence[Repeated], sources: Iterable[Source]) -> None:
    """Warn of repeated keys inside tools, where hosts let the last value win as well.

    Raises:
        InputError: A document, server or tool object repeats a key: data would be lost silently.
    """
    if not repeated:
        return
    structure = _structure(sources)
    wanted = {id(entry.mapping) for entry in repeated}
    pointers = {
        id(value): pointer for value, pointer in _walk(document.value) if id(value) in wanted
    }
    for entry in repeated:
        pointer = pointers.get(id(entry.mapping))
        if pointer is None:
            continue  # It was itself overwritten by a repeated key further out.
        if pointer in structure:
            raise document.error(f'the key "{visible(entry.key)}" is written twice', pointer)
        document.remarks.warn(
            f'the key "{visible(entry.key)}" is repeated: its last value counts', pointer
        )


def _structure(sources: Iterable[Source]) -> frozenset[str]:
    """The pointers of all objects that hold sources, are sources or are tools."""
    found = {""}
    for source in sources:
        for pointer in (source.provenance.pointer, *(t.provenance.pointer for t in source.tools)):
            rest = pointer
            while rest and rest not in found:
                found.add(rest)
                rest = rest.rpartition("/")[0]
    return frozenset(found)


def _walk(value: Json) -> Iterator[tuple[Json, str]]:
    """Every container of a value, with its pointer."""
    todo: list[tuple[Json, str]] = [(value, "")]
    while todo:
        item, pointer = todo.pop()
        if isinstance(item, dict):
            yield item, pointer
            todo.extend((inner, child(pointer, key)) for key, inner in item.items())
        elif isinstance(item, list):
            todo.extend((inner, f"{pointer}/{index}") for index, inner in enumerate(item))
