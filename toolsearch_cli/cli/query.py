"""`toolsearch query`: what a search finds, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolsearch_cli.cli.choices import OutputFormat, RankerName
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    OutputOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario

EPILOG = """\b
Examples:
  toolsearch query "create issue" --explain
  toolsearch query "send a message" --host hermes@0.22 -c mcp-tools.json
  toolsearch query < queries.txt
"""


@with_options
def query(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    queries: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[QUERY]...",
            help="What the model would search for; each argument is one query.",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(metavar="N", help="Most hits, as the model sends it and the host clamps it."),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show each word, and each part of each score.")
    ] = False,
    ranker: Annotated[
        RankerName,
        typer.Option(help="The host's own, or rank_bm25's BM25Okapi as a what-if."),
    ] = RankerName.host,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Ask at a prompt.")
    ] = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Show what a decision model would be asked; ask nobody."),
    ] = False,
) -> None:
    """Say what a search finds, in which order, and why.

    Without a query: at a prompt on a terminal, else one query a line from standard input.
    Several queries are one call where the host's release takes several.
    """
    from toolsearch_cli.cli.endpoints import endpoints_for
    from toolsearch_cli.cli.inputs import gather, only_scenario
    from toolsearch_cli.cli.limits import sent_limit

    console = Console(output)
    asked = tuple(queries or ())
    prompt = interactive or (not asked and sys.stdin.isatty() and console.on_terminal)
    if prompt and dry_run:
        raise UsageError("--dry-run: not at a prompt", hint="give or pipe the queries")
    _check_streams(asked, catalogs, prompt=prompt)
    if prompt:
        _require_one_by_one(console)
        from toolsearch_cli.cli.prompt import ask

        ask(console, catalogs, scenario, limit=limit, explain=explain, ranker=ranker.value)
        return
    _warn_of_files(console, asked)
    inputs = gather(console, catalogs, scenario, several=False, queries_piped=not asked)
    only = only_scenario(inputs.scenarios, "query")
    if dry_run:
        _write_questions(console, inputs.catalog, only, asked or tuple(_queries()))
        return
    endpoints = endpoints_for(console, inputs.project)

    def calls_of(words: Sequence[str]) -> tuple[SearchCall, ...]:
        from toolsearch_cli.workbench import search

        return search(inputs.catalog, only, words, sent_limit(limit), ranker.value, endpoints)

    batches = (calls_of(asked),) if asked else map(calls_of, ([line] for line in _queries()))
    _write(console, batches, explain=explain, named=inputs.named)


def _check_streams(asked: Sequence[str], catalogs: CatalogOptions, *, prompt: bool) -> None:
    if prompt and asked:
        raise UsageError("--interactive asks for its queries", hint="leave the query out")
    if asked:
        return
    from toolsearch_cli.cli.inputs import chosen
    from toolsearch_cli.settings.project import project_here

    if "-" in chosen(catalogs, project_here()).patterns:
        raise UsageError(
            "standard input is the catalog (-), so no query can come from it",
            hint='give the query as an argument: toolsearch query "create issue" -c -',
        )
    if not prompt and sys.stdin.isatty():
        raise _no_query()


def _require_one_by_one(console: Console) -> None:
    """Refuse at a prompt what makes one document of all answers."""
    if console.options.output is not None:
        raise UsageError(
            "--output: a prompt answers where it asks", hint="give or pipe the queries"
        )
    if console.format.one_document:
        raise UsageError(
            f"-f {console.format.value}: a prompt answers one query after another", hint="use jsonl"
        )


def _warn_of_files(console: Console, asked: Sequence[str]) -> None:
    """Every argument is a query: one that is a file was meant as a catalog."""
    for words in asked:
        if words.endswith((".json", ".yaml", ".yml", ".gz")) and Path(words).exists():
            console.warn(f"{words} is asked as a query; to search that file write -c {words}")


def _no_query() -> UsageError:
    return UsageError(
        "no query", hint='toolsearch query "create issue", one a line on standard input, or -i'
    )


def _queries() -> Iterator[str]:
    """Yield each query on standard input, as it comes; empty lines are none."""
    from toolsearch_cli.cli.inputs import stdin_lines

    return filter(None, map(str.strip, stdin_lines()))


def _write(
    console: Console,
    batches: Iterator[tuple[SearchCall, ...]] | Sequence[tuple[SearchCall, ...]],
    *,
    explain: bool,
    named: str,
) -> None:
    """Write the answers: one after another as they come, or all in one document."""
    from toolsearch_cli.cli.answers import search_answer

    if console.format.one_document or console.options.output is not None:
        batches = [tuple(call for calls in batches for call in calls)]
    written = 0
    for calls in batches:
        if not calls:
            break
        _narrate(console, calls)
        if written and console.format is not OutputFormat.jsonl:
            console.text("\n")
        steps = next_steps(calls, named)
        search_answer(calls, console.format, explain=explain, next_steps=steps).write(console)
        written += 1
    if not written:
        raise _no_query()


def _write_questions(
    console: Console, catalog: Catalog, scenario: Scenario, words: Sequence[str]
) -> None:
    """Write what would be asked for each query, all in one document."""
    from toolsearch_cli.cli.answers import question_answer
    from toolsearch_cli.workbench import questions

    if not words:
        raise _no_query()
    plans = questions(catalog, scenario, words)
    question_answer(scenario.host, plans, console.format).write(console)


def _narrate(console: Console, calls: Sequence[SearchCall]) -> None:
    host = calls[0].scenario.host
    if len(calls) > 1:
        console.detail(f"{host} takes one query a call: {len(calls):,} calls")
    for warning in dict.fromkeys(one for call in calls for one in call.warnings):
        console.warn(warning)


def next_steps(calls: Sequence[SearchCall], named: str) -> tuple[str, ...]:
    """Return what to run next: a look at the best hit."""
    hits = [hit for call in calls for one in call.answer.rankings for hit in one.hits]
    if not hits:
        return ()
    from shlex import quote

    again = f" {named}" if named else ""
    return (f"toolsearch describe {quote(hits[0].name)}{again}   its schema",)
