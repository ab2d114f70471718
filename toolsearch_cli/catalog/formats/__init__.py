"""Every input shape, in the order in which they are tried. Adding one: a file and a line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Format
    from toolsearch_cli.catalog.model import Json


class Entry(NamedTuple):
    """One input shape: the file of this folder that has its name, read when it may be needed."""

    name: str
    """What `--input-format` takes."""
    signs: frozenset[str] = frozenset()
    """Keys of which such a document has one, at the top or in an item of its array; none: any."""
    endings: tuple[str, ...] = ()
    """File names that end so are nothing else."""

    @property
    def format(self) -> Format:
        """The shape itself."""
        form: Format = import_module(f"{__name__}.{self.name}").FORMAT
        return form


def _entry(name: str, *signs: str, endings: tuple[str, ...] = ()) -> Entry:
    return Entry(name, frozenset(signs), endings)


ENTRIES: tuple[Entry, ...] = (
    _entry("mcporter", "mode"),
    _entry("arion"),
    _entry("request"),
    _entry("client_config"),
    _entry("server_map"),
    _entry("native"),
    _entry("openai"),
    _entry("anthropic"),
    _entry("inspector", "result"),
    _entry("mcp"),
)


def recognised(value: Json, file: str = "") -> Format | None:
    """Return the shape of a document; `None` where it is none of them.

    Args:
        value: The document.
        file: Its name, where it has one.
    """
    return next((form for form in _candidates(value, file) if form.recognises(value)), None)


def _candidates(value: Json, file: str) -> Iterator[Format]:
    for entry in ENTRIES:
        if entry.endings and file.removesuffix(".gz").endswith(entry.endings):
            yield entry.format
    keys = _top_keys(value)
    for entry in ENTRIES:
        if not entry.signs or not entry.signs.isdisjoint(keys):
            yield entry.format


def _top_keys(value: Json) -> set[str]:
    if isinstance(value, list):
        return set().union(*(item for item in value if isinstance(item, dict)))
    return set(value) if isinstance(value, dict) else set()
