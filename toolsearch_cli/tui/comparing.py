"""What a key does to the comparison: columns, marks and the cursor. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from toolsearch_cli.errors import UsageError
from toolsearch_cli.tui.workspace import ComparedScenario, Comparison
from toolsearch_cli.views.scenario import column_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.workspace import Opened, Workspace


@dataclass(frozen=True, slots=True)
class Place:
    """Where a column stands on the axis of contexts."""

    column: int
    """Which of the columns."""
    context: int
    mark: str
    """`A`, `B` or nothing."""


DEFAULT_CONTEXTS = (8_000, 16_000, 32_000, 200_000, 1_000_000)


def first_columns(
    scenarios: Sequence[Scenario], *, with_other: bool
) -> tuple[ComparedScenario, ...]:
    """Return the columns to start with: those asked for, else common context sizes.

    Args:
        scenarios: What the program was started with, at least one.
        with_other: Whether each is asked of the second catalog as well.
    """
    asked = list(scenarios)
    if len(asked) == 1 and not with_other:
        asked = [replace(asked[0], context=size) for size in DEFAULT_CONTEXTS]
    others = (False, True) if with_other else (False,)
    return tuple(
        ComparedScenario(scenario=scenario, other=other) for scenario in asked for other in others
    )


def first_comparison(scenarios: Sequence[Scenario], *, with_other: bool) -> Comparison:
    """Return the comparison to start with; of two catalogs the difference is what was asked for."""
    columns = first_columns(scenarios, with_other=with_other)
    if not with_other:
        return Comparison(columns=columns)
    return Comparison(columns=columns, mark_a=0, mark_b=1)


def with_other(workspace: Workspace, other: Opened) -> Workspace:
    """Compare with another catalog: the cursor's scenario is asked of it too, beside the first."""
    present = workspace.comparison.columns[workspace.comparison.column]
    workspace = replace(workspace, other=other)
    if present.other:
        return workspace
    return add(workspace, replace(present, other=True))


def titles(workspace: Workspace) -> tuple[str, ...]:
    """Return what each column is called: its context, and what else tells it from the loaded."""
    return tuple(
        column_title(column.scenario, workspace.loaded, workspace.opened.catalog)
        + (" other" if column.other else "")
        for column in workspace.comparison.columns
    )


def _with(workspace: Workspace, comparison: Comparison) -> Workspace:
    last = max(0, len(comparison.columns) - 1)
    return replace(
        workspace, comparison=replace(comparison, column=max(0, min(comparison.column, last)))
    )


def add(workspace: Workspace, *columns: ComparedScenario) -> Workspace:
    """Add columns after the cursor's, and go to the last of them."""
    present = workspace.comparison
    at = present.column + 1 if present.columns else 0
    return _with(
        workspace,
        replace(
            present,
            columns=(*present.columns[:at], *columns, *present.columns[at:]),
            column=at + len(columns) - 1,
            mark_a=_moved(present.mark_a, at, len(columns)),
            mark_b=_moved(present.mark_b, at, len(columns)),
        ),
    )


def _moved(mark: int | None, at: int, by: int) -> int | None:
    return mark + by if mark is not None and mark >= at else mark


def pin(workspace: Workspace) -> Workspace:
    """Add the present scenario as the last column, or put the cursor on the column that it is.

    It is evaluated from now on, too.
    """
    workspace = replace(workspace, pinned=workspace.evaluated)
    present = workspace.comparison
    column = ComparedScenario(scenario=workspace.scenario)
    if column in present.columns:
        return to_column(workspace, present.columns.index(column))
    columns = (*present.columns, column)
    return _with(workspace, replace(present, columns=columns, column=len(columns) - 1))


def drop(workspace: Workspace) -> Workspace:
    """Take the cursor's column away; the last one stays."""
    present = workspace.comparison
    if len(present.columns) <= 1:
        raise UsageError("the last column stays")
    gone = present.column
    columns = (*present.columns[:gone], *present.columns[gone + 1 :])
    changed = replace(
        present,
        columns=columns,
        mark_a=_after_drop(present.mark_a, gone),
        mark_b=_after_drop(present.mark_b, gone),
    )
    return _with(workspace, changed)


def _after_drop(mark: int | None, gone: int) -> int | None:
    if mark is None or mark == gone:
        return None
    return mark - 1 if mark > gone else mark


def shift(workspace: Workspace, by: int) -> Workspace:
    """Move the cursor's column by one; marks stay with their columns."""
    present = workspace.comparison
    here, there = present.column, present.column + by
    if not 0 <= there < len(present.columns):
        return workspace
    columns = list(present.columns)
    columns[here], columns[there] = columns[there], columns[here]
    changed = replace(
        present,
        columns=tuple(columns),
        column=there,
        mark_a=_exchanged(present.mark_a, here, there),
        mark_b=_exchanged(present.mark_b, here, there),
    )
    return _with(workspace, changed)


def _exchanged(mark: int | None, here: int, there: int) -> int | None:
    return {here: there, there: here}.get(mark, mark) if mark is not None else None


def move_cursor(workspace: Workspace, by: int) -> Workspace:
    """Move the cursor to another column."""
    return to_column(workspace, workspace.comparison.column + by)


def to_column(workspace: Workspace, column: int) -> Workspace:
    """Put the cursor on a column."""
    if column == workspace.comparison.column:
        return workspace
    return _with(workspace, replace(workspace.comparison, column=column))


def mark(workspace: Workspace, which: Literal["a", "b"]) -> Workspace:
    """Mark the cursor's column; a mark that is there already is taken away."""
    present = workspace.comparison
    at: int | None = present.column
    if which == "a":
        at = None if present.mark_a == at else at
        return _with(workspace, replace(present, mark_a=at))
    at = None if present.mark_b == at else at
    return _with(workspace, replace(present, mark_b=at))


def differing(comparison: Comparison) -> tuple[int, int] | None:
    """Return the two columns whose manifests are held against each other.

    The marked ones; where one is marked, that one and the cursor's; where none is, the cursor's
    and the one to its left. `None` where that is one column.
    """
    here = comparison.column
    if comparison.mark_a is None and comparison.mark_b is None:
        left, right = (here - 1, here) if here else (0, min(1, len(comparison.columns) - 1))
    else:
        left = here if comparison.mark_a is None else comparison.mark_a
        right = here if comparison.mark_b is None else comparison.mark_b
    return None if left == right else (left, right)


def on_one_curve(comparison: Comparison) -> tuple[Place, ...]:
    """Return the columns that the chart of the cursor's column shows: those of other contexts."""
    here = comparison.columns[comparison.column]
    marks = {comparison.mark_b: "B", comparison.mark_a: "A"}
    return tuple(
        Place(at, context, marks.get(at, ""))
        for at, column in enumerate(comparison.columns)
        if (context := column.scenario.context) and _anywhere(column) == _anywhere(here)
    )


def _anywhere(column: ComparedScenario) -> ComparedScenario:
    """Return the column without its context."""
    return replace(column, scenario=replace(column.scenario, context=None))


def flip(workspace: Workspace, field: Literal["changed_first", "folded", "by_words"]) -> Workspace:
    """Turn one way of looking at the comparison on or off."""
    present = workspace.comparison
    match field:
        case "changed_first":
            present = replace(present, changed_first=not present.changed_first)
        case "folded":
            present = replace(present, folded=not present.folded)
        case "by_words":
            present = replace(present, by_words=not present.by_words)
    return _with(workspace, present)
