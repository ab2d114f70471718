"""Workspace: the explorer's whole state, one frozen value; whoever changes it makes a new one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.evaluation.running import LIMIT
from toolsearch_cli.views.sources import RowOrder

if TYPE_CHECKING:
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario

MOST_UNDONE = 500
"""Scenarios that are kept to go back to."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Opened:
    """A catalog as it was opened."""

    catalog: Catalog
    name: str
    """How it was named, for the eye."""
    words: tuple[str, ...] = ()
    """The command-line words that name it again, `-c` included."""
    patterns: tuple[str, ...] = ()
    """The paths and samples alone, as `toolsearch.yaml` takes them."""
    problems: tuple[str, ...] = ()
    """What could not be read, and what was odd: one line each, as it is, not yet made visible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedScenario:
    """One column of the comparison."""

    scenario: Scenario
    other: bool = False
    """Whether it asks the second catalog."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What the comparison shows, and where its one cursor stands."""

    columns: tuple[ComparedScenario, ...] = ()
    column: int = 0
    mark_a: int | None = None
    mark_b: int | None = None
    changed_first: bool = False
    folded: bool = True
    """Whether rows that are the same everywhere are one line."""
    by_words: bool = False
    """Whether the difference is shown word by word."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuerySet:
    """Labelled queries, as they were read or made."""

    queries: tuple[LabelledQuery, ...]
    name: str = ""
    """The file, as it was named; empty for queries that were made from the catalog's words."""
    limit: int = LIMIT
    """Most hits, as the model sends it."""
    problem: str = ""
    """Why these were made although a file is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """One question, what led to it, and how it is looked at."""

    opened: Opened
    other: Opened | None = None
    """The second catalog of a comparison."""
    loaded: Scenario
    """What the program was started with."""
    scenario: Scenario
    past: tuple[Scenario, ...] = ()
    """Earlier scenarios, the latest last."""
    future: tuple[Scenario, ...] = ()
    """Scenarios that were undone, the next last."""
    selected: int | None = None
    """Position of a source in the catalog."""
    order: RowOrder = field(default_factory=RowOrder)
    comparison: Comparison = field(default_factory=Comparison)
    pinned: tuple[Scenario, ...] = ()
    """Scenarios that are evaluated beside the present one; others are held against the first."""
    query_set: QuerySet | None = None
    """What is evaluated; `None` until that is asked for."""
    kept_queries: tuple[str, ...] = ()
    """Queries for a query file, in the order in which they were kept."""

    @property
    def evaluated(self) -> tuple[Scenario, ...]:
        """The scenarios that are evaluated: the pinned ones, and the present one once."""
        present = () if self.scenario in self.pinned else (self.scenario,)
        return (*self.pinned, *present)

    def asking(self, scenario: Scenario) -> Workspace:
        """Return the workspace with another scenario; the present one can be gone back to."""
        if scenario == self.scenario:
            return self
        past = (*self.past, self.scenario)[-MOST_UNDONE:]
        return replace(self, scenario=scenario, past=past, future=())
