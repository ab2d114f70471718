"""Opening catalogs so that what can be read is shown, and the rest is listed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.evaluation.query_sets import read_query_set
from toolsearch_cli.analysis.evaluation.running import LIMIT
from toolsearch_cli.catalog import places
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.errors import ToolsearchError, UsageError
from toolsearch_cli.tui.command import DISCLOSURE
from toolsearch_cli.tui.workspace import Opened, QuerySet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolsearch_cli.catalog.model import Loaded
    from toolsearch_cli.hosts.scenario import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class QuerySource:
    """Where labelled queries come from."""

    given: QuerySet | None = None
    """What the command line names: it is read before anything is shown."""
    named: str | None = None
    """The file that the project's settings name: it is read when it is needed."""
    limit: int = LIMIT
    """Most hits for the queries of that file."""
    most_bytes: int = LoadOptions().max_bytes

    def read(self, name: str, limit: int = LIMIT) -> QuerySet:
        """Read a file of labelled queries.

        Raises:
            ToolsearchError: It cannot be read, or holds none.
        """
        if name in ("", places.STDIN):
            raise UsageError("name a file of labelled queries")
        path = _at_home(name)
        return QuerySet(queries=read_query_set(path, self.most_bytes), name=path, limit=limit)


def _at_home(name: str) -> str:
    """Return a path with the home that a `~` stands for: no shell saw what is typed in here."""
    try:
        return str(Path(name).expanduser()) if name.startswith("~") else name
    except RuntimeError:
        return name


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What the explorer starts with."""

    load: Callable[[], Opened]
    """Loads the catalog; called in a thread."""
    load_other: Callable[[], Opened] | None = None
    """Loads the second catalog of a comparison."""
    scenarios: tuple[Scenario, ...]
    """At least one: the first is looked at, all are columns of Compare."""
    load_named: Callable[[str], Opened] | None = None
    """Loads a second catalog that the user names; `None` where none can be loaded."""
    screen: str = DISCLOSURE
    queries: QuerySource = QuerySource()


def opened(patterns: Sequence[str], options: LoadOptions) -> Opened:
    """Load every file that can be loaded; what cannot be is a problem that is listed."""
    problems: list[str] = []
    try:
        loaded = [load(patterns, options)]
        names = list(patterns)
    except ToolsearchError:
        loaded, names = _one_by_one(patterns, options, problems)
    problems += [
        f"{file.file}: {warning}"
        for one in loaded
        for file in one.files
        for warning in (*file.warnings, *(f"lost: {lost}" for lost in file.lost))
    ]
    return Opened(
        catalog=Catalog(
            sources=tuple(source for one in loaded for source in one.catalog.sources),
            unknown=tuple(words for one in loaded for words in one.catalog.unknown),
            gateways=tuple(gateway for one in loaded for gateway in one.catalog.gateways),
        ),
        name=" ".join(patterns),
        words=tuple(_words(names, options)),
        patterns=tuple(names),
        problems=tuple(problems),
    )


def _one_by_one(
    patterns: Sequence[str], options: LoadOptions, problems: list[str]
) -> tuple[list[Loaded], list[str]]:
    """Load each file alone, and add to the problems what each refused one says."""
    loaded: list[Loaded] = []
    names: list[str] = []
    for pattern in patterns:
        for file in _files(pattern, problems):
            try:
                loaded.append(load((file,), options))
                names.append(file)
            except ToolsearchError as error:
                problems.append(_text(error))
    return loaded, names


def _files(pattern: str, problems: list[str]) -> Iterator[str]:
    try:
        found = places.find((pattern,))
    except ToolsearchError as error:
        problems.append(_text(error))
        return
    for named in found:
        for place in named.places:
            yield place.file


def _text(error: ToolsearchError) -> str:
    return f"{error.message} ({error.hint})" if error.hint else error.message


def _words(names: Sequence[str], options: LoadOptions) -> Iterator[str]:
    """Yield the command-line words that load the same again."""
    for name in names:
        yield from ("-c", name)
    if options.source_name is not None:
        yield from ("--source", options.source_name)
    if options.input_format is not None:
        yield from ("--input-format", options.input_format)
    if options.max_bytes != LoadOptions().max_bytes:
        yield from ("--max-bytes", str(options.max_bytes))
    if options.split_prefix is not None:
        yield from ("--split-prefix", options.split_prefix)
    if options.strict:
        yield "--strict"
