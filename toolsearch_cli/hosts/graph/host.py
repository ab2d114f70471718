"""graph, as the protocol wants it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.candidates import standings_of
from toolsearch_cli.hosts.graph.choices import choice, chunks, question_text
from toolsearch_cli.hosts.graph.facts import BRIDGE, FACTS
from toolsearch_cli.hosts.graph.plan_text import plan_text
from toolsearch_cli.hosts.graph.reach import Reached, model_id, reach
from toolsearch_cli.hosts.graph.remarks import is_limit, on_limit, remarks_on
from toolsearch_cli.hosts.graph.results import result_of
from toolsearch_cli.hosts.graph.turn import turn_of
from toolsearch_cli.hosts.graph.values import FIXED, QUESTION, values_read, values_with_plan
from toolsearch_cli.hosts.questions import QuestionPlan
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.search.dialects import GRAPH
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog, Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.facts import HostFacts
    from toolsearch_cli.hosts.protocol import Endpoints, SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario, SettingNote
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.hosts.simple.turn import Turn
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking


@dataclass(frozen=True, slots=True)
class GraphHost(SimpleHost):
    """Plan drafting, with or without leave to ask a decision model."""

    name: str = "graph"
    endpoints: Endpoints | None = None

    settings: ClassVar[tuple[Setting, ...]] = settings.SETTINGS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset({BRIDGE})

    def connected(self, endpoints: Endpoints) -> GraphHost:
        """Return the host with leave to ask a decider."""
        return replace(self, endpoints=endpoints)

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `server__tool`; packs, plans and agents are plugins whose tools say it already."""
        return f"{source.name}__{tool.name}" if source.kind == "mcp" else tool.name

    def values(self, scenario: Scenario) -> Values:
        """Return the scenario's settings, over the defaults of its plan.

        Raises:
            SettingsError: A value is of another type or out of its range, or the plan cannot be
                used.
        """
        return values_read(scenario)[0]

    def values_for(self, catalog: Catalog, scenario: Scenario) -> Values:
        """Return the settings, and what else the plan says."""
        return values_with_plan(scenario)

    def setting_notes(self, scenario: Scenario) -> tuple[SettingNote, ...]:
        """Return what is not taken as it was written."""
        return values_read(scenario)[1]

    def search_plan(self) -> str:
        """Return the built-in plan search_tools as a plan file."""
        return plan_text()

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Decide what a draft is offered."""
        return turn_of(session, values)

    def limit(self, values: Values, asked: object) -> int:
        """Return the limit of one call: whatever number is sent, else the setting."""
        default = values.whole(settings.LIMIT)
        if settings.LIMIT in values.names(FIXED):
            return default
        return asked if isinstance(asked, int) and is_limit(asked) else default

    def engine(self, session: Session, values: Values) -> Engine:
        """Return keywords over the candidates, or a decider where it can be asked."""
        tools = standings_of(session, values).searched
        rules = replace(GRAPH, least_share=values.number(settings.LEAST))
        words = WordIndex([one.name for one in tools], map(_text, tools), rules)
        reached = reach(values, self.endpoints)
        if not isinstance(reached, Reached):
            return words
        from toolsearch_cli.hosts.graph.ranking import Asking, DecisionRanker

        asking = Asking(
            role=values.text(settings.MODEL),
            question=values.text(QUESTION),
            least=values.number(settings.LEAST),
            size=values.whole(settings.CHUNK),
        )
        return DecisionRanker(tools, words, reached.endpoints.decider(reached.settings), asking)

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return what the plan returns for the one query."""
        return result_of(session, values, rankings[0], self._reason(values, rankings[0]))

    def search(
        self, catalog: Catalog, scenario: Scenario, queries: Sequence[str], limit: object = None
    ) -> SearchAnswer:
        """Answer one search; it never fails for what a decider does."""
        answer = SimpleHost.search(self, catalog, scenario, queries, limit)
        configured = reach(self.values(scenario), self.endpoints) is not None
        return replace(
            answer,
            remarks=(*answer.remarks, *on_limit(limit)),
            fidelity="approximate" if configured else answer.fidelity,
        )

    def remarks(
        self, session: Session, values: Values, rankings: Sequence[Ranking]
    ) -> tuple[str, ...]:
        """Return who decided and what the scores are."""
        engine = self._engine(session, values)
        reason = self._reason(values, rankings[0])
        return (
            *SimpleHost.remarks(self, session, values, rankings),
            *remarks_on(values, rankings[0], engine, reason),
        )

    def questions(self, catalog: Catalog, scenario: Scenario, query: str) -> QuestionPlan:
        """Return what the decider would be asked first."""
        values = self.values_for(catalog, scenario)
        tools = standings_of(self.session(catalog, scenario), values).searched
        text = question_text(values.text(QUESTION), query)
        parts = chunks(tools, values.whole(settings.CHUNK))
        return QuestionPlan(
            query=query,
            role=values.text(settings.MODEL),
            model=model_id(values),
            path=values.text(settings.PATH),
            text=text,
            candidates=len(tools),
            sizes=tuple(map(len, parts)),
            questions=tuple(choice(text, part) for part in parts),
            least=values.number(settings.LEAST),
        )

    def _reason(self, values: Values, ranking: Ranking) -> str:
        """Return why keywords ranked where a decision model should have; "" where none should."""
        if not ranking.documents:
            return ""
        reached = reach(values, self.endpoints)
        return reached.reason if isinstance(reached, Failure) else ranking.fallback_reason


def _text(one: Definition) -> tuple[str]:
    """Return what the keyword mode indexes of a tool."""
    said = one.description if isinstance(one.description, str) else ""
    return (f"{one.name} {said}",)


host = GraphHost
