"""Sources and their tools as one list of rows: opened and closed sources, filtered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.views.grid import Column, Grid, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.findability import Findabilities
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure

OPEN, CLOSED = "▾", "▸"
MOST_FOUND = 500
"""Tools that a filter shows; more are counted."""
_COLUMNS = (
    Column(key="name", title="source / tool"),
    Column(key="tools", title="tools", unit="count", rank=1),
    Column(key="tokens", title="tokens", unit="tokens"),
)
_FOUND = Column(key="score", title="found", unit="score")
"""The score of `findability`; of a source and of all the mean."""
_HARDEST = (Column(key="name", title="source / tool"), _FOUND)


@dataclass(frozen=True, slots=True)
class Node:
    """What one row is."""

    position: int
    """Of the source in the catalog."""
    definition: Definition | None
    """The tool; `None` on a source's own row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolTree:
    """A grid, and what each of its rows is."""

    grid: Grid
    nodes: tuple[Node, ...]
    found: int
    """Tools that the filter leaves."""

    def with_scores(self, scores: Findabilities) -> ToolTree:
        """Return the tree with a column that says how well each tool is found."""
        of_tools = {one.name: one.score for one in scores.tools}
        of_sources = scores.by_source()
        cells = [
            of_tools.get(node.definition.name) if node.definition else of_sources.get(node.position)
            for node in self.nodes
        ]
        grid = Grid(
            columns=(*self.grid.columns, _FOUND),
            rows=tuple(
                Row((*row.cells, cell)) for row, cell in zip(self.grid.rows, cells, strict=True)
            ),
            totals=tuple(Row((*row.cells, scores.mean)) for row in self.grid.totals),
        )
        return replace(self, grid=grid)


def hardest_first(
    shown: Disclosure, names: Sequence[str], scores: Findabilities, wanted: str
) -> ToolTree:
    """Return the tools that are hardest to find, in the order of `findability`.

    Args:
        shown: The answer that holds the tools.
        names: What each source of the catalog is called, by position.
        scores: How well each tool is found.
        wanted: Part of a tool's name, whatever its case; empty: all.
    """
    sought = wanted.casefold()
    definitions = {one.name: one for one in shown.definitions}
    left = [one for one in scores.tools if sought in one.name.casefold()]
    left.sort(key=lambda one: (one.score, one.source, one.tool))
    kept = [one for one in left[:MOST_FOUND] if one.name in definitions]
    grid = Grid(
        columns=_HARDEST,
        rows=tuple(Row((f"{names[one.position]}/{one.tool}", one.score)) for one in kept),
        totals=(Row(("mean", scores.mean)),),
    )
    nodes = tuple(Node(one.position, definitions[one.name]) for one in kept)
    return ToolTree(grid=grid, nodes=nodes, found=len(left))


def tool_tree(
    shown: Disclosure, names: Sequence[str], opened: frozenset[int], wanted: str
) -> ToolTree:
    """Return the rows of a tree.

    Args:
        shown: The answer whose sources are the branches.
        names: What each source of the catalog is called, by position.
        opened: Positions of the sources whose tools are shown.
        wanted: Part of a tool's name, whatever its case: shows the tools that have it, and only
            their sources. Empty: all.
    """
    by_source: dict[int, list[Definition]] = {}
    sought = wanted.casefold()
    found = 0
    for definition in shown.definitions:
        if not sought or sought in definition.name.casefold():
            by_source.setdefault(definition.source, []).append(definition)
            found += 1
    nodes: list[Node] = []
    rows: list[Row] = []
    room = MOST_FOUND
    for row in shown.sources:
        tools = by_source.get(row.position, [])
        if sought and not tools:
            continue
        is_open = row.position in opened or (bool(sought) and room > 0)
        name = f"{OPEN if is_open else CLOSED} {names[row.position]}"
        nodes.append(Node(row.position, None))
        rows.append(Row((name, len(tools) if sought else row.tools, row.eager_tokens)))
        if is_open:
            kept = sorted(tools, key=lambda tool: tool.name)[: room if sought else None]
            room -= len(kept)
            nodes += [Node(row.position, one) for one in kept]
            rows += [Row((f"    {one.tool.name}", "", one.tokens)) for one in kept]
    total = Row(("total", found, shown.all_tools_tokens))
    grid = Grid(columns=_COLUMNS, rows=tuple(rows), totals=(total,))
    return ToolTree(grid=grid, nodes=tuple(nodes), found=found)
