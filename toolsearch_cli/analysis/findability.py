"""How well a search finds each tool by its own words, who is in its way, and what would help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from toolsearch_cli.analysis.evaluation.answering import first_answer
from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
from toolsearch_cli.analysis.own_words import first_sentence, name_words
from toolsearch_cli.analysis.rivals import Rival, Wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.search.ranking import Ranking

ProbeKind: TypeAlias = Literal["name", "words", "sentence"]
"""The bare name as published; its words; the first sentence of the description."""

DEEPEST_RANK: Final = 50
"""How far a tool is looked for."""


class Probe(NamedTuple):
    """One query of a tool's own words."""

    kind: ProbeKind
    query: str
    rank: int | None
    """Its rank, from 1; `None`: not among the first `DEEPEST_RANK`."""


class Findability(NamedTuple):
    """How well one tool is found."""

    name: str
    """The qualified name."""
    source: str
    tool: str
    score: float
    """The mean of 1 / rank over its probes, 0 for one that does not find it: from 0 to 1."""
    probes: tuple[Probe, ...]
    rival: Rival | None
    """`None`: nothing else has any of its words."""
    position: int
    """Of its source in the catalog."""

    def rank(self, kind: ProbeKind) -> int | None:
        """Return the rank for one probe; `None`: not found, or not asked."""
        return next((one.rank for one in self.probes if one.kind == kind), None)


class Findabilities(NamedTuple):
    """All tools that a host's search holds."""

    scenario: Scenario
    fidelity: Fidelity
    """How far the rankings can be trusted."""
    tools: tuple[Findability, ...]
    """In the host's order."""

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(one.score for one in self.tools) / len(self.tools)

    def below(self, least: float) -> tuple[Findability, ...]:
        """Return the tools with a lower score."""
        return tuple(one for one in self.tools if one.score < least)

    def by_source(self) -> dict[int, float]:
        """Return the mean score of each source that has tools held back, by its position."""
        scores: dict[int, list[float]] = {}
        for one in self.tools:
            scores.setdefault(one.position, []).append(one.score)
        return {at: sum(found) / len(found) for at, found in scores.items()}


def findabilities(
    host: Host,
    catalog: Catalog,
    scenario: Scenario,
    progress: Callable[[int], None] | None = None,
) -> Findabilities | None:
    """Ask the host's search for every tool that it holds back.

    Args:
        host: Whose search.
        catalog: What is searched.
        scenario: Its settings and scope.
        progress: Called after each tool with 1.

    Returns:
        `None` where the host has no search that is simulated, or holds nothing back.
    """
    definitions = host.disclose(catalog, scenario).deferred
    probes = {one.name: tuple(_probes(one)) for one in definitions}
    queries = (
        LabelledQuery(text=text, expected=()) for asked in probes.values() for _, text in asked
    )
    first = first_answer(host, catalog, scenario, queries, None)
    if first is None:
        return None
    wording = Wording.of(definitions)
    found = []
    for one in definitions:
        rankings = [
            (kind, text, first.ranker(text, DEEPEST_RANK)) for kind, text in probes[one.name]
        ]
        found.append(_findability(catalog, one, rankings, wording))
        if progress is not None:
            progress(1)
    return Findabilities(scenario, first.fidelity, tuple(found))


def _probes(one: Definition) -> Iterator[tuple[ProbeKind, str]]:
    """Yield what is asked for a tool; what would be asked twice is asked once."""
    yield "name", one.tool.name
    words = name_words(one.tool.name)
    if words and words != one.tool.name:
        yield "words", words
    sentence = first_sentence(one.description)
    if sentence:
        yield "sentence", sentence


def _findability(
    catalog: Catalog,
    one: Definition,
    rankings: Sequence[tuple[ProbeKind, str, Ranking]],
    wording: Wording,
) -> Findability:
    source = catalog.sources[one.source].name
    probes = tuple(
        Probe(kind, text, _rank(ranking, one, source)) for kind, text, ranking in rankings
    )
    score = sum(1 / probe.rank for probe in probes if probe.rank is not None) / len(probes)
    rival = wording.rival(catalog, one, rankings[-1][2])
    return Findability(one.name, source, one.tool.name, score, probes, rival, one.source)


def _rank(ranking: Ranking, one: Definition, source: str) -> int | None:
    wanted = source if ranking.ranks == "server" else one.name
    hits = enumerate(ranking.hits, start=1)
    return next((rank for rank, hit in hits if hit.name == wanted), None)
