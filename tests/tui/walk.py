"""A seeded random walk of keys and clicks: tables stay what `tiers` and `eval` record.

`python -m tests.tui.walk STEPS [SEED]` walks for longer than the tests do.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from tests.golden_cases import golden_catalog, golden_file
from tests.tui.driving import SMALL, WIDE, drive, explorer_of, running, scene_of, settled, strike
from toolsearch_cli.analysis.evaluation.running import Options
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.reports.records import json_text, tiers_record
from toolsearch_cli.text import visible
from toolsearch_cli.tui.command import SCREENS
from toolsearch_cli.tui.commands import COMMANDS
from toolsearch_cli.tui.evaluations import HERE, question_of
from toolsearch_cli.tui.screens.disclosure import DisclosureScreen
from toolsearch_cli.tui.screens.evaluation import EvaluationScreen
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.views.addresses import source_title
from toolsearch_cli.views.numbers import written
from toolsearch_cli.views.sources import source_names
from toolsearch_cli.workbench import disclosures, evaluations

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from toolsearch_cli.tui.app import Explorer

MOVES = ("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "tab", "enter")
LETTERS = ("a", "s", "m", "1", "@", "space", "backspace", "escape", "escape")
LEAVES = frozenset({"quit"})
KEYS = (
    *(key for one in COMMANDS if one.name not in LEAVES for key in one.keys.split(",")),
    *MOVES,
    *MOVES,
    *LETTERS,
)
STEPS_A_CATALOG = 25


def edge_names() -> tuple[str, ...]:
    """Return the names of the edge catalogs."""
    return tuple(json.loads(golden_file("edge_catalogs.json").read_bytes()))


async def step(
    pilot: Pilot[None], app: Explorer, chance: random.Random, size: tuple[int, int]
) -> str:
    """Press a key, a few at once, or click somewhere; return what was done."""
    kind = chance.random()
    if kind < 0.12:
        spot = (chance.randrange(size[0]), chance.randrange(size[1]))
        await pilot.click(offset=spot, times=chance.choice((1, 1, 2)))
        return f"click {spot}"
    keys = [chance.choice(KEYS) for _ in range(chance.choice((1, 1, 1, 4)))]
    strike(app, *keys)
    return " ".join(keys)


def differences(app: Explorer) -> list[str]:
    """Return in what the visible table differs from the record of the same scenario."""
    scene = scene_of(app)
    catalog, scenario = scene.workspace.opened.catalog, scene.workspace.scenario
    screen = app.screen
    if isinstance(screen, EvaluationScreen):
        return other_figures(app, screen)
    if not isinstance(screen, DisclosureScreen):
        return []
    shown = disclosures(catalog, (scenario,))
    record = json.loads(json_text("tiers/1", tiers_record(catalog, shown)))["scenarios"][0]
    table = screen.query_one(GridTable)
    rows = dict(zip(table.data.keys, table.shape.rows, strict=True))
    wanted = scene.workspace.order.filter.casefold()
    found = []
    names = source_names(catalog)
    for row, source in zip(shown[0].sources, record["sources"], strict=True):
        expected = source_texts(source, names[row.position])
        if wanted in expected[1].casefold() and rows.pop(row.position, ())[:8] != expected:
            found.append(f"{expected} is not in the table")
    off = scenario.scope.detached
    found += [f"{text} has no record" for key, text in rows.items() if key not in off]
    total = record["payment"]["eager"] + record["payment"]["listing"]
    if table.shape.totals and table.shape.totals[0][7] != f"{total:,}":
        found.append(f"the total is not {total:,}")
    return found


def other_figures(app: Explorer, screen: EvaluationScreen) -> list[str]:
    """Return which figures of the present scenario are not those that `eval` gives."""
    question = question_of(scene_of(app).workspace)
    if question is None or screen.refused:
        return []
    scenario = scene_of(app).workspace.scenario
    options = Options(limit=question.query_set.limit, resamples=1)
    (one,) = evaluations(question.catalog, (scenario,), question.query_set.queries, options)
    table = screen.query_one("#figures", GridTable)
    keys = [column.key for column in table.data.grid.columns]
    drawn = [dict(zip(keys, row, strict=True)) for row in table.shape.rows]
    rows = [row for row in drawn if row["scenario"].startswith(HERE)]
    if not rows:
        return ["the present scenario has no figures"]
    return [
        f"{figure.metric} is {rows[0][figure.metric]}, not {figure.value:.3f}"
        for figure in one.whole.figures
        if rows[0].get(figure.metric, f"{figure.value:.3f}") != f"{figure.value:.3f}"
    ]


def source_texts(record: dict[str, Any], name: str) -> tuple[str, ...]:
    """Return what a source's record is as the first cells of a row."""
    title = source_title(record["source"], record["kind"])
    form = record["form"] or ("eager" if record["tools"] else "hidden")
    numbers = [record[key] for key in ("full_tokens", "names_tokens")]
    return (
        "●",
        visible(name if name.startswith(title) else title),
        f"{record['tools']:,}",
        f"{record['eager_tokens']:,}",
        *("-" if number is None else f"{number:,}" for number in numbers),
        written(form, "form"),
        f"{record['now_tokens']:,}",
    )


async def walked(name: str, steps: int, seed: int) -> int:
    """Walk over one edge catalog; return the steps taken before the walk left the explorer."""
    chance = random.Random(f"{seed} {name}")
    size = chance.choice((SMALL, WIDE))
    scenario = Scenario(
        host=chance.choice(HOST_NAMES), context=chance.choice((None, 2_000, 8_000, 200_000))
    )
    catalog = golden_catalog({"inline": name})
    screen = chance.choice(SCREENS)
    done: list[str] = []
    app = explorer_of(catalog, scenario=scenario, screen=screen)
    async with running(app, size) as pilot:
        for _ in range(steps):
            done.append(await step(pilot, app, chance, size))
            if not app.is_running:
                break
            await settled(pilot)
            wrong = differences(app)
            if wrong:
                raise AssertionError(f"{name}, seed {seed}, after {done}: {wrong}")
    return len(done)


def walk(steps: int, seed: int) -> int:
    """Walk over the edge catalogs in turn until so many steps are taken; return how many."""
    names = edge_names()
    taken = 0
    turn = 0
    while taken < steps:
        name = names[turn % len(names)]
        few = min(STEPS_A_CATALOG, steps - taken)
        taken += drive(walked(name, few, seed + turn // len(names)))
        turn += 1
    return taken


def main() -> None:
    """Walk as the command line says, in a folder of its own, as a walk may write files."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.stdout.write(f"{walk(steps, seed):,} steps, seed {seed}\n")


if __name__ == "__main__":
    main()
