"""The ways in which a host can give the model a catalog, with the sizes that `cost` needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.cost import Way, break_even, cost, fitted, money
from toolsearch_cli.analysis.own_words import name_words
from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.analysis.cost import BreakEven, Cost, Prices, Session, WayName
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.protocol import Host, SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario

_LISTING: Final = "listing"
"""The setting that switches a listing off, by the name it has in every host that has one."""
_SAMPLE: Final = 50
"""Tools whose answers are measured, evenly spaced in name order; all where there are fewer."""
_SEARCH_AND_CALL: Final = 2


class Sizes(NamedTuple):
    """Tokens of answers, over a sample of tools."""

    mean: Fraction
    """What a sum over many tools rests on: the formula takes it."""
    median: Fraction
    sample: int


class Answers(NamedTuple):
    """What the steps to a cold tool answer, measured on a catalog; `None`: no such step."""

    search: Sizes | None
    """One search, with the schemas that it loads where no step describes them."""
    named: Sizes | None
    """All steps together, of a tool whose name the model reads."""
    found: Sizes | None
    """The same of any deferred tool as if it had to be searched for, its search included."""
    searched: bool
    """Whether searches were simulated; else one is taken to load the tool's whole source."""
    loads_source: bool
    """Whether a tool that must be found comes with all tools of its source: for each anew."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HostWays:
    """One host: what it defers, how the model gets at it, and each way that it has."""

    shown: Disclosure
    ranking: Fidelity
    named: int
    """Deferred tools whose names the model reads."""
    found: int
    """Deferred tools that it must search for, in the host's own disclosure."""
    named_steps: tuple[str, ...]
    found_steps: tuple[str, ...]
    answers: Answers
    ways: tuple[Way, ...]
    """`eager`, `host` and, where it has a listing that can be switched off, `bare`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HostCost:
    """What each way of a host costs in one session, and where one becomes cheaper."""

    found: HostWays
    spent: tuple[Cost, ...]
    """One for each way, in order."""
    money: tuple[Fraction | None, ...]
    """The same in the prices' currency; `None` where a price is not known."""
    break_evens: tuple[BreakEven, ...]
    """Each way against `eager`, then `host` against `bare`; by tokens, then by money."""


def host_cost(found: HostWays, session: Session, prices: Prices | None) -> HostCost:
    """Return what a session costs under one host; without prices, in tokens only."""
    sessions = [fitted(way, session) for way in found.ways]
    spent = tuple(map(cost, found.ways, sessions))
    paid = tuple(None if prices is None else money(one, prices, session) for one in spent)
    eager, host, *bare = found.ways
    pairs = [(way, eager) for way in (host, *bare)] + [(host, way) for way in bare]
    measures = [None] if prices is None or None in paid else [None, prices]
    even = [break_even(*pair, session, by) for pair in pairs if host.deferred for by in measures]
    return HostCost(found=found, spent=spent, money=paid, break_evens=tuple(even))


def host_ways(host: Host, catalog: Catalog, scenario: Scenario) -> HostWays:
    """Simulate a turn of each way, and measure what the steps to a tool answer."""
    shown = host.disclose(catalog, scenario)
    reachable, named = _reachable(shown)
    hidden = len(reachable) - named
    if not host.facts.found_steps:
        reachable, hidden = reachable[:named], 0
    bare = _bare(host, scenario, shown)
    needs_search = bool(hidden or bare)
    answers = _answers(host, catalog, scenario, reachable, named, needs_search=needs_search)
    edited = _without(catalog, reachable[0]) if reachable else catalog
    steps = _Steps(host, edited, answers)
    ways = [
        Way(name="eager", fixed=shown.all_tools_tokens),
        steps.way("host", shown, scenario, named, hidden),
    ]
    if bare is not None:
        silent = host.disclose(catalog, bare)
        ways.append(steps.way("bare", silent, bare, 0, named + hidden))
    return HostWays(
        shown=shown,
        ranking=host.facts.ranking,
        named=named,
        found=hidden,
        named_steps=host.facts.named_steps if named else (),
        found_steps=host.facts.found_steps if needs_search else (),
        answers=answers,
        ways=tuple(ways),
    )


def _reachable(shown: Disclosure) -> tuple[tuple[Definition, ...], int]:
    """Return the deferred tools that can be used at all: first those that are named, so many."""
    if not shown.activated:
        return (), 0
    readable = shown.readable
    lost = frozenset(one.name for one in shown.refusals if one.unreachable)
    kept = [one for one in shown.deferred if one.name not in lost]
    named = [one for one in kept if one.name in readable]
    return (*named, *(one for one in kept if one.name not in readable)), len(named)


def _bare(host: Host, scenario: Scenario, shown: Disclosure) -> Scenario | None:
    """Return the scenario with the listing off; `None` where that is none, or no other one."""
    if not shown.activated or not shown.listing.blocks:
        return None
    if not any(one.key == _LISTING for one in host.setting_specs()):
        return None
    config = dict(scenario.config) if isinstance(scenario.config, Mapping) else {}
    return replace(scenario, config={**config, _LISTING: "off"})


@dataclass(frozen=True, slots=True)
class _Steps:
    """Makes the ways of one host from what was measured."""

    host: Host
    edited: Catalog
    """The catalog with one deferred tool less."""
    answers: Answers

    def way(
        self, name: WayName, shown: Disclosure, scenario: Scenario, named: int, hidden: int
    ) -> Way:
        """Return a way in which so many deferred tools are named and so many must be found."""
        deferred = named + hidden
        if not deferred:
            return Way(name=name, fixed=shown.payment.total)
        share = Fraction(named, deferred)
        facts, answers = self.host.facts, self.answers
        return Way(
            name=name,
            fixed=shown.payment.total,
            edits_break=self._breaks(shown, scenario),
            steps=share * _before_call(facts.named_steps)
            + (1 - share) * _before_call(facts.found_steps),
            searches=(1 - share) * bool(_before_call(facts.found_steps)),
            search_tokens=_mean(answers.search),
            result_tokens=share * _mean(answers.named) + (1 - share) * _mean(answers.found),
            deferred=deferred,
        )

    def _breaks(self, shown: Disclosure, scenario: Scenario) -> bool:
        """Say whether one deferred tool less changes what is sent up front."""
        edited = self.host.disclose(self.edited, scenario)
        return (edited.array, edited.listing.text) != (shown.array, shown.listing.text)


def _before_call(steps: Sequence[str]) -> int:
    return max(0, len(steps) - 1)


def _mean(sizes: Sizes | None) -> Fraction:
    return Fraction(0) if sizes is None else sizes.mean


def _without(catalog: Catalog, one: Definition) -> Catalog:
    sources = list(catalog.sources)
    source = sources[one.source]
    kept = tuple(tool for tool in source.tools if tool is not one.tool)
    sources[one.source] = replace(source, tools=kept)
    return replace(catalog, sources=tuple(sources))


def _answers(
    host: Host,
    catalog: Catalog,
    scenario: Scenario,
    reachable: Sequence[Definition],
    named: int,
    *,
    needs_search: bool,
) -> Answers:
    """Ask for some of the tools as a model would: by the words of their names.

    So many of the first are named; `needs_search` says whether in any way tools must be found.
    """
    known = {one.name: one for one in host.definitions(catalog, scenario)}
    asking = _Asking(host, catalog, scenario, known)
    described: list[int] = []
    if host.facts.named_steps[1:]:
        described = [asking.described(one) for one in _spaced(reachable[:named])]
    found: list[tuple[int, int]] = []
    searched, loads_source = host.searches(scenario), False
    if needs_search and host.facts.found_steps[1:]:
        sample = _spaced(reachable)
        answers = [asking.search(one) for one in sample] if searched else []
        loads_source = not answers or any(map(asking.ranks_servers, answers))
        if searched:
            pairs = zip(sample, answers, strict=True)
            found = [asking.found(*pair, loads_source=loads_source) for pair in pairs]
        else:
            found = [(asking.source(one), 0) for one in sample]
    return Answers(
        search=_sizes([search for search, _ in found]),
        named=_sizes(described),
        found=_sizes([search + described for search, described in found]),
        searched=searched,
        loads_source=loads_source,
    )


def _spaced(tools: Sequence[Definition]) -> tuple[Definition, ...]:
    count = min(_SAMPLE, len(tools))
    return tuple(tools[at * len(tools) // count] for at in range(count))


def _sizes(tokens: Sequence[int]) -> Sizes | None:
    if not tokens:
        return None
    mean = Fraction(sum(tokens), len(tokens))
    return Sizes(mean, Fraction(median(map(Fraction, tokens))), len(tokens))


@dataclass(frozen=True, slots=True)
class _Asking:
    """What single steps answer, in tokens."""

    host: Host
    catalog: Catalog
    scenario: Scenario
    tools: Mapping[str, Definition]
    """All that the host knows, by qualified name: a search may find eager ones as well."""

    def described(self, one: Definition) -> int:
        """Return what describing a tool answers: its definition where the host has no more."""
        answer = self.host.describe_call(self.catalog, self.scenario, [one.name])
        return one.tokens if answer is None else estimate(chars(answer))

    def search(self, one: Definition) -> SearchAnswer:
        """Return what a search for the words of a tool's name answers."""
        query = name_words(one.tool.name) or one.tool.name
        return self.host.search(self.catalog, self.scenario, [query])

    def ranks_servers(self, answer: SearchAnswer) -> bool:
        """Say whether a search found something else than tools."""
        return any(name not in self.tools for name in _hits(answer))

    def found(
        self, one: Definition, answer: SearchAnswer, *, loads_source: bool
    ) -> tuple[int, int]:
        """Return the tokens of a search's answer, and those of the step after it."""
        search = estimate(chars(answer.result))
        if loads_source:
            return search, self.source(one)
        if len(self.host.facts.found_steps) > _SEARCH_AND_CALL:
            return search, self.described(one)
        schemas = estimate(sum(self.tools[name].chars for name in _hits(answer)))
        return max(search, schemas), 0

    def source(self, one: Definition) -> int:
        """Return what all tools of a tool's source take."""
        return estimate(
            sum(other.chars for other in self.tools.values() if other.source == one.source)
        )


def _hits(answer: SearchAnswer) -> Iterable[str]:
    return dict.fromkeys(hit.name for ranking in answer.rankings for hit in ranking.hits)
