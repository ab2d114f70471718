"""`tiers` as a page: one scenario, a row a source."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, TypeAlias

from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.heading import heading
from toolsearch_cli.views.numbers import NOTHING, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.analysis.exact import ExactCounts
    from toolsearch_cli.hosts.disclosure import Disclosure, Note, SourceDisclosure

    Found: TypeAlias = Mapping[int, float]
    """Mean findability of the sources that have tools held back, by position: from 0 to 1."""

COLUMNS = (
    Column(key="source", title="source"),
    Column(key="kind", title="kind", rank=1, usual="mcp"),
    Column(key="tools", title="tools", unit="count"),
    Column(key="eager_tokens", title="eager", unit="tokens", rank=1),
    Column(key="full_tokens", title="full", unit="tokens", rank=2),
    Column(key="names_tokens", title="names", unit="tokens", rank=2),
    Column(key="summary_tokens", title="summary", unit="tokens", rank=4),
    Column(key="form", title="shown as", unit="form"),
    Column(key="now_tokens", title="now", unit="tokens"),
    Column(key="saving_tokens", title="saving", unit="tokens", rank=3),
)
"""The keys are the names of the same figures in the JSON record."""

SORT_KEYS: dict[str, str] = {
    column.key.removesuffix("_tokens"): column.key
    for column in COLUMNS
    if column.unit in ("count", "tokens")
}
"""What `--sort` calls the columns of figures, and their keys; `name` is the order without any."""

FOUND = Column(key="findability", title="found", unit="score", rank=1)
"""Mean score of a source's tools, as `findability` gives it: measured only when it is asked for."""


def tiers_page(
    shown: Disclosure,
    *,
    sort: str = "name",
    top: int | None = None,
    exact: ExactCounts | None = None,
    found: Found | None = None,
    next_steps: tuple[str, ...] = (),
) -> Page:
    """Return the page of one scenario.

    Args:
        shown: What the host shows.
        sort: `name`, a column of figures, or `findability`, which needs `found`.
        top: Show only so many sources.
        exact: Adds a column and a line of real tokens.
        found: Adds a column: how well the tools of each source are found.
        next_steps: What to run next.
    """
    rows = sorted_rows(shown.sources, sort, found)
    kept = rows if top is None else rows[:top]
    cells = [_cells(row) for row in kept]
    total = _total(shown)
    columns: tuple[Column, ...] = COLUMNS
    head = headline(shown)
    if exact is not None:
        sizes = dict(zip((row.position for row in shown.sources), exact.sources, strict=True))
        columns = (
            *COLUMNS,
            Column(key=exact.encoding, title=exact.encoding, unit="tokens", rank=2),
        )
        cells = [(*line, sizes[row.position]) for line, row in zip(cells, kept, strict=True)]
        total = (*total, exact.all_tools)
        head = (
            *head,
            f"{exact.encoding}: all eager {exact.all_tools:,}, listing {exact.listing:,}",
        )
    if found is not None:
        columns = (*columns, FOUND)
        cells = [(*line, found.get(row.position)) for line, row in zip(cells, kept, strict=True)]
        total = (*total, None)
    return Page(
        head=head,
        grid=Grid(
            columns=columns,
            rows=tuple(Row(line) for line in cells),
            totals=(Row(total),) if rows else (),
            folded=len(rows) - len(kept),
        ),
        next_steps=next_steps,
        notes=tuple(note_line(note) for note in shown.notes),
    )


def note_line(note: Note, where: str = "") -> str:
    """Return a note as one line, marked by its level; `where` are the scenarios it is about."""
    return f"{'!' if note.level == 'warning' else '·'} {where}{note}"


def headline(shown: Disclosure) -> tuple[str, ...]:
    """Return the lines above the table: tier, budget and its use, what the model pays."""
    lines = [_heading(shown), _standing(shown)]
    paid = shown.payment
    eager = shown.all_tools_tokens
    parts = [("eager", paid.eager), ("bridge", paid.bridge), ("framing", paid.framing)]
    parts.append(("listing", paid.listing))
    named = " + ".join(f"{name} {tokens:,}" for name, tokens in parts if tokens)
    lines.append(f"this turn {paid.total:,}{f' = {named}' if named else ''}")
    lines.append(f"all eager {eager:,}{f', {saving_words(shown)}' if eager else ''}")
    return tuple(lines)


def saving_words(shown: Disclosure) -> str:
    """Return `saving 99.8 %`, or by how much the turn is dearer than every schema up front."""
    paid, eager = shown.payment.total, shown.all_tools_tokens
    if paid > eager:
        return f"{paid - eager:,} less than this turn"
    return f"saving {percent(eager - paid, eager)}"


def _heading(shown: Disclosure) -> str:
    line = heading(shown.host, shown.fidelity, shown.context)
    if shown.context is None and shown.budget is not None:
        return f"{line}, so the budget is at most 10,000"
    return line


def _standing(shown: Disclosure) -> str:
    if shown.standing:
        return shown.standing
    if shown.budget is None:
        state = "bridge on" if shown.activated else "bridge off"
        return f"{state}, no listing   deferrable {shown.deferred_tokens:,} tokens"
    use = f"{shown.listing_tokens:,} of {shown.budget:,}"
    return (
        f"TIER {shown.tier}  {shown.listing.form}   "
        f"listing budget {use} tokens used ({percent(shown.listing_tokens, shown.budget)})"
    )


def listing_use(shown: Disclosure) -> str:
    """Return `1,081/10,000`; without a budget what the listing takes, or a dash."""
    if shown.budget is None:
        return f"{shown.listing_tokens:,}" if shown.listing_tokens else NOTHING
    return f"{shown.listing_tokens:,}/{shown.budget:,}"


def tier_words(shown: Disclosure) -> str:
    """Return `1 mixed`, `0 eager`; of a host without tiers the form of what it lists."""
    if shown.standing:
        return shown.listing.form if shown.activated else "eager"
    if shown.tier is None:
        return "bridge on"
    return f"{shown.tier} {shown.listing.form}" if shown.activated else f"{shown.tier} eager"


def form_word(row: SourceDisclosure) -> str:
    """Return how a source is shown, in one word.

    `eager` where its schemas are sent, `refused` where the host has its tools and sends none.
    """
    if row.form is not None:
        return row.form
    if row.tools and not row.now_tokens:
        return "refused"
    return "eager" if row.tools else "hidden"


def _cells(row: SourceDisclosure) -> tuple[Cell, ...]:
    return (
        row.source,
        row.kind,
        row.tools,
        row.eager_tokens,
        row.full_tokens,
        row.names_tokens,
        row.summary_tokens,
        form_word(row),
        row.now_tokens,
        row.saving_tokens,
    )


def sorted_rows(
    rows: Iterable[SourceDisclosure], sort: str = "name", found: Found | None = None
) -> tuple[SourceDisclosure, ...]:
    """Sort by name and kind, then by a column of figures, the largest first.

    Args:
        rows: In the order in which equals stay.
        sort: `name`, one of `SORT_KEYS`, or `findability`: the hardest to find first, and last
            those of which nothing is searched.
        found: Scores by position.
    """
    by_name = sorted(rows, key=lambda row: (row.source, row.kind))
    if sort == FOUND.key and found is not None:
        return tuple(sorted(by_name, key=lambda row: found.get(row.position, inf)))
    if sort not in SORT_KEYS:
        return tuple(by_name)
    at = [column.key for column in COLUMNS].index(SORT_KEYS[sort])

    def size(row: SourceDisclosure) -> float:
        cell = _cells(row)[at]
        return float(cell) if isinstance(cell, (int, float)) else 0.0

    return tuple(sorted(by_name, key=size, reverse=True))


def _total(shown: Disclosure) -> tuple[Cell, ...]:
    paid = shown.payment
    now = paid.eager + paid.listing
    return (
        "total",
        "",
        sum(row.tools for row in shown.sources),
        shown.all_tools_tokens,
        shown.full_tokens,
        shown.names_tokens,
        shown.summary_tokens,
        shown.listing.form if shown.activated else "eager",
        now,
        shown.all_tools_tokens - now,
    )
