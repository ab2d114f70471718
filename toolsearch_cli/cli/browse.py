"""`toolsearch browse`: the explorer, on a terminal."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import Annotated

import typer

from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    CatalogPaths,
    OutputOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import UsageError


class ScreenName(StrEnum):
    """Screens that can be opened first."""

    disclosure = "disclosure"
    compare = "compare"
    tools = "tools"
    search = "search"
    manifest = "manifest"


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
    screen: Annotated[ScreenName | None, typer.Option(help="The screen to open first.")] = None,
) -> None:
    """Explore a catalog on the terminal; also: toolsearch tui.

    What the model sees, which source costs the others what, and what would change it.
    Five screens: disclosure, compare, tools, search, manifest. `?` shows the keys.
    """
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.cli.inputs import planned
    from toolsearch_cli.settings.catalogs import choose_catalogs
    from toolsearch_cli.settings.project import project_here

    console = Console(OutputOptions())
    project = project_here()
    scenarios = planned(console, scenario, project)
    given = (*(catalogs.catalog or ()), *(paths or ()))
    choice = choose_catalogs(given, project, os.environ, sample_allowed=True)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "browse needs a terminal", hint="toolsearch tiers prints the same numbers anywhere"
        )
    from toolsearch_cli.tui.start import explore

    defaults = LoadOptions()
    options = LoadOptions(
        source_name=catalogs.source,
        input_format=catalogs.input_format.value if catalogs.input_format else None,
        max_bytes=catalogs.max_bytes or defaults.max_bytes,
        strict=catalogs.strict,
    )
    first = ScreenName.compare if compare else ScreenName.disclosure
    explore(
        choice.patterns,
        scenarios,
        options,
        compared_with=tuple(compare or ()),
        screen=(screen or first).value,
    )
