"""The explorer's rows: every source that may be switched on, and what it is shown as now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolsearch_cli.views.addresses import source_title
from toolsearch_cli.views.comparison import identities
from toolsearch_cli.views.grid import Cell, Column, Grid, Row
from toolsearch_cli.views.tiers import form_word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure, SourceDisclosure
    from toolsearch_cli.hosts.scenario import Scenario

ATTACHED, DETACHED = "●", "○"
OFF = "off"
"""The form of a source that is switched off."""
COLUMNS = (
    Column(key="attached", title=""),
    Column(key="source", title="source"),
    Column(key="tools", title="tools", unit="count"),
    Column(key="eager", title="eager", unit="tokens", rank=2),
    Column(key="full", title="full", unit="tokens", rank=4),
    Column(key="names", title="names", unit="tokens", rank=4),
    Column(key="form", title="shown as", unit="form"),
    Column(key="now", title="now", unit="tokens"),
    Column(key="next", title="next change", rank=1),
)
_FORM_ORDER = ("hidden", OFF, "summary", "names", "full", "eager")


@dataclass(frozen=True, slots=True, kw_only=True)
class RowOrder:
    """Which rows are shown, and in which order."""

    sort: str = "source"
    """A column's key, or `change`: first what differs from the answer before."""
    descending: bool = False
    filter: str = ""
    """Part of a source's name, whatever its case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRows:
    """A grid, and which source each of its rows is."""

    grid: Grid
    positions: tuple[int, ...]
    """Position in the catalog, a row each."""
    changed: frozenset[int] = field(default_factory=frozenset)
    """Positions whose form or tokens differ from the answer before."""
    among: int
    """Rows before the filter."""


def source_names(catalog: Catalog) -> tuple[str, ...]:
    """Return what each source is called, by position: `notes (plugin)`, and its twin `... #2`."""
    return tuple(
        source_title(name, source.kind) + (f" #{number}" if number > 1 else "")
        for source, (name, _, number) in zip(catalog.sources, identities(catalog), strict=True)
    )


def changed_sources(shown: Disclosure, before: Disclosure | None) -> frozenset[int]:
    """Return the positions of sources whose form or tokens a step changed, come and gone ones."""
    if before is None:
        return frozenset()
    now = {row.position: (row.form, row.now_tokens) for row in shown.sources}
    then = {row.position: (row.form, row.now_tokens) for row in before.sources}
    return frozenset(one for one in now.keys() | then.keys() if now.get(one) != then.get(one))


def source_rows(
    catalog: Catalog,
    scenario: Scenario,
    shown: Disclosure,
    order: RowOrder,
    changes: Mapping[int | None, str],
    changed: frozenset[int],
) -> SourceRows:
    """Return a row for each source that the session's patterns grant, switched on or off.

    Args:
        catalog: All sources.
        scenario: Which of them are switched off.
        shown: The host's answer, for those that are on.
        order: Which rows, in which order.
        changes: By position: the next change of a source, in words; under `None` of the whole.
        changed: Positions that the last step changed.
    """
    on = {row.position: row for row in shown.sources}
    lines: list[tuple[int, tuple[Cell, ...]]] = []
    names = source_names(catalog)
    for position, source in enumerate(catalog.sources):
        if position in on:
            lines.append(
                (position, _attached(on[position], names[position], changes.get(position, "")))
            )
        elif scenario.scope.names(source):
            tools = len(source.tools)
            lines.append(
                (position, (DETACHED, names[position], tools, None, None, None, OFF, None, ""))
            )
    wanted = order.filter.casefold()
    kept = [line for line in lines if wanted in str(line[1][1]).casefold()]
    kept = _sorted(kept, order, changed)
    return SourceRows(
        grid=Grid(
            columns=COLUMNS,
            rows=tuple(Row(cells) for _, cells in kept),
            totals=(Row(_total(shown, changes.get(None, ""))),),
        ),
        positions=tuple(position for position, _ in kept),
        changed=changed,
        among=len(lines),
    )


def _attached(row: SourceDisclosure, name: str, change: str) -> tuple[Cell, ...]:
    return (
        ATTACHED,
        name,
        row.tools,
        row.eager_tokens,
        row.full_tokens,
        row.names_tokens,
        form_word(row),
        row.now_tokens,
        change,
    )


def _sorted(
    lines: list[tuple[int, tuple[Cell, ...]]], order: RowOrder, changed: frozenset[int]
) -> list[tuple[int, tuple[Cell, ...]]]:
    """Sort by name, then by the column asked for; what does not apply comes last."""
    by_name = sorted(lines, key=lambda line: (str(line[1][1]), line[0]))
    if order.sort == "source":
        return by_name[::-1] if order.descending else by_name
    if order.sort == "change":
        return sorted(by_name, key=lambda line: (line[0] in changed) is order.descending)
    at = next(at for at, column in enumerate(COLUMNS) if column.key == order.sort)
    way = -1 if order.descending else 1

    def rank(line: tuple[int, tuple[Cell, ...]]) -> tuple[bool, float]:
        cell = line[1][at]
        if isinstance(cell, str):
            return False, way * _FORM_ORDER.index(cell)
        return cell is None, way * (cell or 0)

    return sorted(by_name, key=rank)


def _total(shown: Disclosure, change: str) -> tuple[Cell, ...]:
    return (
        "",
        "total",
        sum(row.tools for row in shown.sources),
        shown.all_tools_tokens,
        shown.full_tokens,
        shown.names_tokens,
        shown.listing.form if shown.activated else "eager",
        shown.payment.eager + shown.payment.listing,
        change,
    )
