"""`toolsearch browse`: the explorer, on a terminal or in a browser."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolsearch_cli.cli.again import words_again
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    CatalogPaths,
    OutputOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.settings.project import Project
    from toolsearch_cli.tui.start import QuerySource

PORT = 8642
"""Where `--web` listens unless told otherwise."""


class ScreenName(StrEnum):
    """Screens that can be opened first."""

    disclosure = "disclosure"
    compare = "compare"
    tools = "tools"
    search = "search"
    manifest = "manifest"
    eval = "eval"


@with_options
def browse(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    paths: CatalogPaths = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OTHER", help="A second catalog to compare with, as with -c; repeatable."
        ),
    ] = None,
    queries: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Labelled queries for the screen eval, as `toolsearch eval` takes them; else "
            "those of toolsearch.yaml, else generated ones.",
            show_default=False,
        ),
    ] = None,
    screen: Annotated[ScreenName | None, typer.Option(help="The screen to open first.")] = None,
    web: Annotated[
        bool, typer.Option("--web", help="Serve it to a browser on this machine, until Ctrl-C.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, metavar="N", help=f"With --web: the port ({PORT}); 0: any free one."
        ),
    ] = None,
) -> None:
    """Explore a catalog on the terminal; also: toolsearch tui.

    What the model sees, which source costs the others what, and what would change it.
    Six screens: disclosure, compare, tools, search, manifest, eval. `?` shows the keys.
    """
    from toolsearch_cli.cli.inputs import planned
    from toolsearch_cli.settings.catalogs import choose_catalogs
    from toolsearch_cli.settings.project import project_here

    if port is not None and not web:
        raise UsageError("--port is for --web", hint="add --web, or leave --port out")
    console = Console(OutputOptions())
    project = project_here()
    scenarios = planned(console, scenario, project)
    given = (*(catalogs.catalog or ()), *(paths or ()))
    choice = choose_catalogs(given, project, os.environ, sample_allowed=True)
    compared = tuple(compare or ())
    first = screen or (ScreenName.compare if compare else ScreenName.disclosure)
    source = _query_source(queries, catalogs, project)
    if web:
        config = (str(scenario.config),) if scenario.config else ()
        _refuse_streams((*choice.patterns, *compared, *config))
        others = (word for other in compared for word in ("--compare", other))
        asked = ("--queries", queries) if queries is not None else ()
        again = words_again(catalogs, scenario, paths or ())
        words = (*again, *others, *asked, "--screen", first.value)
        _serve(console, words, PORT if port is None else port)
        return
    _refuse_pipes()
    from toolsearch_cli.tui.start import explore

    explore(
        choice.patterns,
        scenarios,
        _load_options(catalogs),
        compared_with=compared,
        screen=first.value,
        queries=source,
    )


def _load_options(catalogs: CatalogOptions) -> LoadOptions:
    from toolsearch_cli.catalog.loading import LoadOptions

    return LoadOptions(
        source_name=catalogs.source,
        input_format=catalogs.input_format.value if catalogs.input_format else None,
        max_bytes=catalogs.max_bytes or LoadOptions().max_bytes,
        strict=catalogs.strict,
        split_prefix=catalogs.split_prefix or None,
    )


def _query_source(queries: str | None, catalogs: CatalogOptions, project: Project) -> QuerySource:
    """Read the file that is named here; that of the settings is read when it is needed."""
    from toolsearch_cli.analysis.evaluation.running import LIMIT
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.tui.start import QuerySource

    most = catalogs.max_bytes or LoadOptions().max_bytes
    if queries is not None:
        return QuerySource(given=QuerySource(most_bytes=most).read(queries), most_bytes=most)
    stated = project.gate.evaluation
    if stated is None:
        return QuerySource(most_bytes=most)
    return QuerySource(named=stated.queries, limit=stated.limit or LIMIT, most_bytes=most)


def _refuse_pipes() -> None:
    """Refuse to draw on what is no terminal, unless Textual is told to draw elsewhere."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) and not os.environ.get("TEXTUAL_DRIVER"):
        raise UsageError(
            "browse needs a terminal", hint="toolsearch tiers prints the same numbers anywhere"
        )


def _refuse_streams(names: tuple[str, ...]) -> None:
    """Refuse what only the first of several processes could read, and only once."""
    from toolsearch_cli.catalog.places import STDIN

    for name in names:
        if name == STDIN or name.startswith(("/dev/", "/proc/self/")) or Path(name).is_fifo():
            raise UsageError(
                f"{name}: --web opens its catalogs anew for each tab, and this is read once",
                hint="write it to a file, and name that",
            )


def _serve(console: Console, words: tuple[str, ...], port: int) -> None:
    from toolsearch_cli.tui.web import serve

    def announce(address: str) -> None:
        console.say(f"toolsearch browse: {address}  (Ctrl-C ends it)")

    serve(("browse", *words), port=port, announce=announce)
