"""What labelled queries must find: read from flags and the project's file, for eval and check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from toolsearch_cli.analysis.evaluation.floors import PastRun, Verdict
    from toolsearch_cli.analysis.evaluation.query_sets import QuerySet
    from toolsearch_cli.cli.console import Console
    from toolsearch_cli.cli.inputs import Inputs
    from toolsearch_cli.settings.evaluation_fields import EvaluationSettings


def read_queries(console: Console, name: str, most: int | None = None) -> QuerySet:
    """Read a file of labelled queries, those of a sample, or standard input for `-`.

    Args:
        console: Where to say what a recording holds beside them.
        name: As it was given; `sample:everyday` are those that ship.
        most: The most bytes it may have, where not the usual number.
    """
    import sys

    from toolsearch_cli.analysis.evaluation.query_sets import parse_query_file, read_query_file
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.catalog.reading import read_stream

    most = most or LoadOptions().max_bytes
    if name == "-":
        asked = parse_query_file(read_stream(sys.stdin.buffer, name, most), name)
    else:
        asked = read_query_file(name, most)
    if asked.recorded is not None:
        console.say(f"{name}: {asked.recorded.words}; figures are of those that a call followed")
    return asked


def read_past(name: str) -> PastRun:
    """Read the JSON of an earlier evaluation."""
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.catalog.reading import read_path
    from toolsearch_cli.settings.floors import past_run

    return past_run(read_path(Path(name), name, LoadOptions().max_bytes), name)


def search_floors(console: Console, inputs: Inputs) -> tuple[Verdict, ...]:
    """Hold the searches of every scenario to what the project's file says; nothing without it."""
    wanted = inputs.project.gate.evaluation
    if wanted is None or wanted.queries is None or not wanted.is_gate:
        return ()
    from toolsearch_cli.analysis.evaluation.floors import Limits
    from toolsearch_cli.analysis.evaluation.running import Options
    from toolsearch_cli.cli.endpoints import endpoints_for
    from toolsearch_cli.cli.progress import Progress
    from toolsearch_cli.workbench import evaluations

    past = None if wanted.baseline is None else read_past(wanted.baseline)
    queries = read_queries(console, wanted.queries).queries
    endpoints = endpoints_for(console, inputs.project)
    with Progress(console, "searches", len(queries) * len(inputs.scenarios)) as progress:
        options = Options(limit=stated_limit(wanted), resamples=1, progress=progress.advance)
        found = evaluations(inputs.catalog, inputs.scenarios, queries, options, "", endpoints)
    limits = Limits(wanted.floors, past, wanted.drops)
    verdicts = limits.verdicts(found, options.seed)
    for said in limits.remarks(found):
        if said.startswith("! "):
            console.warn(said.removeprefix("! "))
    for one in verdicts:
        if one.holds and one.by_ties:
            console.warn(f"{one.host}: {one.limit} holds by the order of equal scores only")
    return verdicts


def stated_limit(stated: EvaluationSettings) -> int:
    """Return the most hits that a settings file asks for; the usual number where it does not."""
    from toolsearch_cli.analysis.evaluation.running import LIMIT

    return LIMIT if stated.limit is None else stated.limit


def unmeasured_floor(floor: Verdict) -> UsageError:
    """Return the error for a floor that no search was held to."""
    from toolsearch_cli.analysis.evaluation.floors import BASELINE

    hint = "the host has no search that is simulated, or no query says a max_rank"
    if floor.metric == BASELINE:
        hint = "write one with the same --host: toolsearch eval QUERIES --json -o FILE"
    return UsageError(f"not measured: {floor.host}: {floor.limit}", hint=hint)
