"""Findability that was asked for, kept so that what was measured once is there at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from toolsearch_cli import workbench

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.analysis.findability import Findabilities
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.workspace import Workspace

_MOST_KEPT: Final = 24


@dataclass(frozen=True, slots=True)
class FindabilityQuestion:
    """Whose tools are searched for, and by which host."""

    catalog: Catalog
    scenario: Scenario

    @classmethod
    def of(cls, workspace: Workspace) -> FindabilityQuestion:
        """Return the question of the present scenario."""
        return cls(workspace.opened.catalog, workspace.scenario)


class FindabilityAnswers:
    """The answers, for as long as their catalog is open."""

    def __init__(self) -> None:
        self._kept: list[tuple[FindabilityQuestion, Findabilities]] = []

    def known(self, question: FindabilityQuestion) -> Findabilities | None:
        """Return the answer, where it was given before."""
        return next((found for asked, found in self._kept if asked == question), None)

    def answer(self, question: FindabilityQuestion, progress: Callable[[int], None]) -> None:
        """Measure; `progress` counts tools.

        Raises:
            UsageError: The host has no search that is simulated, or holds nothing back.
        """
        found = workbench.findability(question.catalog, question.scenario, progress)
        self._kept = [*self._kept, (question, found)][-_MOST_KEPT:]
