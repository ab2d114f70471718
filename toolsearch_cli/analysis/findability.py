"""How well a search finds each tool by its own words, who is in its way, and what would help."""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from toolsearch_cli.analysis.evaluation.answering import first_answer
from toolsearch_cli.analysis.evaluation.made import first_sentence, name_words
from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
from toolsearch_cli.search.tokenizers import camel_words, nltk_stop_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

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
_MOST_WORDS: Final = 5
_SHORTEST: Final = 3


class Probe(NamedTuple):
    """One query of a tool's own words."""

    kind: ProbeKind
    query: str
    rank: int | None
    """Its rank, from 1; `None`: not among the first `DEEPEST_RANK`."""


class Rival(NamedTuple):
    """The tool that comes first, or next, for the words that describe another one best."""

    name: str
    source: str
    ahead: bool
    """Whether it comes before the tool itself."""
    shared: tuple[str, ...]
    """Words that both say, the most telling first."""
    separating: tuple[str, ...]
    """Words that only the tool says, the most telling first; empty: nothing sets it apart."""


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
    words = _Words.of(definitions)
    found = []
    for one in definitions:
        rankings = [
            (kind, text, first.ranker(text, DEEPEST_RANK)) for kind, text in probes[one.name]
        ]
        found.append(_findability(catalog, one, rankings, words))
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


class _Words(NamedTuple):
    """The words of every tool, to tell what sets two of them apart."""

    of_tool: Mapping[str, Mapping[str, int]]
    """How often each tool says each word."""
    source_of: Mapping[str, int]
    """Positions of the sources."""
    having: Mapping[str, int]
    """How many tools say a word."""

    @classmethod
    def of(cls, definitions: Sequence[Definition]) -> _Words:
        """Read the names and descriptions; stop words, numbers and short words tell nothing."""
        dropped = nltk_stop_words()
        of_tool = {
            one.name: Counter(
                word
                for word in camel_words(f"{one.tool.name} {_text(one)}")
                if len(word) >= _SHORTEST and not word.isdecimal() and word not in dropped
            )
            for one in definitions
        }
        having = Counter(word for words in of_tool.values() for word in words)
        return cls(of_tool, {one.name: one.source for one in definitions}, having)

    def telling(self, name: str, words: Iterable[str]) -> tuple[str, ...]:
        """Return the words that say most about a tool: often in it, seldom in others."""
        own, tools = self.of_tool[name], len(self.of_tool)

        def weight(word: str) -> float:
            return own[word] * log((tools + 1) / self.having[word])

        return tuple(sorted(words, key=lambda word: (-weight(word), word))[:_MOST_WORDS])


def _text(one: Definition) -> str:
    return one.description if isinstance(one.description, str) else ""


def _findability(
    catalog: Catalog,
    one: Definition,
    rankings: Sequence[tuple[ProbeKind, str, Ranking]],
    words: _Words,
) -> Findability:
    source = catalog.sources[one.source].name
    probes = tuple(
        Probe(kind, text, _rank(ranking, one, source)) for kind, text, ranking in rankings
    )
    score = sum(1 / probe.rank for probe in probes if probe.rank is not None) / len(probes)
    rival = _rival(catalog, one, rankings[-1][2], words)
    return Findability(one.name, source, one.tool.name, score, probes, rival)


def _rank(ranking: Ranking, one: Definition, source: str) -> int | None:
    wanted = source if ranking.ranks == "server" else one.name
    hits = enumerate(ranking.hits, start=1)
    return next((rank for rank, hit in hits if hit.name == wanted), None)


def _rival(catalog: Catalog, one: Definition, ranking: Ranking, words: _Words) -> Rival | None:
    """Return who comes first for a tool's fullest probe, itself aside; no server is a rival."""
    if ranking.ranks == "server":
        return None
    at = next((at for at, hit in enumerate(ranking.hits) if hit.name != one.name), None)
    if at is None:
        return None
    name = ranking.hits[at].name
    own, other = words.of_tool[one.name].keys(), words.of_tool.get(name, {}).keys()
    return Rival(
        name=name,
        source=catalog.sources[words.source_of[name]].name if name in words.source_of else "",
        ahead=at == 0,
        shared=words.telling(one.name, own & other),
        separating=words.telling(one.name, own - other),
    )
