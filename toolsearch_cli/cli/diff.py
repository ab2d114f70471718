"""`toolsearch diff`: what changed between two catalogs, and what that does to the model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    OutputOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from toolsearch_cli.analysis.changes.diff import Diff, FailOn
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.settings.project import Project

EPILOG = """\b
Examples:
  toolsearch diff old.json new.json --context 200k
  git show main:tools.json | toolsearch diff - tools.json --fail-on breaking
  toolsearch diff released/ catalogs/ --fail-on breaking,tier --context 32k,1M
  toolsearch diff old.json new.json --queries queries.txt
  toolsearch diff old.json -c catalogs/ -f markdown >> "$GITHUB_STEP_SUMMARY"
"""

_ROWS = (OutputFormat.csv, OutputFormat.jsonl)
_FORMS = tuple(form for form in OutputFormat if form is not OutputFormat.svg)


@with_options
def diff(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="The catalog as it was; named as with -c.")
    ],
    new: Annotated[
        str | None,
        typer.Argument(
            metavar="[NEW]", help="The catalog as it is; else that of -c.", show_default=False
        ),
    ] = None,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT", help="Fail on breaking, routing, any or tier; repeatable, commas."
        ),
    ] = None,
    queries: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help='Queries, plain lines or {"query": ...}: whose answers?'),
    ] = None,
) -> None:
    """Say what changed between two catalogs, and what the model notices.

    Breaking: a call that was right may fail. Routing: the model reads other names or texts and may
    choose otherwise. Cosmetic: neither. The order of keys, tools and sources is no change.

    --fail-on routing fails on breaking changes too, any on all; tier on a scenario that shows the
    model less. Exit code 0: nothing fails; 1: what --fail-on names is there; 2: not compared.
    """
    from toolsearch_cli.cli.inputs import planned
    from toolsearch_cli.reports.diff_records import diff_record
    from toolsearch_cli.settings.project import project_here
    from toolsearch_cli.views.diff import diff_page, diff_rows
    from toolsearch_cli.workbench import diff as compared

    console = Console(output)
    conditions = conditions_of(fail_on or ())
    project = project_here()
    scenarios = planned(console, scenario, project)
    asked = _queries(queries) if queries else ()
    before, after = _catalogs(console, catalogs, project, old, new)
    found = compared(before, after, scenarios, asked)
    if console.format in _ROWS:
        page = diff_rows(found)
    else:
        titles = (old, new or "the catalog")
        page = diff_page(found, titles, conditions, everything=output.verbose)
    try:
        console.page(page, "diff/1", lambda: diff_record(found, conditions), *_FORMS)
    except BrokenPipeError:
        leave(found, conditions)  # whoever reads only the first lines gets the gate's code too
        raise
    leave(found, conditions)


def conditions_of(given: Sequence[str]) -> tuple[FailOn, ...]:
    """Return the conditions of --fail-on, in their order.

    Raises:
        UsageError: There is no such condition.
    """
    from toolsearch_cli.analysis.changes.diff import CONDITIONS

    wanted = [word.strip() for words in given for word in words.split(",")]
    for word in wanted:
        if word not in CONDITIONS:
            raise UsageError(
                f"--fail-on: no such condition: {word or 'an empty word'}",
                hint=f"known: {', '.join(CONDITIONS)}",
            )
    return tuple(condition for condition in CONDITIONS if condition in wanted)


def _queries(path: Path) -> tuple[str, ...]:
    from toolsearch_cli.analysis.query_file import parse_queries
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.catalog.reading import read_path

    return parse_queries(read_path(path, str(path), LoadOptions().max_bytes), str(path))


def _catalogs(
    console: Console, options: CatalogOptions, project: Project, old: str, new: str | None
) -> tuple[Catalog, Catalog]:
    """Load both catalogs; a lone source without a name of its own is the same in both."""
    from toolsearch_cli.analysis.changes.matching import aligned
    from toolsearch_cli.cli.inputs import loaded_catalog

    if new is not None and options.catalog:
        raise UsageError("two new catalogs: NEW and -c", hint="name the new one in one way")
    if old == "-" and (new == "-" or "-" in (options.catalog or ())):
        raise UsageError("standard input can be OLD or NEW, not both", hint="save one to a file")
    bare = options._replace(catalog=None)
    before = loaded_catalog(console, bare, project, (old,), sample_allowed=False)
    paths = () if new is None else (new,)
    after = loaded_catalog(console, options, project, paths, sample_allowed=False)
    for name, catalog in (("OLD", before), ("NEW", after)):
        if not catalog.tool_count:
            raise UsageError(
                f"nothing was compared: {name} holds no tools", hint="name a catalog with tools"
            )
    before, called = aligned(before, after)
    if called is not None:
        console.say(f"{old} does not name its source: compared as {after.sources[0].name}.")
    return before, after


def leave(found: Diff, conditions: tuple[FailOn, ...]) -> None:
    """Leave with 1 for what fails, with 2 where a pass could not be told from a missing page.

    Raises:
        Exit: Something fails.
        UsageError: Not enough could be compared to pass.
    """
    if any(found.fires(condition) for condition in conditions):
        raise typer.Exit(1)
    for one in found.changes.unfollowed[:1]:
        if set(conditions) - {"tier"}:
            raise UsageError(
                f"not compared: {one.where.file}: {one.where.pointer}: {one.reference} leads out "
                "of the schema",
                hint="write what it refers to into the schema, or leave the source out: --without",
            )
    if conditions and found.incomplete:
        raise UsageError(
            f"not compared: {found.incomplete[0]} is one page of several", hint="capture all pages"
        )
    if conditions and found.unknown:
        raise UsageError(
            f"not compared: tools, schemas or descriptions of {found.unknown[0]} are unknown",
            hint="capture the server's own list of tools",
        )
