"""Files -> catalog: find them, read them, sniff their format, say what each one gave."""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from toolsearch_cli.catalog import places
from toolsearch_cli.catalog.document import Document
from toolsearch_cli.catalog.formats import FORMATS
from toolsearch_cli.catalog.json_text import JsonDecoder, TextError
from toolsearch_cli.catalog.model import Catalog, Loaded, LoadedFile
from toolsearch_cli.catalog.reading import read_path, read_stream
from toolsearch_cli.errors import InputError, NoToolsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.document import Format
    from toolsearch_cli.catalog.model import Source
    from toolsearch_cli.catalog.places import Place

_UNSPEAKING = frozenset({"tools", "list", "catalog", "index", "tools-list"})


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How files are read."""

    source_name: str | None = None
    """Names a source that its file does not name."""
    input_format: str | None = None
    """The format to use instead of sniffing."""
    max_bytes: int = 64 * 1024 * 1024
    """Most bytes of one file, unpacked."""
    strict: bool = False
    """Whether an entry that cannot be a tool is an error instead of a warning."""
    stdin: BinaryIO | None = None
    """What `-` reads; the process's own standard input when None."""


def load(patterns: Sequence[str], options: LoadOptions = LoadOptions()) -> Loaded:
    """Load a catalog from files, folders, globs, samples (`sample:NAME`) and `-`.

    Sources come in the order given; nothing is merged, whatever the names.

    Raises:
        InputError: A file cannot be used; names it, and the JSON pointer where there is one.
        UsageError: A pattern or an option asks for something that does not exist.
    """
    sources: list[Source] = []
    files: list[LoadedFile] = []
    with _collector_paused():
        for place in places.find(patterns):
            read, line = _load_place(place, options)
            sources.extend(read)
            files.append(line)
    return Loaded(catalog=Catalog(tuple(sources)), files=tuple(files))


def _load_place(place: Place, options: LoadOptions) -> tuple[tuple[Source, ...], LoadedFile]:
    if place.path is None:
        stdin = options.stdin or sys.stdin.buffer
        text = read_stream(stdin, place.file, options.max_bytes)
    else:
        text = read_path(place.path, place.file, options.max_bytes)
    try:
        value = JsonDecoder().decode(text)
    except TextError as error:
        raise InputError(error.message, file=place.file) from None
    del text
    document = Document(
        place.file, value, options.source_name or _source_name(place), options.strict
    )
    form = _sniff(document)
    sources = form.read(document)
    return sources, LoadedFile(
        file=place.file,
        format=form.name,
        sources=len(sources),
        tools=sum(len(source.tools) for source in sources),
        lost=document.remarks.lost,
        warnings=document.remarks.warnings,
    )


def _sniff(document: Document) -> Format:
    for form in FORMATS:
        if form.recognises(document.value):
            return form
    raise NoToolsError("names no tools", file=document.file)


def _source_name(place: Place) -> str:
    """The name of a source whose file has none: the file's stem, or its folder's name."""
    if place.path is None:
        return "stdin"
    stem = place.path.name.removesuffix(".gz")
    stem = stem.rpartition(".")[0] or stem
    if stem in _UNSPEAKING:
        return Path(place.path).absolute().parent.name or stem
    return stem


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Decoding makes millions of objects and no cycles: looking for some takes most of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
