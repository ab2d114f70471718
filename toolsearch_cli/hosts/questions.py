"""Choice questions that a host would ask a decision model, before any is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.endpoints.deciding import Question
    from toolsearch_cli.hosts.scenario import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPlan:
    """The first round of one search; what a later round asks depends on its answers."""

    query: str
    role: str
    """What the host calls the model that decides."""
    model: str
    """What the endpoint is asked for."""
    path: str
    """Of the endpoint, below its base URL."""
    text: str
    """What every question asks, the query in it."""
    candidates: int
    """Tools that are ranked."""
    sizes: tuple[int, ...]
    """Tools in each question."""
    questions: tuple[Question, ...]
    """Sent together, in this order."""
    least: float
    """With several questions: the probability from which on a tool meets the others in a final
    one."""

    @property
    def has_final(self) -> bool:
        """Whether a final question follows where any tool reaches `least`."""
        return len(self.questions) > 1


@runtime_checkable
class Questioning(Protocol):
    """A host that asks a decision model."""

    def questions(self, catalog: Catalog, scenario: Scenario, query: str) -> QuestionPlan:
        """Return what it would ask for one query."""
