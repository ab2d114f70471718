"""What can be saved and exported, each with what its file will hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from toolsearch_cli.reports.grid_reports import csv_text, markdown
from toolsearch_cli.reports.records import utf8
from toolsearch_cli.settings.saving import hermes_text, project_text
from toolsearch_cli.tui.screens.write_sheet import Writable
from toolsearch_cli.views.comparison import plain_grid
from toolsearch_cli.views.grid import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.views.comparison import Answered


MANIFEST_FILE: Final = "manifest.txt"
ARRAY_FILE: Final = "tools.json"
MATRIX_FILE: Final = "matrix.csv"
QUERIES_FILE: Final = "queries.txt"


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
    *,
    first: str = MANIFEST_FILE,
) -> tuple[Writable, ...]:
    """Return the files that take something out of the explorer.

    Args:
        scene: Whose manifest.
        columns: Gives the columns of the comparison with their answers.
        picture: Makes the SVG of the screen.
        queries: What was kept on the search screen.
        first: The file that comes first, as it is what the screen shows.
    """
    shown = scene.shown

    def made(text: Callable[[], str]) -> Callable[[Path], bytes]:
        def data(folder: Path) -> bytes:
            del folder
            return utf8(text())

        return data

    found = [
        Writable(
            "manifest, as the model reads it", MANIFEST_FILE, made(lambda: shown.listing.text)
        ),
        Writable(
            "tools array, as the host sends it",
            ARRAY_FILE,
            made(lambda: json.dumps(shown.array, indent=2) + "\n"),
        ),
        Writable("matrix as CSV", MATRIX_FILE, made(lambda: csv_text(plain_grid(columns())))),
        Writable(
            "matrix as Markdown",
            "matrix.md",
            made(lambda: markdown(Page(grid=plain_grid(columns())))),
        ),
        Writable("screenshot as SVG", "toolsearch.svg", made(picture)),
    ]
    if queries:
        text = "".join(f"{one}\n" for one in queries)
        found.append(Writable("queries, one a line", QUERIES_FILE, made(lambda: text)))
    return tuple(sorted(found, key=lambda one: one.path != first))
