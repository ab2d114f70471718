"""`formats`: every input shape as a table, or what one is, with an example."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.views.grid import Column, Grid, Page, Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.document import Format

_COLUMNS = (
    Column(key="format", title="format"),
    Column(key="summary", title="what it is"),
    Column(key="written", title="convert", rank=1),
    Column(key="lacks", title="has no place for", rank=2),
)


def formats_page(formats: Sequence[Format]) -> Page:
    """Return every format in one line."""
    rows = tuple(
        Row((one.name, one.summary, is_written(one), "; ".join(one.lacks) or None))
        for one in formats
    )
    return Page(
        grid=Grid(columns=_COLUMNS, rows=rows),
        notes=(
            "· The format of a file is found by looking at it; --input-format names one.",
            "· What a format has no place for is unknown: counts say so, and no budget passes.",
            "· All of one, with an example: toolsearch formats NAME",
        ),
    )


def format_page(formats: Sequence[Format]) -> Page:
    """Return what each format is, with its example."""
    first, *others = [
        Page(
            head=(f"{one.name} · {one.summary}",),
            body="\n".join(_lines(one)),
            following=(Page(head=("example:",), body=one.example.rstrip("\n")),),
        )
        for one in formats
    ]
    return replace(first, following=(*first.following, *others))


def is_written(form: Format) -> str | None:
    """Return how `convert` writes a format; `None` where it does not."""
    return f"--as {form.name}" if form.held is not None else None


def _lines(form: Format) -> Iterator[str]:
    yield from form.reading
    if form.lacks:
        yield f"has no place for: {'; '.join(form.lacks)}"
    if written := is_written(form):
        yield f"written by: toolsearch convert {written}"
