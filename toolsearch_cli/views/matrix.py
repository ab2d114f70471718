"""`tiers` of several scenarios as a matrix: sources down, scenarios across."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.numbers import context_name, counted
from toolsearch_cli.views.tiers import (
    FOUND,
    form_word,
    listing_use,
    note_line,
    sorted_rows,
    tier_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from toolsearch_cli.analysis.exact import ExactCounts
    from toolsearch_cli.hosts.disclosure import Disclosure, Note, SourceDisclosure
    from toolsearch_cli.views.tiers import Found

_T = TypeVar("_T")
_FIGURES = re.compile(r"[0-9][0-9,.]*")


def matrix_page(
    answers: Sequence[Disclosure],
    *,
    sort: str = "name",
    top: int | None = None,
    exact: Sequence[ExactCounts] = (),
    found: Found | None = None,
) -> Page:
    """Return the form of each source in each scenario, and its tokens now.

    Figures that do not depend on the scenario stand once, and as a dash where hosts differ.

    Args:
        answers: At least one, each of another host or context, all of one catalog and scope.
        sort: `name`, or a column of figures: the first scenario decides.
        top: Show only so many sources.
        exact: Real tokens, one for each answer, or none.
        found: How well the first scenario finds the tools of each source.
    """
    rows = sorted_rows(answers[0].sources, sort, found)
    kept = rows if top is None else rows[:top]
    by_position = [{row.position: row for row in shown.sources} for shown in answers]
    sizes = (
        [
            dict(zip((row.position for row in shown.sources), counts.sources, strict=True))
            for shown, counts in zip(answers, exact, strict=True)
        ]
        if exact
        else []
    )
    cells = []
    for row in kept:
        across = [at[row.position] for at in by_position]
        tokens = (_agreed(one[row.position] for one in sizes),) if sizes else ()
        tools = _agreed(one.tools for one in across)
        score: tuple[Cell, ...] = () if found is None else (found.get(row.position),)
        cells.append(Row((row.source, row.kind, tools, *tokens, *score, *map(_short_cell, across))))
    return Page(
        head=_head(answers),
        grid=Grid(
            columns=_columns(answers, exact, () if found is None else (FOUND,)),
            rows=tuple(cells),
            totals=tuple(_totals(answers, exact, () if found is None else (None,))),
            folded=len(rows) - len(kept),
        ),
        notes=tuple(_notes(answers)),
    )


def _agreed(figures: Iterable[_T]) -> _T | None:
    """Return what all scenarios give; `None` where they differ."""
    first, *others = figures
    return first if all(one == first for one in others) else None


def _head(answers: Sequence[Disclosure]) -> tuple[str, ...]:
    hosts = {shown.host for shown in answers}
    sources = counted(len(answers[0].sources), "source")
    if len(hosts) == 1:
        return (f"{answers[0].host} · {answers[0].fidelity} · {sources}",)
    trusted = dict.fromkeys(f"{shown.host} {shown.fidelity}" for shown in answers)
    return (f"hosts · {sources}", f"fidelity: {', '.join(trusted)}")


def _titles(answers: Sequence[Disclosure]) -> list[str]:
    several = len({shown.host for shown in answers}) > 1
    return [
        f"{shown.host} {context_name(shown.context)}" if several else context_name(shown.context)
        for shown in answers
    ]


def _columns(
    answers: Sequence[Disclosure], exact: Sequence[ExactCounts], found: tuple[Column, ...]
) -> tuple[Column, ...]:
    """Return the columns; where there is no room, the last scenarios go first."""
    real = [
        Column(key=counts.encoding, title=counts.encoding, unit="tokens", rank=1)
        for counts in exact[:1]
    ]
    scenarios = (
        Column(
            key=f"{shown.host}/{context_name(shown.context)}",
            title=title,
            unit="form",
            rank=2 if position else 0,
        )
        for position, (shown, title) in enumerate(zip(answers, _titles(answers), strict=True))
    )
    return (
        Column(key="source", title="source"),
        Column(key="kind", title="kind", rank=1, usual="mcp"),
        Column(key="tools", title="tools", unit="count"),
        *real,
        *found,
        *scenarios,
    )


def _totals(
    answers: Sequence[Disclosure], exact: Sequence[ExactCounts], found: tuple[None, ...]
) -> Iterator[Row]:
    tools = _agreed(sum(row.tools for row in shown.sources) for shown in answers)
    real: tuple[Cell, ...] = (_agreed(one.all_tools for one in exact),) if exact else ()
    empty = (None,) * len(real) + found
    yield Row(("total listing", "", tools, *real, *found, *map(listing_use, answers)))
    if exact:
        listings = (f"{one.listing:,}" for one in exact)
        yield Row((f"in {exact[0].encoding}", "", None, *empty, *listings))
    paid = (f"{shown.payment.total:,}" for shown in answers)
    yield Row(("this turn", "", None, *empty, *paid))
    yield Row(("tier", "", None, *empty, *map(tier_words, answers)))


def _notes(answers: Sequence[Disclosure]) -> Iterator[str]:
    """Yield each note once, with the scenarios it is about unless it is about all.

    Of notes that differ in figures alone the first is given, and where else one stands.
    """
    alike: dict[tuple[str, str], dict[Note, list[str]]] = {}
    for shown, title in zip(answers, _titles(answers), strict=True):
        for note in dict.fromkeys(shown.notes):
            places = alike.setdefault((note.code, _FIGURES.sub("0", note.cause)), {})
            places.setdefault(note, []).append(title)
    for places in alike.values():
        (note, titles), *others = places.items()
        everywhere = len(titles) == len(answers)
        line = note_line(note, "" if everywhere else f"{', '.join(titles)}: ")
        elsewhere = [title for _, titles in others for title in titles]
        more = f" Likewise with other figures: {', '.join(elsewhere)}." if elsewhere else ""
        yield f"{line}{more}"


def _short_cell(row: SourceDisclosure) -> str:
    return f"{form_word(row)} {row.now_tokens:,}"
