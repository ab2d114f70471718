"""One process, one catalog: load, tier, index, 1,000 queries. Started by `benchmarks.scale`.

    python -m benchmarks.scale.stages QUERIES FILE ...

QUERIES is a JSON array of texts. Prints one JSON object; see `Stages`.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CONTEXT = 1_000_000

T = TypeVar("T")


class Stages(NamedTuple):
    """Seconds of each stage, and what it left in memory."""

    tools: int
    imports: float
    """Of the product's own modules, before anything is measured a tool."""
    load: float
    tier: float
    first: float
    """To the answer to the first query: what is indexed is made ready, indexed, and searched."""
    queries: float
    """All of them, one call of the host's search each, with the reasons for every hit."""
    loaded_bytes: int
    """The largest resident set so far (RSS), after each stage."""
    tiered_bytes: int
    indexed_bytes: int
    peak_bytes: int

    @property
    def seconds(self) -> float:
        """All stages; importing is the same at every size and is left out."""
        return self.load + self.tier + self.first + self.queries


def measured(files: Sequence[str], queries: Sequence[str]) -> Stages:
    """Run the stages in this process, which should be a new one."""
    start = time.process_time()
    from toolsearch_cli.catalog.loading import load
    from toolsearch_cli.hosts.registry import host_named
    from toolsearch_cli.hosts.scenario import Scenario

    host, scenario = host_named("hermes"), Scenario(context=CONTEXT)
    imported = time.process_time() - start
    loading, loaded = _timed(lambda: load(files))
    loaded_bytes = peak_bytes()
    tiering, _ = _timed(lambda: host.disclose(loaded.catalog, scenario))
    tiered_bytes = peak_bytes()
    first, *others = queries
    indexing, _ = _timed(lambda: host.search(loaded.catalog, scenario, [first]))
    indexed_bytes = peak_bytes()
    querying, _ = _timed(
        lambda: [host.search(loaded.catalog, scenario, [one]) for one in (first, *others)]
    )
    return Stages(
        tools=loaded.catalog.tool_count,
        imports=imported,
        load=loading,
        tier=tiering,
        first=indexing,
        queries=querying,
        loaded_bytes=loaded_bytes,
        tiered_bytes=tiered_bytes,
        indexed_bytes=indexed_bytes,
        peak_bytes=peak_bytes(),
    )


def peak_bytes() -> int:
    """Return the largest resident set that this process had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


def main(queries: str, files: list[str]) -> None:
    """Print what was measured as JSON."""
    asked = json.loads(Path(queries).read_text(encoding="utf-8"))
    print(json.dumps(measured(files, asked)._asdict()))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
