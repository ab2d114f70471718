"""What was measured, as Markdown tables with the limits beside the figures."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.scale.beside import Beside
    from benchmarks.scale.stages import Stages

Row: TypeAlias = tuple[str, ...]

TIME_A_TOOL = 1.3
MEMORY_A_TOOL = 1.1
LEAST_THROUGHPUT = 0.5
MOST_INDEXING = 1.0
MOST_DIFFERENCE = 1e-6

MISSED = "MISSED"


_UNITS = {"µs": 1e-6, "kB": 1e3}

_TIMES: tuple[tuple[str, Callable[[Stages], float], float | None], ...] = (
    ("load", attrgetter("load"), None),
    ("tier", attrgetter("tier"), None),
    ("index and first query", attrgetter("first"), None),
    ("all queries", attrgetter("queries"), None),
    ("**to the first answer**", attrgetter("to_first"), TIME_A_TOOL),
    ("**with all queries**", attrgetter("seconds"), TIME_A_TOOL),
)
_SIZES: tuple[tuple[str, Callable[[Stages], int], float | None], ...] = (
    ("RSS, loaded", attrgetter("loaded_bytes"), None),
    ("RSS, tiered", attrgetter("tiered_bytes"), None),
    ("RSS, indexed", attrgetter("first_bytes"), None),
    ("**RSS, all queries answered**", attrgetter("peak_bytes"), MEMORY_A_TOOL),
)


def stages_table(small: Stages, large: Stages) -> str:
    """Return time and memory a tool at two sizes; what misses its limit is marked `MISSED`."""
    return _table(
        [
            ("a tool", f"{small.tools:,} tools", f"{large.tools:,} tools", "ratio", "limit"),
            ("---", "--:", "--:", "--:", "--:"),
            *(
                _row(name, time(small) / small.tools, time(large) / large.tools, "µs", most)
                for name, time, most in _TIMES
            ),
            *(
                _row(name, size(small) / small.tools, size(large) / large.tools, "kB", most)
                for name, size, most in _SIZES
            ),
            ("in all: time", f"{small.seconds:.1f} s", f"{large.seconds:.1f} s", "", ""),
            ("in all: RSS", *(f"{one.peak_bytes / 1e6:,.0f} MB" for one in (small, large)), "", ""),
        ]
    )


def beside_table(sizes: Iterable[Beside], queries: int) -> str:
    """Return our engine beside bm25s; what misses its limit is marked `MISSED`."""
    rows: list[Row] = [
        ("tools", "words", "", "toolsearch", "bm25s", "ratio", "limit"),
        ("--:", "--:", "---", "--:", "--:", "--:", "--:"),
    ]
    for size in sizes:
        place = (f"{size.tools:,}", f"{size.words:,}")
        seconds, their_seconds = size.our_index, size.their_index
        longer = seconds / their_seconds
        ours, full, theirs = (
            queries / one for one in (size.our_batch, size.our_search, size.their_batch)
        )
        most = f"{MOST_INDEXING:g} {_verdict(longer, MOST_INDEXING)}"
        least = f"at least {LEAST_THROUGHPUT:g} {_verdict(LEAST_THROUGHPUT, ours / theirs)}"
        apart = f"{MOST_DIFFERENCE:g} {_verdict(size.difference, MOST_DIFFERENCE)}"
        rows += [
            (
                *place,
                "indexing",
                f"{seconds:.2f} s",
                f"{their_seconds:.2f} s",
                f"{longer:.2f}",
                most,
            ),
            (*place, "queries/s", f"{ours:,.0f}", f"{theirs:,.0f}", f"{ours / theirs:.2f}", least),
            (*place, "the same with reasons", f"{full:,.0f}", "", f"{full / theirs:.2f}", ""),
            (*place, "scores apart", "", "", f"{size.difference:.0e}", apart),
        ]
    return _table(rows)


def _row(name: str, small: float, large: float, unit: str, most: float | None) -> Row:
    ratio = large / small
    limit = "" if most is None else f"{most:g} {_verdict(ratio, most)}"
    each = (f"{one / _UNITS[unit]:.2f} {unit}" for one in (small, large))
    return (name, *each, f"{ratio:.2f}", limit)


def _verdict(figure: float, most: float) -> str:
    return "ok" if figure <= most else MISSED


def _table(rows: Sequence[Row]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
