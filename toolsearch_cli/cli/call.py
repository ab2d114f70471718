"""`toolsearch call`: one call as a model makes it, answered offline."""

from __future__ import annotations

import json
from math import isinf
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
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Arguments, Outcome

EPILOG = """\b
Examples:
  toolsearch call tool_search '{"query": "create issue"}' -c sample:everyday
  toolsearch call tool_describe '{"name": "mcp__git__git_log"}' -c tools.json
  toolsearch call tool_call - -c sample:everyday < arguments.json
"""

_OWN_JSON = (OutputFormat.plain, OutputFormat.table)
_STDIN = "-"


@with_options
def call(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The tool that the model calls, as its host names it."),
    ],
    arguments: Annotated[
        str, typer.Argument(metavar="JSON", help="Its arguments; '-' reads them from stdin.")
    ] = "{}",
) -> None:
    """Say what comes of a call: the host's own JSON, or the tool it calls.

    Nothing is called. A tool that would be is said as `would_call`. An error of the host is an
    answer as any, with exit code 0; -f json tells them apart.
    """
    from toolsearch_cli.cli.endpoints import endpoints_for
    from toolsearch_cli.cli.inputs import gather, only_scenario
    from toolsearch_cli.reports.call_records import call_record, said
    from toolsearch_cli.workbench import call as called

    console = Console(output)
    if console.format not in (*_OWN_JSON, OutputFormat.json):
        raise UsageError(f"-f {console.format.value}: a call's answer is JSON", hint="use -f json")
    sent = _arguments(arguments, catalogs)
    inputs = gather(console, catalogs, scenario, several=False)
    asked = only_scenario(inputs.scenarios, "call")
    endpoints = endpoints_for(console, inputs.project)
    outcome = called(inputs.catalog, asked, name, sent, endpoints)
    _warn(console, name, outcome)
    if console.format is OutputFormat.json:
        from toolsearch_cli.reports.records import json_text

        record = call_record(inputs.catalog, asked, name, sent, outcome)
        console.text(json_text("call/1", record))
        return
    _write(console, said(inputs.catalog, outcome))


def _arguments(given: str, catalogs: CatalogOptions) -> Arguments:
    """Read the arguments that a model would send.

    Raises:
        UsageError: They are no JSON object.
    """
    if given == _STDIN:
        given = _from_stdin(catalogs)
    try:
        sent = json.loads(given, parse_constant=_refused, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"the arguments are no JSON: {error}", hint="""quote them: '{"query": "issues"}'"""
        ) from None
    if not isinstance(sent, dict):
        raise UsageError("the arguments are no JSON object", hint='such as {"query": "issues"}')
    return sent


def _refused(word: str) -> Json:
    raise ValueError(f"{word} is no JSON")


def _finite(number: str) -> Json:
    if isinf(read := float(number)):
        raise ValueError(f"{number} is beyond what a number can be")
    return read


def _from_stdin(catalogs: CatalogOptions) -> str:
    from toolsearch_cli.cli.inputs import chosen, stdin_lines
    from toolsearch_cli.settings.project import project_here

    if _STDIN in chosen(catalogs, project_here()).patterns:
        raise UsageError("standard input is the catalog (-), so no arguments can come from it")
    return "".join(stdin_lines())


def _warn(console: Console, name: str, outcome: Outcome) -> None:
    if not outcome.offered:
        console.warn(f"{name} is not offered in this scenario: this is what it would answer")


def _write(console: Console, answer: Json) -> None:
    """Write JSON in one line, as the host does; where it is looked at, in several."""
    looked_at = console.on_terminal or console.format is OutputFormat.table
    text = json.dumps(answer, ensure_ascii=False, indent=2 if looked_at else None)
    if looked_at:
        from toolsearch_cli.text import visible_json

        text = visible_json(text)
    # A lone surrogate, which UTF-8 has no bytes for, becomes its JSON escape.
    console.bytes((text + "\n").encode("utf-8", "backslashreplace"))
