"""Print time and memory against size, and our engine beside bm25s, as Markdown tables.

    python -m benchmarks.scale [--huge FOLDER] [--runs N] [FILE ...]

FOLDER holds aws-apis.json.gz and google-apis.json.gz (33,704 tools), which are too large to ship;
any other native snapshots of one server each can be named instead. Ten times as many tools are
made from them (see `benchmarks.scale.catalogs`) in a temporary folder. Every measurement has a
process of its own; the sizes take turns. Exits with 1 when a figure misses its limit.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.scale.beside import Beside
from benchmarks.scale.stages import Stages
from benchmarks.scale.tables import MISSED, beside_table, stages_table

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
HUGE = ("aws-apis.json.gz", "google-apis.json.gz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--huge", type=Path, default=ROOT.parent / "shared" / "huge")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--variants", type=int, default=10)
    parser.add_argument("--queries", type=int, default=1_000)
    options = parser.parse_args(arguments)
    originals = options.files or [options.huge / name for name in HUGE]
    if missing := [str(path) for path in originals if not path.exists()]:
        print(f"scale: left out: there is no {' and no '.join(missing)}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        made = _run("catalogs", folder, options.variants, options.queries, *originals)
        queries, files = made["queries"], made["files"]
        sizes = (files[: len(originals)], files)
        print(
            f"Python {platform.python_version()}, {os.cpu_count()} cores,"
            f" median of {options.runs}, {options.queries:,} queries\n"
        )
        runs = [[_run("stages", queries, *size) for size in sizes] for _ in range(options.runs)]
        small, large = (Stages(**_medians(of_size)) for of_size in zip(*runs, strict=True))
        table = stages_table(small, large)
        print(table, flush=True)
        beside = [Beside(**_run("beside", options.runs, queries, *size)) for size in sizes]
        beside_bm25s = beside_table(beside, options.queries)
        print(f"\n{beside_bm25s}")
    return 1 if MISSED in table + beside_bm25s else 0


def _run(module: str, *arguments: object) -> dict[str, Any]:
    """Run one of these modules in a process of its own: this one stays small.

    A child begins with its parent's peak, so whatever was large here would show in every figure.
    """
    command = [sys.executable, "-m", f"benchmarks.scale.{module}", *map(str, arguments)]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=ROOT)
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def _medians(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {key: median([run[key] for run in runs]) for key in runs[0]}


if __name__ == "__main__":
    sys.exit(main())
