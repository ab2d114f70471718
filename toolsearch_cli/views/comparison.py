"""Sources down, scenarios across: where each is shown in another form than in the column before."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from toolsearch_cli.views.addresses import source_title
from toolsearch_cli.views.grid import Column, Grid, Row
from toolsearch_cli.views.numbers import NOTHING, written
from toolsearch_cli.views.tiers import form_word, listing_use, tier_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure, SourceDisclosure

OFF, ABSENT = "off", "absent"
"""The form of a source that is not in the session, and of one that its catalog does not have."""
DIFFERS = "▸"
_FORM = 9
_LEAST = 4
"""Columns of the tokens in a cell, the space before them included."""
FOLDED_KEY = -1
"""What the row of folded sources is called."""

Identity: TypeAlias = "tuple[str, str, int]"
"""Name, kind, and which of the sources of that name and kind it is."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answered:
    """One column: what was asked of which catalog, and the answer."""

    title: str
    catalog: Catalog
    shown: Disclosure


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """A source in one column."""

    form: str
    tokens: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRow:
    """A source over all columns."""

    identity: Identity
    cells: tuple[ComparedCell, ...]

    @property
    def changes(self) -> int:
        """How often its form differs from the column before."""
        return sum(left.form != right.form for left, right in pairwise(self.cells))

    @property
    def same(self) -> bool:
        """Whether it is the same in every column, to the token."""
        return len(set(self.cells)) <= 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """The grid, and which source each of its rows is."""

    grid: Grid
    rows: tuple[ComparedRow, ...]
    """Those that are shown, in order."""
    keys: tuple[int, ...]
    """A row each; `FOLDED_KEY` is the row that stands for all that are the same."""
    folded: int


def identities(catalog: Catalog) -> tuple[Identity, ...]:
    """Return what tells each source of a catalog from the others, by position."""
    seen: dict[tuple[str, str], int] = {}
    found = []
    for source in catalog.sources:
        key = (source.name, source.kind)
        seen[key] = seen.get(key, 0) + 1
        found.append((*key, seen[key]))
    return tuple(found)


def compared_rows(columns: Sequence[Answered]) -> tuple[ComparedRow, ...]:
    """Return a row for each source that any of the columns' catalogs has, by name."""
    cells: list[dict[Identity, ComparedCell]] = []
    for column in columns:
        names = identities(column.catalog)
        present = dict.fromkeys(names, ComparedCell(OFF, None))
        present |= {names[row.position]: _cell(row) for row in column.shown.sources}
        cells.append(present)
    absent = ComparedCell(ABSENT, None)
    return tuple(
        ComparedRow(identity=one, cells=tuple(column.get(one, absent) for column in cells))
        for one in sorted({one for column in cells for one in column})
    )


def _cell(row: SourceDisclosure) -> ComparedCell:
    return ComparedCell(form_word(row), row.now_tokens)


def matrix(
    columns: Sequence[Answered], *, changed_first: bool, fold: bool, wanted: str = ""
) -> Matrix:
    """Return the matrix.

    Args:
        columns: At least one.
        changed_first: Rows by the number of their changes; else by name.
        fold: Rows that are the same everywhere become one.
        wanted: Part of a source's name, whatever its case; folds nothing.
    """
    rows = compared_rows(columns)
    sought = wanted.casefold()
    if sought:
        rows = tuple(row for row in rows if sought in row.identity[0].casefold())
    if changed_first:
        rows = tuple(sorted(rows, key=lambda row: -row.changes))
    same = [row for row in rows if row.same]
    folding = fold and not sought and len(same) > 1 and len(columns) > 1
    kept = tuple(row for row in rows if not (folding and row.same))
    totals = _totals(columns)
    widths = _widths(kept, totals)
    lines = [Row((_title(row), *_texts(row, widths))) for row in kept]
    keys = list(range(len(kept)))
    if folding:
        empty = ("",) * len(columns)
        lines.append(Row((f"{len(same)} unchanged", *empty)))
        keys.append(FOLDED_KEY)
    grid = Grid(
        columns=(
            Column(key="source", title="source"),
            *(Column(key=f"column-{at}", title=one.title) for at, one in enumerate(columns)),
        ),
        rows=tuple(lines),
        totals=tuple(
            Row((title, *(texts[at].rjust(widths[n]) for n, texts in enumerate(totals))))
            for at, title in enumerate(("listing", "this turn", "tier, form"))
        ),
    )
    return Matrix(grid=grid, rows=kept, keys=tuple(keys), folded=len(same) if folding else 0)


def _title(row: ComparedRow) -> str:
    name, kind, number = row.identity
    again = f" #{number}" if number > 1 else ""
    return f"{name or source_title(name)}{'' if kind == 'mcp' else f' ({kind})'}{again}"


def _texts(row: ComparedRow, widths: Sequence[int]) -> tuple[str, ...]:
    marks = [
        " ",
        *(DIFFERS if left.form != right.form else " " for left, right in pairwise(row.cells)),
    ]
    return tuple(
        mark + cell_text(cell, width - 1)
        for mark, cell, width in zip(marks, row.cells, widths, strict=True)
    )


def cell_text(cell: ComparedCell, width: int) -> str:
    """Return `▃ names        123`, `width` columns wide where it is no longer than that."""
    return written(cell.form, "form").ljust(_FORM) + _tokens(cell).rjust(width - _FORM)


def _tokens(cell: ComparedCell) -> str:
    return NOTHING if cell.tokens is None else f"{cell.tokens:,}"


def _widths(rows: Sequence[ComparedRow], totals: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the width of each column's cells: mark, form and tokens, or its totals."""
    least = [max(1 + _FORM + _LEAST, *map(len, texts)) for texts in totals]
    return [
        max([width, *(1 + _FORM + 1 + len(_tokens(row.cells[at])) for row in rows)])
        for at, width in enumerate(least)
    ]


def _totals(columns: Sequence[Answered]) -> list[tuple[str, ...]]:
    """Return listing, payment and tier of each column."""
    return [
        (listing_use(one.shown), f"{one.shown.payment.total:,}", tier_words(one.shown))
        for one in columns
    ]


def plain_grid(columns: Sequence[Answered]) -> Grid:
    """Return the whole matrix as CSV and Markdown take it: no marks, no padding, nothing folded."""
    rows = compared_rows(columns)
    heads: list[Column] = [Column(key="source", title="source"), Column(key="kind", title="kind")]
    for at, one in enumerate(columns, start=1):
        heads += [
            Column(key=f"{at} {one.title} form", title=f"{one.title} form"),
            Column(key=f"{at} {one.title} tokens", title=f"{one.title} tokens", unit="tokens"),
        ]
    lines = tuple(
        Row(
            (
                row.identity[0],
                row.identity[1],
                *(part for cell in row.cells for part in (cell.form, cell.tokens)),
            )
        )
        for row in rows
    )
    total: list[str | int | None] = ["total", None]
    for one in columns:
        paid = one.shown.payment
        total += [tier_words(one.shown), paid.eager + paid.listing]
    return Grid(columns=tuple(heads), rows=lines, totals=(Row(tuple(total)),))
