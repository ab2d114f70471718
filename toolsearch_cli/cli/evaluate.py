"""`toolsearch eval`: what searches find of what they should, and why not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

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
    from toolsearch_cli.analysis.evaluation.floors import Limits
    from toolsearch_cli.analysis.evaluation.query_sets import QuerySet
    from toolsearch_cli.analysis.evaluation.run import EvaluationRun
    from toolsearch_cli.analysis.evaluation.running import Evaluation, Options
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.cli.inputs import Inputs
    from toolsearch_cli.settings.evaluation_fields import EvaluationSettings

GATE = "Gate"
_FORMS = tuple(form for form in OutputFormat if form is not OutputFormat.svg)
_LINES = (OutputFormat.table, OutputFormat.plain, OutputFormat.jsonl)
_MISSES = 10

EPILOG = """\b
Examples:
  toolsearch eval sample:everyday -c sample:everyday
  toolsearch eval --make -c tools.json -o queries.jsonl
  toolsearch eval queries.jsonl -c tools.json --host hermes,hermes@0.22
  toolsearch eval queries.csv -c tools.json --min recall@5=0.8 --min mrr=50%
  toolsearch eval queries.yaml -c new.json --against old.json
  toolsearch eval queries.jsonl -c tools.json --json -o main.json
  toolsearch eval queries.jsonl -c tools.json --baseline main.json
  toolsearch eval queries.jsonl -c tools.json --what-if

A query is {"query": "...", "expected": "source/tool" or [...]}, with max_rank, grades, kind and
tags where wanted; as JSON lines, JSON, YAML or CSV.
"""


class GateOptions(NamedTuple):
    """What fails."""

    min_: Annotated[
        list[str] | None,
        typer.Option(
            "--min",
            metavar="METRIC=SHARE",
            help="Least share, such as recall@5=0.8 or mrr=50%; repeatable.",
            rich_help_panel=GATE,
        ),
    ] = None
    max_: Annotated[
        list[str] | None,
        typer.Option(
            "--max",
            metavar="METRIC=SHARE",
            help="Largest share, such as no-result=0; repeatable.",
            rich_help_panel=GATE,
        ),
    ] = None
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The JSON of an earlier eval: nothing may be worse by more than --max-drop.",
            rich_help_panel=GATE,
        ),
    ] = None
    max_drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[METRIC=]SHARE",
            help="What may be lost since the baseline (0.01); repeatable.",
            rich_help_panel=GATE,
        ),
    ] = None


class _Work(NamedTuple):
    """What is asked, and what for."""

    asked: QuerySet
    options: Options
    limits: Limits
    against: str | None
    what_if: bool


@with_options
def evaluate(
    catalogs: CatalogOptions,
    gate: GateOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    queries: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUERIES]",
            help="A file of labelled queries, '-', sample:everyday; else as toolsearch.yaml says.",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="Most hits, as the model sends it and the host clamps it (10)."
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="CATALOG", help="Compare with this catalog on the same queries."),
    ] = None,
    what_if: Annotated[
        bool,
        typer.Option("--what-if", help="Try other rules of ranking; these are no host's."),
    ] = False,
    make: Annotated[
        bool, typer.Option("--make", help="Write a starter file of queries from the catalog.")
    ] = False,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="Of all random draws; it is in the JSON.")
    ] = 2025,
    resamples: Annotated[
        int,
        typer.Option(min=100, max=100_000, metavar="N", help="Draws behind each interval."),
    ] = 1_000,
) -> None:
    """Say what searches find of what they should, and why not.

    Each query is one call. recall@K, hit@K, MRR and nDCG@10 with 95 % intervals, by kind and tag;
    misses with their reason; what the model reaches without a search. Several hosts are compared
    with the first.

    Exit code 0: every limit holds; 1: one does not; 2: something was not measured.
    """
    from toolsearch_cli.analysis.evaluation.running import Options
    from toolsearch_cli.cli.floors import read_queries, stated_limit
    from toolsearch_cli.cli.inputs import gather
    from toolsearch_cli.cli.limits import sent_limit
    from toolsearch_cli.reports.evaluation_records import evaluation_record
    from toolsearch_cli.views.evaluation import evaluation_page, evaluation_rows

    console = Console(output)
    if queries is not None:
        _require_one_reader(queries, catalogs, make=make)
    inputs = gather(console, catalogs, scenario, sample_allowed=False, several=not make)
    if not inputs.catalog.tool_count:
        raise UsageError("nothing was measured: the catalog holds no tools")
    if make:
        if console.format not in _LINES:
            raise UsageError("--make writes JSON lines", hint="leave the format out")
        _make(console, inputs)
        return
    stated = _stated(queries, inputs)
    asked = read_queries(console, str(stated.queries), catalogs.max_bytes)
    options = Options(
        limit=stated_limit(stated) if limit is None else sent_limit(limit),
        seed=seed,
        resamples=resamples,
    )
    work = _Work(asked, options, _limits(gate, stated), against, what_if)
    run = _run(console, catalogs, inputs, work)
    if console.format in (OutputFormat.csv, OutputFormat.jsonl):
        page = evaluation_rows(run)
        console.say(f"{console.format.value} holds the figures; --json has all that was found.")
    else:
        page = evaluation_page(run, None if output.verbose else _MISSES)
    try:
        console.page(page, "eval/1", lambda: evaluation_record(run), *_FORMS)
    except BrokenPipeError:
        _exit(run)  # whoever reads only the first lines gets the gate's code too
        raise
    _exit(run)


def _require_one_reader(queries: str, catalogs: CatalogOptions, *, make: bool) -> None:
    if make:
        raise UsageError("--make writes queries and reads none", hint=f"leave {queries} out")
    if queries == "-" and "-" in (catalogs.catalog or ()):
        raise UsageError(
            "standard input can be the queries or the catalog, not both", hint="save one to a file"
        )


def _stated(queries: str | None, inputs: Inputs) -> EvaluationSettings:
    """Return what the project's file says of its own queries; of others it says nothing."""
    from toolsearch_cli.settings.evaluation_fields import EvaluationSettings

    stated = inputs.project.gate.evaluation or EvaluationSettings()
    if queries is not None:
        return EvaluationSettings(queries=queries)
    if stated.queries is None:
        raise UsageError(
            "no queries: name their file",
            hint="toolsearch eval --make -c CATALOG -o queries.jsonl writes a first one",
        )
    return stated


def _make(console: Console, inputs: Inputs) -> None:
    from toolsearch_cli.cli.inputs import only_scenario
    from toolsearch_cli.reports.evaluation_records import query_set_text
    from toolsearch_cli.workbench import made_queries

    made = made_queries(inputs.catalog, only_scenario(inputs.scenarios, "eval --make"))
    if not made:
        raise UsageError("no query was made", hint="the catalog, or the scope, holds no tools")
    console.text(query_set_text(made))
    console.say(
        f"{len(made):,} queries in the catalog's own words, marked as generated: what people ask "
        "is harder. Replace them as you learn it."
    )


def _run(console: Console, catalogs: CatalogOptions, inputs: Inputs, work: _Work) -> EvaluationRun:
    from dataclasses import replace

    from toolsearch_cli.analysis.evaluation.run import EvaluationRun
    from toolsearch_cli.analysis.evaluation.what_if import most_rankings
    from toolsearch_cli.cli.endpoints import endpoints_for
    from toolsearch_cli.cli.progress import Progress
    from toolsearch_cli.workbench import compared, evaluations, what_if

    other = _other_catalog(console, catalogs, inputs, work.against)
    times = len(inputs.scenarios) * (2 if other else 1)
    times += most_rankings() if work.what_if else 0
    endpoints = endpoints_for(console, inputs.project)
    before: tuple[Evaluation, ...] = ()
    with Progress(console, "searches", len(work.asked.queries) * times) as progress:
        options = replace(work.options, progress=progress.advance)
        asked = (inputs.scenarios, work.asked.queries, options)
        found = evaluations(inputs.catalog, *asked, "", endpoints)
        if other is not None:
            before = evaluations(other, *asked, work.against or "", endpoints)
        tried = [
            (one, what_if(inputs.catalog, one, options.seed, progress.advance))
            for one in [one for one in found if one.searched][:1]
            if work.what_if
        ]
    return EvaluationRun(
        options=work.options,
        evaluations=(*found, *before),
        comparisons=compared(found, before, work.options.seed),
        what_ifs=tuple(tried),
        verdicts=work.limits.verdicts(found, work.options.seed),
        remarks=work.limits.remarks(found),
        recorded=work.asked.recorded,
    )


def _other_catalog(
    console: Console, catalogs: CatalogOptions, inputs: Inputs, name: str | None
) -> Catalog | None:
    """Return the catalog to compare with; a lone source without a name is the same in both."""
    from toolsearch_cli.analysis.changes.matching import aligned
    from toolsearch_cli.cli.inputs import loaded_catalog

    if name is None:
        return None
    bare = catalogs._replace(catalog=None)
    other = loaded_catalog(console, bare, inputs.project, (name,), sample_allowed=False)
    if not other.tool_count:
        raise UsageError(f"nothing was compared: {name} holds no tools")
    return aligned(other, inputs.catalog)[0]


def _limits(gate: GateOptions, stated: EvaluationSettings) -> Limits:
    """Return what is asked for; a flag wins over the file's limit of the same metric."""
    from toolsearch_cli.analysis.evaluation.floors import Limits
    from toolsearch_cli.cli.floors import read_past
    from toolsearch_cli.settings.floors import parse_drops, parse_floors

    flags = parse_floors(gate.min_ or (), gate.max_ or ())
    kept = {(one.metric, one.least): one for one in (*stated.floors, *flags)}
    drops = parse_drops(gate.max_drop or ())
    name = stated.baseline if gate.baseline is None else str(gate.baseline)
    if name is None and drops:
        raise UsageError("--max-drop: from what?", hint="name a --baseline")
    past = None if name is None else read_past(name)
    return Limits(tuple(kept.values()), past, {**stated.drops, **drops})


def _exit(run: EvaluationRun) -> None:
    """Leave with 1 for a limit that does not hold, with 2 for one that was not measured."""
    from toolsearch_cli.cli.floors import unmeasured_floor

    if run.failed:
        raise typer.Exit(1)
    for verdict in run.unmeasured[:1]:
        raise unmeasured_floor(verdict)
