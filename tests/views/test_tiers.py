"""`tiers` as pages: the rows of one scenario, and the matrix of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.hosts.scenario import EVERYTHING, Scenario, Scope
from toolsearch_cli.reports.grid_reports import csv_text, json_lines
from toolsearch_cli.reports.records import source_record
from toolsearch_cli.reports.table_report import table
from toolsearch_cli.views.matrix import matrix_page
from toolsearch_cli.views.tiers import COLUMNS, SORT_KEYS, sorted_rows, tiers_page
from toolsearch_cli.workbench import disclosures, exact_counts

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.views.grid import Page

CATALOG = catalog(*TRACKERS)
SIZES = (500, 2_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 10**6, None)


def shown(
    *contexts: int | None, host: str = "hermes", of: Catalog = CATALOG, scope: Scope = EVERYTHING
) -> tuple[Disclosure, ...]:
    return disclosures(
        of, tuple(Scenario(host=host, context=context, scope=scope) for context in contexts)
    )


def column(page: Page, key: str) -> list[object]:
    assert page.grid is not None
    at = page.grid.index(key)
    return [row.cells[at] for row in page.grid.rows]


def test_the_keys_of_the_columns_are_the_names_in_the_record() -> None:
    (row,) = shown(200_000)[0].sources[:1]
    assert {one.key for one in COLUMNS} <= source_record(row).keys()


@pytest.mark.parametrize("sort", SORT_KEYS)
def test_rows_are_sorted_by_the_largest_figure_and_equals_by_name(sort: str) -> None:
    (answer,) = shown(200_000)
    page = tiers_page(answer, sort=sort)
    cells = column(page, SORT_KEYS[sort])
    figures = [one if isinstance(one, int) else 0 for one in cells]
    assert figures == sorted(figures, reverse=True)
    assert len(figures) == len(answer.sources)
    reversed_rows = sorted_rows(reversed(answer.sources), sort)
    assert [row.source for row in reversed_rows] == column(page, "source")


def test_two_sources_of_one_name_are_told_apart_by_their_kind() -> None:
    twins = catalog(source("a", tool("x")), source("a", tool("y"), kind="plugin"))
    for page in (tiers_page(*shown(None, of=twins)), matrix_page(shown(500, None, of=twins))):
        assert column(page, "source") == ["a", "a"]
        assert column(page, "kind") == ["mcp", "plugin"]


def test_a_matrix_is_sorted_by_its_first_scenario() -> None:
    answers = shown(200_000, 500)
    page = matrix_page(answers, sort="now", top=2)
    assert page.grid is not None
    assert page.grid.folded == len(answers[0].sources) - 2
    assert column(page, "source") == column(tiers_page(answers[0], sort="now", top=2), "source")
    assert column(page, "source") != column(matrix_page(answers, top=2), "source")


def test_a_matrix_counts_exactly_where_that_is_asked() -> None:
    answers = shown(500, 200_000)
    counts = exact_counts(answers)
    page = matrix_page(answers, exact=counts)
    assert column(page, "o200k_base") == list(counts[0].sources)
    assert page.grid is not None
    (listing,) = (row.cells for row in page.grid.totals if row.cells[0] == "in o200k_base")
    assert listing[-2:] == tuple(f"{one.listing:,}" for one in counts)
    assert page.grid.totals[0].cells[page.grid.index("o200k_base")] == counts[0].all_tools


def test_what_hosts_do_not_agree_on_is_a_dash() -> None:
    """hermes skips both tools that want one name; hermes@0.19 keeps the last."""
    clash = catalog(source("s", tool("a.b"), tool("a-b"), tool("c")), source("t", tool("d")))
    answers = (*shown(None, of=clash), *shown(None, host="hermes@0.19", of=clash))
    page = matrix_page(answers)
    assert [one.sources[0].tools for one in answers] == [1, 2]
    assert column(page, "tools") == [None, 1]
    assert page.grid is not None
    assert page.grid.totals[0].cells[page.grid.index("tools")] is None


def test_a_matrix_says_each_note_once_and_where_it_holds() -> None:
    answers = shown(500, 2_000, 200_000, scope=Scope(without=("notes",)))
    notes = matrix_page(answers).notes
    (scope,) = [note for note in notes if "outside the session's scope" in note]
    assert scope.startswith("· 1 source")
    told = [str(one.cause) for shown in answers for one in shown.notes]
    assert len(notes) < len(told)
    assert any(note.startswith(("! 500: ", "! 500, 2k: ")) for note in notes)


def test_notes_that_differ_in_figures_alone_are_one_line() -> None:
    notes = matrix_page(shown(500, 600)).notes
    (line,) = [note for note in notes if "one line" in note.lower()]
    assert line.startswith("! 500: ")
    assert line.endswith(" Likewise with other figures: 600.")


def test_a_host_that_fails_is_said_in_the_matrix() -> None:
    broken = catalog(source("s", tool("a", ["no", "text"])))
    assert any("The host fails" in note for note in matrix_page(shown(500, None, of=broken)).notes)


@pytest.mark.parametrize("width", [40, 80, 120, 400])
def test_where_there_is_no_room_the_last_scenarios_go_and_are_named(width: int) -> None:
    page = matrix_page(shown(*SIZES))
    lines = table(page, width=width, color=False).splitlines()
    assert max(map(len, lines)) <= width
    (header,) = [line for line in lines if line.startswith("source")]
    titles = [one.title for one in page.grid.columns if one.unit == "form"] if page.grid else []
    drawn = [title for title in titles if f" {title} " in f"{header} "]
    assert drawn == titles[: len(drawn)]
    assert "…" not in header
    told = " ".join(lines).partition("no room for:")[2]
    assert all(title in told for title in titles[len(drawn) :])


def test_each_scenario_has_a_column_of_its_own_as_data() -> None:
    page = matrix_page(shown(*SIZES))
    assert page.grid is not None
    header = csv_text(page.grid).splitlines()[0].split(",")
    assert len(set(header)) == len(header) == len(SIZES) + 3
    assert json_lines(page.grid).count('"hermes/200k"') == len(CATALOG.sources)


@pytest.mark.parametrize(
    ("description", "says"),
    [("Does.", "less than this turn"), ("Does it. " * 900, "saving ")],
)
def test_a_turn_that_is_dearer_than_all_schemas_saves_nothing(description: str, says: str) -> None:
    tiny = catalog(source("one", tool("a", description)))
    for host in ("hermes", "fastmcp"):
        line = tiers_page(disclosures(tiny, (Scenario(host=host),))[0]).head[-1]
        assert says in line
        assert "-" not in line
