"""One catalog under many hosts: what the model sees, reaches and pays in each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure
    from toolsearch_cli.hosts.facts import Fidelity, HostFacts
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.search.ranking import Ranked

_UNSAFE = re.compile(r"[^A-Za-z0-9]")


class Outlook(NamedTuple):
    """What one host makes of a catalog. The four counts add up to the tools published."""

    host: str
    context: int | None
    fidelity: Fidelity
    by_schema: int
    """Tools whose schemas are sent."""
    by_name: int
    """Held back, but the model reads their names."""
    by_search: int
    """Reached through a search only."""
    unreachable: int
    """Neither sent, nor named, nor found: dropped, refused, over a cap, or hidden for good."""
    tokens: int
    """What the model pays this turn."""
    all_tokens: int
    """What every schema would cost."""
    changed: int
    """Tools whose own name does not stand in the name that the model sees."""
    cut: int
    """Of those: the ones that were too long."""
    dropped: int
    """Tools that lost their name to another, or that the host leaves out."""
    refused: int
    """Tools that the API refuses, or that are over its cap."""
    named_steps: tuple[str, ...]
    """What it takes to use a tool that the model reads the name of, for the first time."""
    found_steps: tuple[str, ...]
    """What it takes to use one that must be searched for."""


class Finder(NamedTuple):
    """What one host's search finds for a query."""

    host: str
    fidelity: Fidelity
    found: tuple[str, ...]
    """`source/tool`, best first; names of servers where the host ranks those."""
    reason: str = ""
    """Why it ranked nothing."""
    ranks: Ranked = "tool"
    """What it finds."""


def outlook(host: Host, catalog: Catalog, scenario: Scenario) -> Outlook:
    """Simulate a turn and count what the model sees of the sources in scope."""
    shown = host.disclose(catalog, scenario)
    published = sum(row.published for row in shown.sources)
    refusals = [one.kind for one in shown.refusals]
    changed = [one for one in shown.definitions if _is_changed(one)]
    by_name, by_search = _held_back(shown, host.facts)
    by_schema = len(shown.eager)
    return Outlook(
        host=host.name,
        context=scenario.context,
        fidelity=shown.fidelity,
        by_schema=by_schema,
        by_name=by_name,
        by_search=by_search,
        unreachable=published - by_schema - by_name - by_search,
        tokens=shown.payment.total,
        all_tokens=shown.all_tools_tokens,
        changed=len(changed),
        cut=refusals.count("cut") or sum(_is_cut(one, host.name_limit) for one in changed),
        dropped=published - len(shown.definitions) + refusals.count("dropped"),
        refused=refusals.count("refused") + refusals.count("over-cap"),
        named_steps=host.facts.named_steps if by_name else (),
        found_steps=host.facts.found_steps if by_search else (),
    )


def _held_back(shown: Disclosure, facts: HostFacts) -> tuple[int, int]:
    """Return how many held-back tools the model reads the names of, and must search for."""
    if not shown.activated:
        return 0, 0
    lost = frozenset(one.name for one in shown.refusals if one.unreachable)
    held = [one.name for one in shown.deferred if one.name not in lost]
    readable = shown.readable
    by_name = sum(name in readable for name in held)
    return by_name, len(held) - by_name if facts.found_steps else 0


def _is_changed(one: Definition) -> bool:
    return one.tool.name not in one.name


def _is_cut(one: Definition, limit: int | None) -> bool:
    """Say whether a name ends otherwise than the tool's own because there was no room for it."""
    if limit is None or len(one.name) < limit:
        return False
    return not one.name.endswith(_UNSAFE.sub("_", one.tool.name))


def finder(catalog: Catalog, host: Host, call: SearchCall) -> Finder:
    """Return what a search found, as names that are the same under every host."""
    names = {one.name: one for one in host.definitions(catalog, call.scenario)}
    rankings = call.answer.rankings
    found = tuple(_place(catalog, names, hit.name) for ranking in rankings for hit in ranking.hits)
    ranks = rankings[0].ranks if rankings else "tool"
    return Finder(host.name, call.answer.fidelity, found, ranks=ranks)


def _place(catalog: Catalog, names: dict[str, Definition], name: str) -> str:
    one = names.get(name)
    return name if one is None else f"{catalog.sources[one.source].name}/{one.tool.name}"


def agreed(finders: Sequence[Finder]) -> dict[str, int]:
    """Count by how many hosts each tool is found."""
    counts: dict[str, int] = {}
    for one in finders:
        for name in dict.fromkeys(one.found):
            counts[name] = counts.get(name, 0) + 1
    return counts
