"""All queries of a file put to hosts, and to other catalogs or releases beside them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.answering import Session, answer, first_answer
from toolsearch_cli.analysis.evaluation.labels import labels_of, plain_name
from toolsearch_cli.analysis.evaluation.metrics import METRICS, Metric
from toolsearch_cli.analysis.evaluation.reachable import REACHES, visible
from toolsearch_cli.analysis.evaluation.significance import RESAMPLES, SEED, Paired, paired
from toolsearch_cli.analysis.evaluation.summary import groups_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from toolsearch_cli.analysis.evaluation.answering import Answer
    from toolsearch_cli.analysis.evaluation.labels import Labels
    from toolsearch_cli.analysis.evaluation.misses import Miss
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.analysis.evaluation.reachable import Reach
    from toolsearch_cli.analysis.evaluation.summary import Figure, Group
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.search.ranking import Ranked

COMPARED: Final[tuple[Metric, ...]] = ("recall@1", "recall@5", "recall@10", "mrr", "ndcg@10")
"""What is compared between hosts and catalogs."""

LIMIT: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How queries are asked and figures made."""

    limit: object = LIMIT
    """As the model sends it, and as the host takes it."""
    seed: int = SEED
    resamples: int = RESAMPLES
    """Samples behind each confidence interval."""
    progress: Callable[[int], None] | None = None
    """Called after each query with the number of queries since the last call."""


class Problem(NamedTuple):
    """A label that is not one tool of the catalog.

    Its queries count all the same: an unknown label is never found, and of several tools with one
    name any counts.
    """

    label: str
    candidates: tuple[str, ...]
    """What it could mean; empty where no tool has that name."""
    queries: int
    near: str | None = None
    """`source/tool` of a tool that is spelled almost like it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evaluation:
    """What one host finds of what it should, in one scenario."""

    scenario: Scenario
    catalog: str
    """What it is called beside another one; empty for the one that is asked about."""
    settings: Mapping[str, object]
    """Every setting of the host, as it works with it."""
    fidelity: Fidelity
    """How far the rankings can be trusted."""
    searched: bool
    """Whether the host has a search that is simulated."""
    offered: bool
    """Whether the model has a search in this scenario; if not, the rankings are a what-if."""
    limit: int | None
    """Hits that a search gives, as the host takes the limit; `None` where it was not searched."""
    ranks: Ranked
    """Where servers are ranked, a hit on its server finds a tool."""
    remarks: tuple[str, ...]
    """What the host says of how its first answer came about."""
    answers: tuple[Answer, ...]
    groups: tuple[Group, ...]
    """All queries first."""
    misses: tuple[Miss, ...]
    """In the order of the queries."""
    problems: tuple[Problem, ...]

    @property
    def name(self) -> str:
        """The host, and the catalog where that is another one."""
        return f"{self.scenario.host} on {self.catalog}" if self.catalog else self.scenario.host

    @property
    def whole(self) -> Group:
        """The figures over all queries."""
        return self.groups[0]

    def figure(self, metric: str) -> Figure | None:
        """Return one figure over all queries; `None` where it was not measured."""
        return self.whole.figure(metric)

    @property
    def reaches(self) -> Mapping[Reach, int]:
        """How many of the right tools, over all queries, the model gets to in which way."""
        counts = Counter(one for answer in self.answers for one in answer.reaches)
        return {reach: counts[reach] for reach in REACHES}


class Comparison(NamedTuple):
    """One metric of two evaluations of the same queries."""

    first: str
    second: str
    metric: Metric
    outcome: Paired


def evaluate(
    host: Host,
    catalog: Catalog,
    scenario: Scenario,
    queries: Sequence[LabelledQuery],
    options: Options,
    called: str = "",
) -> Evaluation:
    """Put every query to one host, each alone in its call.

    Args:
        host: Who is asked.
        catalog: What is searched.
        scenario: Its settings, context and scope.
        queries: At least one.
        options: The limit, and how figures are made.
        called: What the catalog is called beside another one.
    """
    shown = host.disclose(catalog, scenario)
    first = first_answer(host, catalog, scenario, queries, options.limit)
    session = Session(
        labels=labels_of(host, catalog, scenario, shown),
        visible=visible(shown),
        first=first,
    )
    answers: list[Answer] = []
    misses: list[Miss] = []
    for query in queries:
        found, missed = answer(session, query)
        answers.append(found)
        misses += missed
        if options.progress is not None:
            options.progress(1)
    return Evaluation(
        scenario=scenario,
        catalog=called,
        settings=host.settings_used(scenario),
        fidelity=host.facts.ranking if first is None else first.fidelity,
        searched=first is not None,
        offered=shown.activated,
        limit=None if first is None else first.limit,
        ranks="tool" if first is None else first.ranks,
        remarks=() if first is None else first.remarks,
        answers=tuple(answers),
        groups=groups_of(answers, options.seed, options.resamples, searched=first is not None),
        misses=tuple(misses),
        problems=_problems(session.labels, answers),
    )


def _problems(labels: Labels, answers: Iterable[Answer]) -> tuple[Problem, ...]:
    counts: Counter[tuple[str, tuple[str, ...]]] = Counter(
        (target.label, target.candidates)
        for one in answers
        for target in one.targets
        if target.candidates or not target.places
    )
    plain = labels.by_plain_name() if counts else {}
    return tuple(
        Problem(label, candidates, count, None if candidates else plain.get(plain_name(label)))
        for (label, candidates), count in counts.items()
    )


def comparisons(
    pairs: Iterable[tuple[Evaluation, Evaluation]], seed: int
) -> tuple[Comparison, ...]:
    """Compare evaluations of the same queries, metric by metric; those that searched."""
    found = []
    for first, second in pairs:
        if not (first.searched and second.searched):
            continue
        columns = [
            zip(*(one.values for one in each.answers), strict=True) for each in (first, second)
        ]
        for metric, before, after in zip(METRICS, *columns, strict=True):
            if metric in COMPARED:
                outcome = paired(before, after, seed)
                found.append(Comparison(first.name, second.name, metric, outcome))
    return tuple(found)
