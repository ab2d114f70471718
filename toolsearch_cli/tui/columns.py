"""The columns of the comparison: their answers, and how one is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.settings.scenarios import assigned
from toolsearch_cli.settings.sizes import context_size, whole_number
from toolsearch_cli.tui.changes import used
from toolsearch_cli.tui.comparing import add, titles
from toolsearch_cli.views.comparison import Answered, identities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.workspace import ComparedScenario, Comparison, Workspace
    from toolsearch_cli.views.comparison import Identity

WAYS = """\
400k · @0.20 · pct=10 · cap=30000 · any setting=value; several, with spaces
catalog=PATH compares with another catalog; then also: other"""
"""What can be typed for a column."""
_CATALOG = "catalog="
_LONG_NAMES = {"pct": "threshold_pct", "cap": "listing_max_tokens"}


def catalog_of(workspace: Workspace, column: ComparedScenario) -> Catalog:
    """Return the catalog that a column asks."""
    opened = workspace.other if column.other and workspace.other else workspace.opened
    return opened.catalog


def scenario_of(workspace: Workspace, column: ComparedScenario) -> Scenario:
    """Return what a column asks: in the second catalog, its own sources of those names are off."""
    scenario = column.scenario
    if not column.other or workspace.other is None or not scenario.scope.detached:
        return scenario
    names = identities(workspace.opened.catalog)
    off = {names[position] for position in scenario.scope.detached}
    there = identities(workspace.other.catalog)
    detached = frozenset(position for position, one in enumerate(there) if one in off)
    return replace(scenario, scope=replace(scenario.scope, detached=detached))


class ColumnAnswers:
    """The answers of columns, kept for as long as their catalogs are."""

    def __init__(self) -> None:
        self._kept: list[tuple[Catalog, Scenario, Disclosure]] = []

    def missing(self, workspace: Workspace) -> bool:
        """Say whether a column has no answer yet."""
        return any(
            self._find(catalog_of(workspace, one), scenario_of(workspace, one)) is None
            for one in workspace.comparison.columns
        )

    def answered(self, workspace: Workspace) -> tuple[Answered, ...]:
        """Return every column with its answer; those that are missing are asked for."""
        found = []
        for column, title in zip(workspace.comparison.columns, titles(workspace), strict=True):
            catalog, scenario = catalog_of(workspace, column), scenario_of(workspace, column)
            shown = self._find(catalog, scenario)
            if shown is None:
                shown = host_named(scenario.host).disclose(catalog, scenario)
                self._kept.append((catalog, scenario, shown))
            found.append(Answered(title=title, catalog=catalog, shown=shown))
        return tuple(found)

    def _find(self, catalog: Catalog, scenario: Scenario) -> Disclosure | None:
        for kept, asked, shown in self._kept:
            if kept is catalog and asked == scenario:
                return shown
        return None


def with_marks(compared: Comparison, columns: Sequence[Answered]) -> tuple[Answered, ...]:
    """Return the columns with their marks in their titles."""
    marks = {compared.mark_b: "B ", compared.mark_a: "A "}
    return tuple(
        replace(one, title=f"{marks.get(at, '')}{one.title}") for at, one in enumerate(columns)
    )


def label_in(columns: Sequence[Answered], identity: Identity) -> str:
    """Return what the first listing that has a source calls it; empty where none has."""
    for column in columns:
        names = identities(column.catalog)
        for row in column.shown.sources:
            if names[row.position] == identity:
                return row.label
    return ""


def typed_catalog(text: str) -> str | None:
    """Return the catalog that a text names, `sample:...` or a path with any spaces it has."""
    if not text.lstrip().startswith(_CATALOG):
        return None
    return text.strip().removeprefix(_CATALOG).strip()


def add_typed(workspace: Workspace, text: str) -> Workspace:
    """Add the columns that a text asks for after the cursor's.

    Raises:
        ToolsearchError: A part of the text is nothing that can be changed, or its host refuses it.
    """
    base = workspace.comparison.columns[workspace.comparison.column]
    return add(workspace, *typed_columns(text, base, workspace))


def typed_columns(
    text: str, base: ComparedScenario, workspace: Workspace
) -> tuple[ComparedScenario, ...]:
    """Return the columns that a text asks for, each one change away from `base`.

    Raises:
        ToolsearchError: A part of the text is nothing that can be changed, or its host refuses it.
    """
    columns = tuple(_typed(part, base, workspace) for part in text.split())
    if not columns:
        raise UsageError("nothing was typed", hint=WAYS)
    for column in columns:
        used(column.scenario)
    return columns


def _typed(part: str, base: ComparedScenario, workspace: Workspace) -> ComparedScenario:
    scenario = base.scenario
    host = f"hermes{part}" if part.startswith("@") else part
    key, equals, value = part.partition("=")
    if part == "other":
        if workspace.other is None:
            raise UsageError("there is no second catalog", hint=f"{_CATALOG}PATH names one")
        return replace(base, other=not base.other)
    if host in HOST_NAMES:
        return replace(base, scenario=replace(scenario, host=host))
    if equals:
        changed = assigned(scenario, _LONG_NAMES.get(key, key), value)
        return replace(base, scenario=changed)
    if part == "unknown" or whole_number(part) is not None:
        return replace(base, scenario=replace(scenario, context=context_size(part)))
    raise UsageError(f"{part!r} is no size, host or setting", hint=WAYS)
