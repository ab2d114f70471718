"""Write what hosts find on labelled queries, and what other rules would give, to RESULTS.md.

    python -m benchmarks.search_quality [--eval FOLDER] [--output FILE]

FOLDER holds NAME.jsonl and NAME.catalog.json; the labelled queries may not be copied, so they do
not ship. Same data and seed, same file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.analysis.evaluation.metrics import METRICS
from toolsearch_cli.analysis.evaluation.query_sets import parse_query_set
from toolsearch_cli.analysis.evaluation.running import Options
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.workbench import evaluations, what_if

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.analysis.evaluation.what_if import WhatIf

ROOT = Path(__file__).parents[1]
COMMAND = "python -m benchmarks.search_quality"
SETS = ("azure-e2e", "mcpproxy-golden", "livemcpbench", "livemcpbench-steps")
CATALOGS = {"livemcpbench-steps": "livemcpbench"}
CONTEXT = 200_000
COLUMNS = ("recall@1", "recall@5", "recall@10", "mrr", "ndcg@10", "no-result", "reachable")
CHANCE = 0.05
_HOST_TITLES = (
    *("host", "ranking", "limit", "R@1", "R@5", "R@10", "MRR", "nDCG@10", "interval", "band"),
    *("no result", "reachable"),
)


class Measured(NamedTuple):
    """Everything about one set of queries."""

    name: str
    tools: int
    evaluations: tuple[Evaluation, ...]
    tried: WhatIf


def main() -> None:
    """Measure every host on every set and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--eval", type=Path, default=ROOT.parent / "shared" / "eval")
    parser.add_argument("--output", type=Path, default=ROOT / "benchmarks" / "RESULTS.md")
    options = parser.parse_args()
    if not options.eval.is_dir():
        sys.exit(f"{options.eval}: no labelled queries there")
    measured = []
    for name in SETS:
        print(name, file=sys.stderr)
        measured.append(measure(options.eval, name))
    options.output.write_text("\n".join(lines(measured)) + "\n", encoding="utf-8")


def measure(folder: Path, name: str) -> Measured:
    """Ask every host that has a search one set of queries."""
    file = folder / f"{name}.jsonl"
    queries = parse_query_set(file.read_text(encoding="utf-8"), str(file))
    catalog = load([str(folder / f"{CATALOGS.get(name, name)}.catalog.json")]).catalog
    scenarios = [Scenario(host=host, context=CONTEXT) for host in HOST_NAMES]
    asked = [one for one in scenarios if host_named(one.host).searches(one)]
    options = Options()
    found = evaluations(catalog, asked, queries, options)
    hermes = next(one for one in found if one.scenario.host == "hermes")
    return Measured(name, catalog.tool_count, found, what_if(catalog, hermes, options.seed))


def lines(measured: Sequence[Measured]) -> Iterator[str]:
    """Yield the lines of the file."""
    yield "# What searches find"
    yield ""
    yield f"Written by `{COMMAND}`; do not edit. Every query is one call at limit 10, in a context"
    yield "of 200k, without endpoints; seed and intervals are the defaults of `toolsearch eval`."
    yield "R: recall; the interval is the 95 % bootstrap interval of nDCG@10, the band what other"
    yield "orders of equal scores would give; reachable also counts what the listing names."
    for one in measured:
        yield ""
        yield from hosts_table(one)
        yield ""
        yield from changes_table(one)
    yield ""
    yield from mean_changes(measured)


def hosts_table(one: Measured) -> Iterator[str]:
    """Yield what each host finds on one set."""
    queries = len(one.evaluations[0].answers)
    yield f"## {one.name}: {queries:,} queries, {one.tools:,} tools"
    yield ""
    yield _row(*_HOST_TITLES)
    yield _row("---", "---", *["--:"] * (len(_HOST_TITLES) - 2))
    for found in one.evaluations:
        figures = {figure.metric: figure for figure in found.whole.figures}
        values = {metric: f"{figures[metric].value:.3f}" for metric in COLUMNS}
        main_figure = figures["ndcg@10"]
        cells = (
            found.scenario.host,
            found.fidelity if found.ranks == "tool" else f"{found.fidelity}, ranks servers",
            str(found.limit),
            *(values[metric] for metric in COLUMNS[:5]),
            f"{main_figure.low:.3f}-{main_figure.high:.3f}",
            f"{main_figure.worst:.3f}-{main_figure.best:.3f}",
            values["no-result"],
            values["reachable"],
        )
        yield _row(*cells)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def changes_table(one: Measured) -> Iterator[str]:
    """Yield what each other rule would give on one set."""
    at = METRICS.index("ndcg@10")
    yield "Other rules of ranking over the same tools; not a host:"
    yield ""
    yield "| what if | nDCG@10 | gain | p | better | worse |"
    yield "| --- | --: | --: | --: | --: | --: |"
    yield f"| (plain) | {one.tried.base[at]:.3f} | | | | |"
    for trial in one.tried.trials:
        mark = "**" if trial.gain > 0 and trial.p < CHANCE else ""
        yield (
            f"| {trial.name} | {trial.values[at]:.3f} | {mark}{trial.gain:+.3f}{mark} | "
            f"{trial.p:.4f} | {trial.better} | {trial.worse} |"
        )


def mean_changes(measured: Sequence[Measured]) -> Iterator[str]:
    """Yield the mean gain of each single change over all sets, the largest first."""
    gains: dict[str, list[float]] = {}
    for one in measured:
        for trial in one.tried.trials:
            gains.setdefault(trial.name, []).append(trial.gain)
    everywhere = {name: found for name, found in gains.items() if len(found) == len(measured)}
    ordered = sorted(everywhere.items(), key=lambda item: -sum(item[1]))
    yield f"## Mean gain in nDCG@10 over these {len(measured)} sets"
    yield ""
    yield "| what if | mean | smallest | largest |"
    yield "| --- | --: | --: | --: |"
    for name, found in ordered:
        mean = sum(found) / len(found)
        yield f"| {name} | {mean:+.3f} | {min(found):+.3f} | {max(found):+.3f} |"


if __name__ == "__main__":
    main()
