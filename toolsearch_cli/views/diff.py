"""`diff` as a page: one sentence when nothing changed, else the changes, then their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.tokens.chars4 import compact
from toolsearch_cli.views.addresses import source_title, tool_title
from toolsearch_cli.views.diff_effects import effect_page
from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.changes.diff import Diff, FailOn
    from toolsearch_cli.analysis.changes.values import Change, Tally
    from toolsearch_cli.catalog.model import Json, Provenance

_COLUMNS = (
    Column(key="class", title="class"),
    Column(key="change", title="change"),
    Column(key="tool", title="tool"),
    Column(key="argument", title="argument", rank=1, usual=""),
    Column(key="values", title="before → after", rank=2, usual=""),
)
_PLACES = (
    Column(key="old_pointer", title="in OLD", rank=4),
    Column(key="new_pointer", title="in NEW", rank=3),
)
_RECORD = (
    *(Column(key=key, title=key) for key in ("class", "change", "source", "kind", "tool")),
    *(Column(key=key, title=key) for key in ("argument", "before", "after")),
    *(Column(key=key, title=key) for key in ("old_file", "old_pointer")),
    *(Column(key=key, title=key) for key in ("new_file", "new_pointer")),
)
_EXCERPT = 44
_LEAD = 12
"""Characters of a long value that are shown, and of those the ones before the difference."""

_CONDITIONS: dict[FailOn, str] = {
    "breaking": "breaking changes",
    "routing": "breaking or routing changes",
    "any": "changes",
    "tier": "worse tier",
}


def diff_page(
    found: Diff, titles: tuple[str, str], fail_on: Sequence[FailOn] = (), *, everything: bool
) -> Page:
    """Return the page.

    Args:
        found: What changed.
        titles: How the user named the old and the new catalog.
        fail_on: What was asked to fail.
        everything: Whether pointers, every tool and every line of the listings are wanted.
    """
    gate = _gate_lines(found, fail_on)
    notes = tuple(_notes(found))
    if found.is_empty:
        return Page(head=(_sameness(found), *gate), notes=notes)
    effects = found.effects
    detailed = everything or len(effects) == 1
    return Page(
        head=(f"{titles[0]} → {titles[1]}", _summary(found), *_tallies(found), *gate),
        grid=_grid(found.changes.changes, places=everything),
        notes=notes,
        following=tuple(
            effect_page(one, detailed=detailed, everything=everything) for one in effects
        ),
    )


def diff_rows(found: Diff) -> Page:
    """Return every change as a row of plain cells, for programs."""
    return Page(
        grid=Grid(
            columns=_RECORD, rows=tuple(Row(_record_cells(one)) for one in found.changes.changes)
        )
    )


def _gate_lines(found: Diff, fail_on: Sequence[FailOn]) -> Iterator[str]:
    for condition in fail_on:
        named = _CONDITIONS[condition]
        if found.fires(condition):
            yield f"failed: {named}"
        else:
            yield f"ok: no {named}" if found.is_told(condition) else f"not compared: {named}"


def _sameness(found: Diff) -> str:
    tools, sources = found.changes.tools.same, found.changes.sources.same
    held = f"{counted(tools, 'tool')} of {counted(sources, 'source')}"
    if found.changes.unfollowed:
        return f"No change in what the files hold: {held}, but not everything could be compared."
    return f"No change: {held}, as before."


def _summary(found: Diff) -> str:
    changes = found.changes
    numbers = {name: len(changes.of_class(name)) for name in ("breaking", "routing", "cosmetic")}
    said = ", ".join(f"{number:,} {name}" for name, number in numbers.items() if number)
    return f"{said} {'change' if len(changes.changes) == 1 else 'changes'}"


def _tallies(found: Diff) -> Iterator[str]:
    for name, tally in (("sources", found.changes.sources), ("tools", found.changes.tools)):
        said = _tally(tally)
        if said:
            yield f"{name}: {said}"


def _tally(tally: Tally) -> str:
    numbers = {
        "added": tally.added,
        "removed": tally.removed,
        "renamed": tally.renamed,
        "changed": tally.changed,
        "as before": tally.same,
    }
    if tally.same == sum(numbers.values()):
        return ""
    return ", ".join(f"{number:,} {word}" for word, number in numbers.items() if number)


def _notes(found: Diff) -> Iterator[str]:
    for name, several in _unfollowed(found).items():
        more = f" and {len(several) - 1:,} more" if len(several) > 1 else ""
        yield (
            f"! {name}: {several[0]}{more} leads out of the schema: what is behind it is unknown "
            "and was not compared."
        )
    for name in found.incomplete:
        yield (
            f"! {source_title(name)} is one page of several: what is missing there may not be "
            "gone. Capture all pages."
        )
    for name in found.unknown:
        yield (
            f"! {source_title(name)}: what one file does not tell of its tools was not compared. "
            "Capture the server's own list of tools."
        )
    if found.left_out:
        yield f"· {counted(found.left_out, 'source')} outside the scope: not compared."


def _unfollowed(found: Diff) -> dict[str, list[str]]:
    """Return the references that cannot be followed by the title of their tool."""
    by_tool: dict[str, list[str]] = {}
    for one in found.changes.unfollowed:
        title = tool_title(one.source, one.tool, one.source_kind)
        by_tool.setdefault(title, []).append(one.reference)
    return by_tool


def _grid(changes: Sequence[Change], *, places: bool) -> Grid:
    columns = (*_COLUMNS, *(_PLACES if places else ()))
    rows = []
    for one in changes:
        cells: tuple[Cell, ...] = (
            one.change_class,
            one.kind,
            change_title(one),
            one.place,
            _values(one),
        )
        if places:
            cells = (*cells, _pointer(one.old), _pointer(one.new))
        rows.append(Row(cells, marked=one.change_class == "breaking"))
    return Grid(columns=columns, rows=tuple(rows))


def change_title(change: Change) -> str:
    """Return the address of what changed: a source or a tool."""
    if change.tool is None:
        return source_title(change.source, change.source_kind)
    return tool_title(change.source, change.tool, change.source_kind)


def _pointer(place: Provenance | None) -> str | None:
    return place.pointer if place else None


def _values(change: Change) -> str:
    before, after = _text(change.before), _text(change.after)
    if before and after:
        start = _first_difference(before, after)
        return f"{_excerpt(before, start)} → {_excerpt(after, start)}"
    if before:
        return f"{_excerpt(before, 0)} →"
    return f"→ {_excerpt(after, 0)}" if after else ""


def _text(value: Json) -> str:
    return "" if value is None else compact(value)


def _first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _excerpt(text: str, start: int) -> str:
    """Return a short text whole, of a long one what is around the difference."""
    if len(text) <= _EXCERPT:
        return text
    begin = max(0, min(start - _LEAD, len(text) - _EXCERPT))
    end = begin + _EXCERPT
    return f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}"


def _record_cells(change: Change) -> tuple[Cell, ...]:
    old, new = change.old, change.new
    return (
        change.change_class,
        change.kind,
        change.source,
        change.source_kind,
        change.tool,
        change.place,
        None if change.before is None else compact(change.before),
        None if change.after is None else compact(change.after),
        old.file if old else None,
        old.pointer if old else None,
        new.file if new else None,
        new.pointer if new else None,
    )
