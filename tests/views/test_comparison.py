"""The matrix of scenarios: marks, absent sources, what is folded, what is exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.catalogs import catalog, source, tool
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.views.comparison import (
    ABSENT,
    DIFFERS,
    FOLDED_KEY,
    OFF,
    Answered,
    compared_rows,
    matrix,
    plain_grid,
)
from toolsearch_cli.views.difference import changes, headline
from toolsearch_cli.workbench import disclosures

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

BIG = source("big", *(tool(f"work_{at}", f"Do the work number {at}.") for at in range(40)))
MAIL = source("mail", tool("send", "Send a mail."))
NOTES = source("notes", tool("jot", "Write a note."), kind="plugin")
BOTH = catalog(BIG, MAIL)


def answered(given: Catalog, context: int, detached: frozenset[int] = frozenset()) -> Answered:
    scenario = Scenario(context=context, scope=Scope(detached=detached))
    return Answered(title=str(context), catalog=given, shown=disclosures(given, (scenario,))[0])


def test_a_source_that_only_one_catalog_has_is_absent_never_zero() -> None:
    rows = compared_rows((answered(BOTH, 200_000), answered(catalog(MAIL, NOTES), 200_000)))
    cells = {row.identity[0]: [(cell.form, cell.tokens) for cell in row.cells] for row in rows}
    assert cells["big"][1] == (ABSENT, None)
    assert cells["notes"][0] == (ABSENT, None)
    assert cells["mail"][0][0] == cells["mail"][1][0] == "full"


def test_a_source_that_is_switched_off_is_off() -> None:
    rows = compared_rows((answered(BOTH, 200_000, detached=frozenset({0})),))
    assert [row.cells[0].form for row in rows] == [OFF, "full"]


def test_a_mark_stands_where_the_form_differs_from_the_column_to_the_left() -> None:
    columns = (answered(BOTH, 4_000), answered(BOTH, 200_000), answered(BOTH, 400_000))
    shown = matrix(columns, changed_first=False, fold=False)
    for row, line in zip(shown.rows, shown.grid.rows, strict=True):
        marks = [str(cell).startswith(DIFFERS) for cell in line.cells[1:]]
        forms = [cell.form for cell in row.cells]
        assert marks == [False, forms[1] != forms[0], forms[2] != forms[1]]


def test_rows_that_are_the_same_everywhere_become_one() -> None:
    many = catalog(*(source(f"s{at}", tool("a", "A.")) for at in range(5)))
    columns = (answered(many, 200_000), answered(many, 400_000))
    folded = matrix(columns, changed_first=False, fold=True)
    assert folded.keys == (FOLDED_KEY,)
    assert folded.folded == 5
    assert len(matrix(columns, changed_first=False, fold=False).rows) == 5
    assert len(matrix(columns, changed_first=False, fold=True, wanted="S3").rows) == 1


def test_an_export_holds_every_source_and_plain_numbers() -> None:
    grid = plain_grid((answered(BOTH, 4_000), answered(BOTH, 200_000)))
    assert [row.cells[0] for row in grid.rows] == ["big", "mail"]
    assert all(isinstance(row.cells[3], int) for row in grid.rows)


def test_a_difference_puts_both_sides_together_again() -> None:
    before, after = answered(BOTH, 4_000).shown, answered(BOTH, 200_000).shown
    for by_words in (False, True):
        for change in changes(before, after, by_words=by_words):
            old = {one.label: one.text for one in before.listing.blocks}.get(change.label, "")
            kept = [
                piece.text
                for line in change.lines
                for piece in line
                if piece.side in ("same", "removed")
            ]
            assert " ".join(" ".join(kept).split()) == " ".join(old.split())


def test_a_headline_counts_what_is_gained_and_lost() -> None:
    low, high = answered(BOTH, 2_000).shown, answered(BOTH, 200_000).shown
    assert "get their names" in headline(low, high)
    assert "lose their names" in headline(high, low)
    assert f"{high.listing_tokens - low.listing_tokens:+,} tokens" in headline(low, high)
