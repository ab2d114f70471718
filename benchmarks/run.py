"""Print how fast toolsearch is, as ratios to floors measured in the same run.

    python -m benchmarks.run [--huge FOLDER] [NAME ...]

NAME picks figures by the start of their name. FOLDER holds aws-apis.json.gz and
google-apis.json.gz, which are too large to ship; without it those figures are left out.
Time and memory against size take minutes and have a command of their own: `benchmarks.scale`.
README.md beside this file says what each figure means and has the tables of scale.
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.floors import PARSE_ONLY, empty_app
from benchmarks.timing import RUNS, Figure, compared, peak_megabytes, process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_catalogs"
MOST_MEGABYTES = 1_000
QUERY_WORDS = 4
QUERIES_A_RUN = 20
LABELLED = 1_000


def main() -> None:
    """Measure, print, and exit with 1 when a figure is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--huge", type=Path, default=ROOT.parent / "shared" / "huge")
    options = parser.parse_args()
    # As installers do; without it a run from a checkout may compile every file again.
    compileall.compile_dir(ROOT / "toolsearch_cli", quiet=1)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, median of 9")
    over = 0
    with tempfile.TemporaryDirectory() as folder:
        for figure in figures(Path(folder), options.huge, options.names):
            print(figure, flush=True)
            over += not figure.holds
    if not options.names:
        print("scale: python -m benchmarks.scale; its tables are in benchmarks/README.md")
    sys.exit(1 if over else 0)


def figures(folder: Path, huge: Path, names: list[str]) -> Iterator[Figure]:
    """Yield the figures whose name starts with one of `names`; all without names."""
    sections: dict[str, Callable[[], Iterable[Figure]]] = {
        "help": lambda: help_figures(folder),
        "tiers": lambda: [tiers_figure(folder)],
        # Before this process is large itself: a child begins with its parent's peak.
        "huge": lambda: huge_figures(folder, huge),
        "check": lambda: [check_figure(folder)],
        "compare": lambda: [compare_figure(folder)],
        "query": lambda: [query_figure()],
        "eval": lambda: [eval_figure()],
        "sweep": lambda: [sweep_figure()],
        "exact": lambda: [exact_figure()],
    }
    for name, section in sections.items():
        if not names or any(name.startswith(wanted) for wanted in names):
            yield from section()


def _toolsearch(*words: str) -> tuple[str, ...]:
    return (str(Path(sys.executable).with_name("toolsearch")), *words)


def help_figures(folder: Path) -> Iterator[Figure]:
    """`--help` against an empty Typer app that declares the same commands and options."""
    from toolsearch_cli.cli.command_table import COMMANDS

    script = str(empty_app(folder))
    yield compared(
        "help: toolsearch --help",
        process(*_toolsearch("--help")),
        process(sys.executable, script, "--help"),
        1.15,
    )
    for entry in COMMANDS:
        yield compared(
            f"help: toolsearch {entry.name} --help",
            process(*_toolsearch(entry.name, "--help")),
            process(sys.executable, script, entry.name, "--help"),
            1.15,
        )


def _floor(folder: Path) -> str:
    script = folder / "parse_only.py"
    script.write_text(PARSE_ONLY, encoding="utf-8")
    return str(script)


def tiers_figure(folder: Path) -> Figure:
    """`tiers` on 81 real servers against parsing the same files."""
    files = [str(path) for path in sorted((SAMPLES / "fleet").glob("*.json"))]
    return compared(
        "tiers: fleet, 81 sources, 2,613 tools",
        process(*_toolsearch("tiers", "--context", "200000", *files)),
        process(sys.executable, _floor(folder), *files),
        3.0,
    )


def check_figure(folder: Path) -> Figure:
    """Every rule on 81 real servers against `tiers` on the same; the limit is four times."""
    files = [str(path) for path in sorted((SAMPLES / "fleet").glob("*.json"))]
    outside = ("--context", "200000", "-o", str(folder / "answer.txt"), *files)
    return compared(
        "check: fleet, all rules / tiers",
        process(*_toolsearch("check", "--select", "all", *outside)),
        process(*_toolsearch("tiers", *outside)),
        4.0,
    )


def compare_figure(folder: Path) -> Figure:
    """Every host on 81 real servers against `tiers` of one; the limit is three times, in all."""
    files = [str(path) for path in sorted((SAMPLES / "fleet").glob("*.json"))]
    outside = ("--context", "200000", "-o", str(folder / "answer.txt"), *files)
    return compared(
        "compare: fleet, all hosts / tiers of one",
        process(*_toolsearch("compare", *outside)),
        process(*_toolsearch("tiers", *outside)),
        3.0,
    )


def query_figure() -> Figure:
    """One query on 2,747 tools against loading them; the limit is 1 %."""
    from toolsearch_cli.catalog.loading import load
    from toolsearch_cli.hosts.registry import host_named
    from toolsearch_cli.hosts.scenario import Scenario

    file = str(SAMPLES / "cloudflare.json.gz")
    host, scenario = host_named("hermes"), Scenario(context=200_000)
    catalog = load([file]).catalog

    described = (str(tool.description).split() for tool in catalog.sources[0].tools[::13])
    queries = (" ".join(words[:QUERY_WORDS]) for words in described)

    def search() -> float:
        # Every query is new: words that were asked for before are answered faster.
        asked = list(islice(queries, QUERIES_A_RUN))
        start = time.perf_counter()
        for query in asked:
            host.search(catalog, scenario, [query])
        return (time.perf_counter() - start) / len(asked)

    search()
    loading, querying = [], []
    for _ in range(RUNS):
        start = time.perf_counter()
        load([file])
        loading.append(time.perf_counter() - start)
        querying.append(search())
    return Figure("query: cloudflare, one query / loading", tuple(querying), tuple(loading), 0.01)


def eval_figure() -> Figure:
    """A thousand labelled queries, figures and all, against loading and as many median searches.

    Sentences, as people ask; with short ones among them the median says less of the sum.
    """
    from toolsearch_cli.analysis.evaluation.running import Options
    from toolsearch_cli.catalog.loading import load
    from toolsearch_cli.hosts.registry import host_named
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.workbench import evaluations, made_queries

    host, scenario = host_named("hermes"), Scenario(context=200_000)
    everything = made_queries(load(["sample:fleet"]).catalog, scenario)
    made = [one for one in everything if one.kind == "sentence"]
    queries = made[:: len(made) // LABELLED][:LABELLED]

    def evaluating() -> float:
        start = time.perf_counter()
        evaluations(load(["sample:fleet"]).catalog, [scenario], queries, Options())
        return time.perf_counter() - start

    def searching() -> float:
        start = time.perf_counter()
        catalog = load(["sample:fleet"]).catalog
        loading = time.perf_counter() - start
        host.search(catalog, scenario, ["make the index"])
        times = []
        for query in queries:
            start = time.perf_counter()
            host.search(catalog, scenario, [query.text], 10)
            times.append(time.perf_counter() - start)
        return loading + len(queries) * median(times)

    evaluating()
    runs = [(evaluating(), searching()) for _ in range(RUNS)]
    ours, floor = zip(*runs, strict=True)
    return Figure("eval: fleet, 1,000 queries / loading + searches", ours, floor, 1.5)


def sweep_figure() -> Figure:
    """All breakpoints of 81 servers against showing the listing once; the limit is three times."""
    from toolsearch_cli.analysis.sweep import sweep
    from toolsearch_cli.catalog.loading import load
    from toolsearch_cli.hosts.registry import host_named
    from toolsearch_cli.hosts.scenario import Scenario

    host, scenario = host_named("hermes"), Scenario(context=200_000)
    catalog = load(["sample:fleet"]).catalog
    return compared(
        "sweep: fleet, all breakpoints / one listing",
        lambda: sweep(catalog, scenario),
        lambda: host.disclose(catalog, scenario),
        3.0,
    )


def huge_figures(folder: Path, huge: Path) -> Iterator[Figure]:
    """34,000 tools: load, tier and answer one query, against parsing the same files."""
    files = [str(huge / name) for name in ("aws-apis.json.gz", "google-apis.json.gz")]
    if not all(Path(file).exists() for file in files):
        print(f"huge: left out: no aws-apis.json.gz and google-apis.json.gz in {huge}")
        return
    work = (sys.executable, "-m", "benchmarks.huge", *files)
    yield compared(
        "huge: 33,704 tools, load + tier + query",
        process(*work),
        process(sys.executable, _floor(folder), *files),
        5.0,
    )
    megabytes = peak_megabytes(*work)
    state = "ok" if megabytes <= MOST_MEGABYTES else "OVER"
    print(f"{'huge: resident memory':<44} {megabytes:8.1f} MB  limit {MOST_MEGABYTES} {state}")
    if megabytes > MOST_MEGABYTES:
        sys.exit(1)


def exact_figure() -> Figure:
    """The first exact count against building tiktoken's Encoding from ranks in memory."""
    import tiktoken

    from toolsearch_cli.tokens import bpe, vocabulary

    memory = vocabulary.load("o200k_base")
    definition = bpe.definition("o200k_base")
    ours: list[float] = []
    floor: list[float] = []
    for _ in range(RUNS):
        bpe.built_encoding.cache_clear()
        start = time.perf_counter()
        bpe.count("a first text")
        ours.append(time.perf_counter() - start)
        start = time.perf_counter()
        tiktoken.Encoding(
            "again",
            pat_str=definition.pattern,
            mergeable_ranks=memory,
            special_tokens=dict(definition.special),
        )
        floor.append(time.perf_counter() - start)
    return Figure("exact: first count / Encoding in memory", tuple(ours), tuple(floor), 2.0)


if __name__ == "__main__":
    main()
