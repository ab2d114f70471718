"""How fast the explorer answers: a key beside a key that does nothing, and its first paint.

`python -m benchmarks.tui` prints medians of interleaved runs and exits 1 where a limit is passed.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events

import toolsearch_cli.tui
from benchmarks.timing import RUNS, Figure, compared
from toolsearch_cli.catalog.loading import LoadOptions
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tui.app import Explorer
from toolsearch_cli.tui.opening import Start, opened

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.tui.workspace import Workspace

SIZE = (120, 40)
SIMULATION_MS = 5.0
KEY_MS = 40.0
FIRST_PAINT = 2.0
SCENARIO = Scenario(context=200_000)
KEYS = ("plus", "p", "minus", "P", "t", "T", "space", "space")
NO_OP = "f12"
START = """
import sys
from textual.app import App
class Empty(App):
    def on_mount(self):
        self.call_after_refresh(self.exit)
if sys.argv[1] == "empty":
    Empty().run(headless=True, size=(120, 40))
else:
    from functools import partial
    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.app import Explorer
    from toolsearch_cli.tui.opening import Start, opened
    shown = Explorer._shown
    def leave(self, *given):
        shown(self, *given)
        self.call_after_refresh(self.exit)
    Explorer._shown = leave
    load = partial(opened, ("sample:fleet",), LoadOptions())
    start = Start(load=load, scenarios=(Scenario(context=200_000),))
    Explorer(start).run(headless=True, size=(120, 40))
"""


def main() -> None:
    """Measure, print, and say with the exit code whether every limit is kept."""
    print(f"{os.cpu_count()} cores, {RUNS} runs")
    simulated = simulation_ms()
    keyed, idle = asyncio.run(key_ms())
    ok = [
        told("simulation of fleet", simulated, 0.0, SIMULATION_MS),
        told("a key, above one that does nothing", keyed, idle, KEY_MS),
        *(figure.holds for figure in first_paint()),
    ]
    raise SystemExit(0 if all(ok) else 1)


def told(name: str, ours: list[float], floor: float, limit: float) -> bool:
    """Print a figure in milliseconds; say whether it keeps to its limit."""
    ordered = sorted(ours)
    median = ordered[len(ordered) // 2]
    above = median - floor
    holds = above <= limit
    print(
        f"{name:<44} {median:8.1f} ms [{ordered[0]:.1f}-{ordered[-1]:.1f}]  floor {floor:.1f}  "
        f"above {above:.1f}  limit {limit:g} {'ok' if holds else 'OVER'}"
    )
    return holds


def simulation_ms() -> list[float]:
    """Ask the host about fleet at contexts that it was not asked at before."""
    from toolsearch_cli.catalog.loading import load
    from toolsearch_cli.workbench import disclosures

    catalog = load(("sample:fleet",)).catalog
    disclosures(catalog, (SCENARIO,))
    found = []
    for run in range(RUNS * 3):
        scenario = Scenario(context=100_000 + 777 * run)
        start = time.perf_counter()
        disclosures(catalog, (scenario,))
        found.append(1e3 * (time.perf_counter() - start))
    return found


class Timed(Explorer):
    """The explorer, which says when an answer is drawn."""

    CSS_PATH = str(Path(toolsearch_cli.tui.__file__).with_name("explorer.tcss"))
    drawn: asyncio.Event | None = None

    def _shown(self, workspace: Workspace, shown: Disclosure) -> None:
        super()._shown(workspace, shown)
        if self.drawn is not None:
            self.screen.call_after_refresh(self.drawn.set)


async def key_ms() -> tuple[list[float], float]:
    """From a key's message to the end of the refresh after it; and the same for an idle key."""
    load = partial(opened, ("sample:fleet",), LoadOptions())
    app = Timed(Start(load=load, scenarios=(SCENARIO,)))

    async def timed(key: str) -> float:
        drawn = asyncio.Event()
        app.drawn = drawn if key != NO_OP else None
        start = time.perf_counter()
        app.post_message(events.Key(key, None))
        if key == NO_OP:
            app.call_later(app.screen.call_after_refresh, drawn.set)
        await asyncio.wait_for(drawn.wait(), 10)
        return 1e3 * (time.perf_counter() - start)

    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        keyed, idle = [], []
        for run in range(RUNS * 4):
            keyed.append(await timed(KEYS[run % len(KEYS)]))
            await pilot.pause()
            idle.append(await timed(NO_OP))
            await pilot.pause()
    idle.sort()
    return keyed, idle[len(idle) // 2]


def first_paint() -> list[Figure]:
    """From nothing to the first scene of fleet, beside `tiers` on it and an empty app's start."""
    program = str(Path(sys.executable).with_name("toolsearch"))

    def both() -> None:
        subprocess.run(
            [program, "tiers", "-c", "sample:fleet", "--context", "200k"],
            check=True,
            capture_output=True,
        )
        subprocess.run([sys.executable, "-c", START, "empty"], check=True, capture_output=True)

    def ours() -> None:
        subprocess.run([sys.executable, "-c", START, "fleet"], check=True, capture_output=True)

    figure = compared("first paint of fleet / tiers + empty app", ours, both, FIRST_PAINT)
    print(figure)
    return [figure]


if __name__ == "__main__":
    main()
