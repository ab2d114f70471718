"""Files -> catalog: find them, read them, sniff their format, say what each one gave."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from toolsearch_cli.catalog import places
from toolsearch_cli.catalog.collector import collector_paused
from toolsearch_cli.catalog.decoding import decode
from toolsearch_cli.catalog.document import Document, Remarks
from toolsearch_cli.catalog.formats import format_named, recognised
from toolsearch_cli.catalog.formats.client_config import all_servers
from toolsearch_cli.catalog.gateways import told_unknown
from toolsearch_cli.catalog.joining import joined, told_variants
from toolsearch_cli.catalog.json_text import TextError
from toolsearch_cli.catalog.model import Catalog, Loaded, LoadedFile
from toolsearch_cli.catalog.naming import name_from_path, split_at
from toolsearch_cli.catalog.reading import read_path, read_stream
from toolsearch_cli.catalog.repeats import judge
from toolsearch_cli.catalog.unknowns import unknown_in_words
from toolsearch_cli.errors import InputError, NoToolsError, ServersOnlyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.document import Format
    from toolsearch_cli.catalog.json_text import Decoded
    from toolsearch_cli.catalog.model import Source
    from toolsearch_cli.catalog.places import Place

_SHAPES: Final = (
    "a catalog holds tools: a tools/list answer, a snapshot, a tools array of a request, or "
    "{server: [tools]}; `toolsearch formats` lists all, --input-format names one"
)


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How files are read."""

    source_name: str | None = None
    """Names a source that its file does not name."""
    input_format: str | None = None
    """The name of the format to use instead of sniffing."""
    max_bytes: int = 64 * 1024 * 1024
    """Most bytes of one file, unpacked."""
    strict: bool = False
    """Whether an entry that cannot be a tool is an error instead of a warning."""
    split_prefix: str | None = None
    """What stands between a server's name and a tool's, in names whose file names no server."""
    stdin: BinaryIO | None = None
    """What `-` reads; the process's own standard input when None."""


class _Read(NamedTuple):
    """What came of one file."""

    line: LoadedFile
    sources: tuple[Source, ...] = ()
    refusal: NoToolsError | None = None
    """What to say of it where no other file holds a source."""


def load(patterns: Sequence[str], options: LoadOptions = LoadOptions()) -> Loaded:
    """Load a catalog from files, folders, globs, samples (`sample:NAME`) and `-`.

    Sources come in the order given; nothing is merged, whatever the names.

    Raises:
        InputError: A file cannot be used; names it, and the JSON pointer where there is one.
        UsageError: A pattern or an option asks for something that does not exist.
    """
    form = None if options.input_format is None else format_named(options.input_format)
    read: list[_Read] = []
    with collector_paused():
        for named in places.find(patterns):
            read += _load_named(named, form, options)
    sources, variants = joined(source for one in read for source in one.sources)
    for one in read:
        if one.refusal is not None and not sources:
            raise one.refusal
    files = told_unknown(told_variants([one.line for one in read], variants), sources)
    catalog = Catalog(
        sources,
        unknown=tuple(server for line in files for server in line.unknown),
        gateways=tuple(gateway for line in files for gateway in line.gateways),
    )
    return Loaded(catalog=catalog, files=files)


def _load_named(named: places.Named, form: Format | None, options: LoadOptions) -> Iterator[_Read]:
    """Load what one name stands for; in a folder, a file without tools may stand beside others."""
    refused: list[NoToolsError] = []
    for place in named.places:
        remarks = Remarks()
        try:
            yield _load_place(place, form, options, remarks)
        except NoToolsError as error:
            if not named.is_folder:
                raise
            refused.append(error)
            line = LoadedFile(
                file=place.file,
                format=None,
                sources=0,
                tools=0,
                warnings=(f"skipped: {error.reason}",),
                unknown=remarks.unknown if isinstance(error, ServersOnlyError) else (),
            )
            yield _Read(line)
    if refused and len(refused) == len(named.places):
        if len(refused) == 1:
            raise refused[0]
        raise NoToolsError(
            f"none of the {len(refused)} files of this folder holds tools",
            file=named.name,
            hint=f"the first of them: {refused[0].message}",
        )


def _load_place(
    place: Place, named: Format | None, options: LoadOptions, remarks: Remarks
) -> _Read:
    decoded = _decode(place, options)
    value = decoded.values[0] if len(decoded.values) == 1 else list(decoded.values)
    document = Document(
        file=place.file,
        value=value,
        source_name=name_from_path(place.path)
        if options.source_name is None
        else options.source_name,
        strict=options.strict,
        remarks=remarks,
    )
    form = named or _sniff(document, decoded)
    try:
        sources = form.read(document)
    except ServersOnlyError:
        _miss_named(document)
        raise
    if options.split_prefix:
        sources = split_at(sources, options.split_prefix)
    if named and not any(source.tools for source in sources) and not named.recognises(value):
        _refuse_misread(document, sources, named)
    judge(document, decoded.repeated, sources)
    _refuse_rubbish(document, sources)
    if decoded.stray_lines:
        one, many = "line that is not JSON", "lines that are not JSON"
        document.remarks.lose(one, many, decoded.stray_lines)
    if decoded.breaks_off:
        document.remarks.warn("its last line breaks off: that message is not read")
    if unknown := unknown_in_words(sources):
        document.remarks.warn(unknown)
    line = LoadedFile(
        file=place.file,
        format=form.name,
        sources=len(sources),
        tools=sum(len(source.tools) for source in sources),
        lost=document.remarks.lost,
        warnings=document.remarks.warnings,
        unknown=document.remarks.unknown,
        gateways=document.remarks.gateways,
    )
    return _Read(line, sources, document.remarks.refusal)


def _miss_named(document: Document) -> None:
    """Keep the servers of a client's config; other formats that only name servers say which."""
    if not document.remarks.unknown:
        for server in all_servers(document.value):
            document.miss(server.name, "", server.pointer)


def _refuse_rubbish(document: Document, sources: Sequence[Source]) -> None:
    """Entries, and not one of them a tool: that is no empty catalog."""
    first = document.remarks.first_skipped
    if first and not any(source.tools for source in sources):
        raise NoToolsError(f"none of its entries is a tool: {first}", file=document.file)


def _decode(place: Place, options: LoadOptions) -> Decoded:
    """The values of a file; its text is gone when this returns."""
    try:
        return decode(_read(place, options), place.file)
    except TextError as error:
        raise InputError(error.message, file=place.file, pointer=error.pointer) from None
    except RecursionError:
        raise InputError("nested too deeply", file=place.file) from None


def _read(place: Place, options: LoadOptions) -> str:
    if place.path is None:
        # A process may be started without any standard input.
        stdin = options.stdin or getattr(sys.stdin, "buffer", None)
        if stdin is None:
            raise InputError("standard input is closed", file=place.file)
        return read_stream(stdin, place.file, options.max_bytes)
    return read_path(place.path, place.file, options.max_bytes)


def _sniff(document: Document, decoded: Decoded) -> Format:
    form = recognised(document.value, document.file)
    if form is not None:
        return form
    judge(document, decoded.repeated, ())  # what was written over may have been the tools
    raise NoToolsError("names no tools", file=document.file, hint=_SHAPES)


def _refuse_misread(document: Document, sources: Sequence[Source], form: Format) -> None:
    """Nothing came of a format that was named but not recognised: an empty list, or a mistake."""
    if document.remarks.lost or not sources:
        raise NoToolsError(f"holds no tools in the format {form.name}", file=document.file)
