"""What a second core could save: loading files, and a batch of queries, in two processes.

    python -m benchmarks.scale.cores QUERIES FILE FILE ...

QUERIES is a JSON array of texts. Prints a Markdown table. In CPU seconds, so that other work on the
machine counts little: with both cores free, one waits for the busier of the two processes. Threads
would save nothing: almost all of the work is done in Python's own objects.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks.scale.stages import CONTEXT, timed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.json_text import Decoded
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.search.ranking import Ranking

_FORK: Final = multiprocessing.get_context("fork")
_SHARED: dict[str, Catalog] = {}
"""What a forked process finds in memory."""


def loading(files: Sequence[str]) -> tuple[float, float]:
    """Return the seconds of loading files alone, and with every second one decoded elsewhere."""
    from toolsearch_cli.catalog.loading import load

    alone, _ = timed(lambda: load(files))
    start = time.process_time()
    with _FORK.Pool(1) as pool:
        others = pool.map_async(_decoded, files[1::2], chunksize=1)
        load(files[::2])
        decoding = [seconds for seconds, _ in others.get()]
    here = time.process_time() - start
    # The tools of the others are still to be made of what was decoded.
    remaining, _ = timed(lambda: load(files[1::2]))
    return alone, max(here + remaining - sum(decoding), sum(decoding))


def _decoded(file: str) -> tuple[float, Decoded]:
    from toolsearch_cli.catalog.json_text import decode_json

    text = Path(file).read_text(encoding="utf-8")
    return timed(lambda: decode_json(text))


def asking(files: Sequence[str], queries: Sequence[str]) -> tuple[float, float]:
    """Return the seconds of a batch of queries alone, and of the busier of two processes."""
    from toolsearch_cli.catalog.loading import load

    _SHARED["catalog"] = load(files).catalog
    _answers(queries[:1])  # the index is made
    start = time.process_time()
    with _FORK.Pool(2) as pool:
        halves = pool.map(_answers, [queries[::2], queries[1::2]], chunksize=1)
    here = time.process_time() - start
    alone, _ = _answers(queries)
    return alone, here + max(seconds for seconds, _ in halves)


def _answers(queries: Sequence[str]) -> tuple[float, list[Ranking]]:
    from toolsearch_cli.hosts.registry import host_named
    from toolsearch_cli.hosts.scenario import Scenario

    host, scenario = host_named("hermes"), Scenario(context=CONTEXT)
    catalog = _SHARED["catalog"]
    return timed(lambda: [host.search(catalog, scenario, [query]).rankings[0] for query in queries])


def main(queries: str, files: Sequence[str]) -> None:
    """Print what was measured."""
    asked = json.loads(Path(queries).read_text(encoding="utf-8"))
    print("| work | one process | the busier of two | saved |")
    print("| --- | --: | --: | --: |")
    for name, (alone, busier) in (
        (f"load {len(files)} files", loading(files)),
        (f"{len(asked):,} queries", asking(files, asked)),
    ):
        print(f"| {name} | {alone:.2f} s | {busier:.2f} s | {1 - busier / alone:.0%} |")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
