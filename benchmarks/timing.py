"""How a figure is measured: medians of interleaved runs, printed with their floor and spread."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

RUNS = 9

_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Figure:
    """One comparison: seconds of both sides, one entry a run, and the ratio that is allowed."""

    name: str
    ours: tuple[float, ...]
    floor: tuple[float, ...]
    limit: float
    """Largest allowed ratio of the medians."""

    @property
    def ratio(self) -> float:
        """Our median over the floor's."""
        return statistics.median(self.ours) / statistics.median(self.floor)

    @property
    def holds(self) -> bool:
        """Whether the ratio keeps to its limit."""
        return self.ratio <= self.limit

    def __str__(self) -> str:
        """Return the line that is printed."""
        return (
            f"{self.name:<44} {_milliseconds(self.ours)}  floor {_milliseconds(self.floor)}  "
            f"ratio {self.ratio:7.3f}  limit {self.limit:<5g} {'ok' if self.holds else 'OVER'}"
        )


def _milliseconds(seconds: Sequence[float]) -> str:
    """Return the median and the spread from the fastest to the slowest run."""
    low, high = min(seconds), max(seconds)
    return f"{1e3 * statistics.median(seconds):8.1f} ms [{1e3 * low:.1f}-{1e3 * high:.1f}]"


def compared(name: str, ours: Work, floor: Work, limit: float, runs: int = RUNS) -> Figure:
    """Time both sides, interleaved, after one warm-up each."""
    ours()
    floor()
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for side, work in zip(seconds, (ours, floor), strict=True):
            start = time.perf_counter()
            work()
            side.append(time.perf_counter() - start)
    return Figure(name, tuple(seconds[0]), tuple(seconds[1]), limit)


def process(*command: str) -> Work:
    """Return work that runs a command to its end and throws its output away."""

    def run() -> None:
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=_environment(),
        )

    return run


def peak_megabytes(*command: str) -> float:
    """Run a command and return the largest resident set it had, in MB (10^6 bytes)."""
    child = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_environment()
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return usage.ru_maxrss * 1024 / 1e6


def _environment() -> dict[str, str]:
    """Return this process's environment, in which Python keeps what it compiles."""
    return {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
