"""`toolsearch manifest`: the text the model reads, byte for byte."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli.cli.choices import ListedForm, OutputFormat
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    CatalogPaths,
    OutputOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import UsageError


@with_options
def manifest(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    paths: CatalogPaths = None,
    form: Annotated[
        ListedForm | None,
        typer.Option(help="What it would be with every source in this form, at any budget."),
    ] = None,
    array: Annotated[
        bool,
        typer.Option(
            "--array", help="The whole tools array: eager tools, then the bridge with the listing."
        ),
    ] = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="The size of each block instead of the text.")
    ] = False,
) -> None:
    """Print the listing the model reads, byte for byte.

    In a pipe or file nothing is added, not even a last line break. On a terminal hidden and
    control characters are made visible.
    """
    from toolsearch_cli.cli.inputs import gather, only_scenario
    from toolsearch_cli.reports.records import manifest_record
    from toolsearch_cli.views.manifest import stats_page, why_empty
    from toolsearch_cli.workbench import disclosures, listing_in_form

    console = Console(output)
    if array and (form or stats):
        raise UsageError("--array goes with neither --form nor --stats")
    inputs = gather(console, catalogs, scenario, paths or (), several=False)
    asked = only_scenario(inputs.scenarios, "manifest")
    shown = disclosures(inputs.catalog, inputs.scenarios)[0]
    listing = listing_in_form(inputs.catalog, asked, form.value) if form else shown.listing
    if array:
        _write_array(console, shown.array)
        return
    if stats or console.format in (OutputFormat.json, OutputFormat.csv, OutputFormat.jsonl):
        record = manifest_record(shown, listing)
        console.page(stats_page(shown, listing), "manifest/1", lambda: record)
        return
    if not listing.text:
        console.say(why_empty(shown))
    elif listing.ours:
        console.say(listing.ours)
    _write_text(console, listing.text)


_ARRAY_FORMS = (OutputFormat.json, OutputFormat.plain, OutputFormat.table)


def _write_array(console: Console, definitions: object) -> None:
    """Write the array as JSON, in one line or, where it is looked at, in several."""
    import json

    if console.format not in _ARRAY_FORMS:
        raise UsageError(f"-f {console.format.value}: --array is JSON", hint="leave -f out")
    looked_at = console.on_terminal or console.format is OutputFormat.table
    indent = 2 if looked_at else None
    separators = None if indent else (",", ":")
    text = json.dumps(definitions, ensure_ascii=False, indent=indent, separators=separators)
    if looked_at:
        from toolsearch_cli.text import visible_json

        text = visible_json(text)
    # A lone surrogate, which UTF-8 has no bytes for, becomes its JSON escape.
    console.bytes((text + "\n").encode("utf-8", "backslashreplace"))


def _write_text(console: Console, text: str) -> None:
    """Write the listing as it is, unless it is looked at, or asked for as a page or picture."""
    if console.format in (OutputFormat.markdown, OutputFormat.svg):
        from toolsearch_cli.reports import page_text
        from toolsearch_cli.views.grid import Page

        page = Page(body=text)
        console.text(page_text(page, console.format.value, width=console.width, color=False))
        return
    if console.on_terminal or console.format is OutputFormat.table:
        from toolsearch_cli.text import visible

        text = visible(text, newlines=True) + "\n" if text else ""
    console.text(text)
