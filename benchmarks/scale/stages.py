"""One process, one catalog: load, tier, index, 1,000 queries. Started by `benchmarks.scale`.

    python -m benchmarks.scale.stages QUERIES FILE ...

QUERIES is a JSON array of texts. Prints `Stages` as a JSON object.
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

T = TypeVar("T")

CONTEXT = 1_000_000


class Stages(NamedTuple):
    """CPU seconds of each stage, and the largest resident set (RSS) in bytes up to its end."""

    tools: int
    imports: float
    """Of the product's own modules: the same at every size, and in no sum."""
    load: float
    tier: float
    first: float
    """The first query: indexing is most of it."""
    queries: float
    """All queries, a call of the host's search each, with the reasons for every hit."""
    loaded_bytes: int
    tiered_bytes: int
    first_bytes: int
    peak_bytes: int

    @property
    def to_first(self) -> float:
        """From files to the first answer."""
        return self.load + self.tier + self.first

    @property
    def seconds(self) -> float:
        """All stages."""
        return self.to_first + self.queries


def measured(files: Sequence[str], queries: Sequence[str]) -> Stages:
    """Run the stages in this process, which should be a new one.

    CPU seconds, because each stage keeps one core busy: what else the machine does counts less.
    """
    start = time.process_time()
    from toolsearch_cli.catalog.loading import load
    from toolsearch_cli.hosts.registry import host_named
    from toolsearch_cli.hosts.scenario import Scenario

    host, scenario = host_named("hermes"), Scenario(context=CONTEXT)
    imports = time.process_time() - start
    loading, loaded = timed(lambda: load(files))
    loaded_bytes = peak_bytes()
    tiering, _ = timed(lambda: host.disclose(loaded.catalog, scenario))
    tiered_bytes = peak_bytes()
    first, _ = timed(lambda: host.search(loaded.catalog, scenario, queries[:1]))
    first_bytes = peak_bytes()
    querying, _ = timed(lambda: [host.search(loaded.catalog, scenario, [one]) for one in queries])
    return Stages(
        tools=loaded.catalog.tool_count,
        imports=imports,
        load=loading,
        tier=tiering,
        first=first,
        queries=querying,
        loaded_bytes=loaded_bytes,
        tiered_bytes=tiered_bytes,
        first_bytes=first_bytes,
        peak_bytes=peak_bytes(),
    )


def peak_bytes() -> int:
    """Return the largest resident set that this process had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds that some work took, and what came of it."""
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


def main(queries: str, files: list[str]) -> None:
    """Print what was measured."""
    asked = json.loads(Path(queries).read_text(encoding="utf-8"))
    print(json.dumps(measured(files, asked)._asdict()))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
