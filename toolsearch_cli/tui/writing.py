"""What can be saved and exported, each with what its file will hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from toolsearch_cli.reports.evaluation_records import evaluation_record, query_set_text
from toolsearch_cli.reports.grid_reports import csv_text, markdown
from toolsearch_cli.reports.records import json_text, utf8
from toolsearch_cli.settings.saving import hermes_text, project_text
from toolsearch_cli.tui.command_line import MADE_FILE
from toolsearch_cli.tui.screens.write_sheet import Writable
from toolsearch_cli.views.comparison import plain_grid
from toolsearch_cli.views.evaluation import evaluation_rows
from toolsearch_cli.views.grid import Grid, Page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from toolsearch_cli.analysis.evaluation.run import EvaluationRun
    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.workspace import QuerySet
    from toolsearch_cli.views.comparison import Answered


MANIFEST_FILE: Final = "manifest.txt"
ARRAY_FILE: Final = "tools.json"
MATRIX_FILE: Final = "matrix.csv"
QUERIES_FILE: Final = "queries.txt"
EVALUATION_FILE: Final = "eval.csv"


def savable(scene: Scene) -> tuple[Writable, ...]:
    """Return the files that keep a scenario."""
    workspace = scene.workspace
    scenario, opened = workspace.scenario, workspace.opened
    off = [opened.catalog.sources[at].name for at in sorted(scenario.scope.detached)]

    def project(folder: Path) -> bytes:
        return utf8(project_text(scenario, opened.patterns, off, folder))

    def hermes(folder: Path) -> bytes:
        del folder
        return utf8(hermes_text(scenario, off))

    return (
        Writable("toolsearch.yaml: catalogs, host, context, settings", "toolsearch.yaml", project),
        Writable("the block of a Hermes config.yaml", "tool_search.yaml", hermes),
    )


def exportable(
    scene: Scene,
    columns: Callable[[], Sequence[Answered]],
    picture: Callable[[], str],
    queries: Sequence[str],
    more: Sequence[Writable],
    *,
    first: str = MANIFEST_FILE,
) -> tuple[Writable, ...]:
    """Return the files that take something out of the explorer.

    Args:
        scene: Whose manifest.
        columns: Gives the columns of the comparison with their answers.
        picture: Makes the SVG of the screen.
        queries: What was kept on the search screen.
        more: What else the screen has.
        first: The file that comes first, as it is what the screen shows.
    """
    shown = scene.shown
    found = [
        Writable(
            "manifest, as the model reads it", MANIFEST_FILE, _made(lambda: shown.listing.text)
        ),
        Writable(
            "tools array, as the host sends it",
            ARRAY_FILE,
            _made(lambda: json.dumps(shown.array, indent=2) + "\n"),
        ),
        Writable("matrix as CSV", MATRIX_FILE, _made(lambda: csv_text(plain_grid(columns())))),
        Writable(
            "matrix as Markdown",
            "matrix.md",
            _made(lambda: markdown(Page(grid=plain_grid(columns())))),
        ),
        Writable("screenshot as SVG", "toolsearch.svg", _made(picture)),
    ]
    if queries:
        text = "".join(f"{one}\n" for one in queries)
        found.append(Writable("queries, one a line", QUERIES_FILE, _made(lambda: text)))
    found += more
    return tuple(sorted(found, key=lambda one: one.path != first))


def evaluation_files(query_set: QuerySet | None, run: EvaluationRun | None) -> tuple[Writable, ...]:
    """Return the files that keep an evaluation: figures, everything that was found, its queries."""
    found = []
    if run is not None:
        found += [
            Writable(
                "figures as CSV",
                EVALUATION_FILE,
                _made(lambda: csv_text(evaluation_rows(run).grid or Grid(columns=(), rows=()))),
            ),
            Writable(
                "what eval --json prints; a --baseline for it",
                "eval.json",
                _made(lambda: json_text("eval/1", evaluation_record(run))),
            ),
        ]
    if query_set is not None and query_set.queries and not query_set.name:
        queries = query_set.queries
        found.append(
            Writable("the generated queries", MADE_FILE, _made(lambda: query_set_text(queries)))
        )
    return tuple(found)


def _made(text: Callable[[], str]) -> Callable[[Path], bytes]:
    """Return what makes a file of a text, whatever its folder."""

    def data(folder: Path) -> bytes:
        del folder
        return utf8(text())

    return data
