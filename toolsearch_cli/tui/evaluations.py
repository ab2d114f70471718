"""Evaluations that were asked for, kept so that what was seen once is there at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli import workbench
from toolsearch_cli.analysis.evaluation.run import EvaluationRun
from toolsearch_cli.analysis.evaluation.running import Options
from toolsearch_cli.errors import ToolsearchError, UsageError
from toolsearch_cli.tui.workspace import QuerySet
from toolsearch_cli.views.evaluation import evaluation_notes
from toolsearch_cli.views.scenario import column_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolsearch_cli.analysis.evaluation.running import Comparison, Evaluation
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.opening import QuerySource
    from toolsearch_cli.tui.workspace import Workspace

HERE: Final = "●"
"""Before the present scenario."""
_MOST_KEPT, _MOST_ANSWERS = 24, 100_000
"""Evaluations that are kept, and the answers in them: each holds one a query."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is evaluated."""

    catalog: Catalog
    scenarios: tuple[Scenario, ...]
    """The first is what the others are held against."""
    query_set: QuerySet


class Evaluated(NamedTuple):
    """The answer to a question."""

    run: EvaluationRun
    against: tuple[tuple[Comparison, ...], ...]
    """Of each evaluation what it has more or less than the first; nothing of the first."""


class Evaluations:
    """The answers, for as long as their catalog is open."""

    def __init__(self) -> None:
        self._kept: list[tuple[Catalog, Scenario, QuerySet, Evaluation]] = []
        self._answered: list[tuple[Question, Evaluated]] = []

    def known(self, question: Question) -> Evaluated | None:
        """Return the answer, where it was given before."""
        return next((one for asked, one in self._answered if asked == question), None)

    def missing(self, question: Question) -> tuple[Scenario, ...]:
        """Return the scenarios that have to be asked."""
        return tuple(one for one in question.scenarios if self._find(question, one) is None)

    def answer(self, question: Question, progress: Callable[[int], None]) -> Evaluated:
        """Evaluate what is not known yet; `progress` counts queries.

        Raises:
            UsageError: A scope names no source of the catalog.
        """
        known = self.known(question)
        if known is not None:
            return known
        options = Options(limit=question.query_set.limit)
        counting = replace(options, progress=progress)
        found = tuple(self._evaluated(question, one, counting) for one in question.scenarios)
        answer = Evaluated(
            EvaluationRun(options=options, evaluations=found),
            workbench.compared_with_first(found, options.seed),
        )
        self._answered = [*self._answered, (question, answer)][-_most_kept(question) :]
        return answer

    def _evaluated(self, question: Question, scenario: Scenario, options: Options) -> Evaluation:
        found = self._find(question, scenario)
        if found is None:
            catalog, query_set = question.catalog, question.query_set
            (found,) = workbench.evaluations(catalog, (scenario,), query_set.queries, options)
            kept = (catalog, scenario, query_set, found)
            self._kept = [*self._kept, kept][-_most_kept(question) :]
        return found

    def _find(self, question: Question, scenario: Scenario) -> Evaluation | None:
        for catalog, asked, query_set, found in self._kept:
            if (
                catalog is question.catalog
                and query_set is question.query_set
                and asked == scenario
            ):
                return found
        return None


def _most_kept(question: Question) -> int:
    """Return how many evaluations are kept: those of the question always, others if small."""
    many = _MOST_ANSWERS // len(question.query_set.queries)
    return max(len(question.scenarios), min(_MOST_KEPT, many))


def first_query_set(source: QuerySource, workspace: Workspace) -> QuerySet:
    """Return what is evaluated first: the file that is named, else queries that are made.

    Where the project's file names queries that cannot be read, made ones say why they are there.

    Raises:
        ToolsearchError: The scope names no source.
    """
    if source.given is not None:
        return source.given
    problem = ""
    if source.named is not None:
        try:
            return source.read(source.named, source.limit)
        except ToolsearchError as error:
            problem = str(error)
    made = workbench.made_queries(workspace.opened.catalog, workspace.loaded)
    return QuerySet(queries=made, problem=problem)


def question_of(workspace: Workspace) -> Question | None:
    """Return what is to be evaluated; `None` where there are no queries."""
    if workspace.query_set is None or not workspace.query_set.queries:
        return None
    return Question(workspace.opened.catalog, workspace.evaluated, workspace.query_set)


def titles(workspace: Workspace, scenarios: Sequence[Scenario]) -> tuple[str, ...]:
    """Return what each scenario is called: its host, its context, and what else is its own."""
    catalog, loaded = workspace.opened.catalog, workspace.loaded
    return tuple(
        f"{HERE if one == workspace.scenario else ' '} {one.host} "
        f"{column_title(one, replace(loaded, host=one.host), catalog)}"
        for one in scenarios
    )


def notes_on(query_set: QuerySet | None, answer: Evaluated | None) -> tuple[str, ...]:
    """Return what to know of the queries and of what was found."""
    problem = query_set.problem if query_set else ""
    doubts = (f"! {problem}: these are generated, n opens a file.",) if problem else ()
    return (*doubts, *(evaluation_notes(answer.run) if answer else ()))


# What a key does to what is evaluated: pure functions, old workspace in, new one out.


def with_query_set(workspace: Workspace, query_set: QuerySet) -> Workspace:
    """Evaluate other queries."""
    return replace(workspace, query_set=query_set)


def with_baseline(workspace: Workspace, scenario: Scenario) -> Workspace:
    """Hold the others against a scenario, which is pinned by that."""
    others = tuple(one for one in workspace.pinned if one != scenario)
    return replace(workspace, pinned=(scenario, *others))


def without_pin(workspace: Workspace, scenario: Scenario) -> Workspace:
    """Evaluate a pinned scenario no more.

    Raises:
        UsageError: It is none, or the last one.
    """
    if scenario not in workspace.pinned:
        raise UsageError("this is the present scenario, which is always evaluated")
    others = tuple(one for one in workspace.pinned if one != scenario)
    if not others and scenario == workspace.scenario:
        raise UsageError("the last scenario stays")
    return replace(workspace, pinned=others)
