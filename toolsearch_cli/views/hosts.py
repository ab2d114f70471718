"""`hosts`: every host as a table, or what one is and which settings it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.grid import Column, Grid, Page, Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.hosts.facts import HostFacts
    from toolsearch_cli.hosts.protocol import Host

_COLUMNS = (
    Column(key="host", title="host"),
    Column(key="title", title="what it is", rank=4),
    Column(key="trigger", title="held back", rank=1),
    Column(key="sees", title="the model sees", rank=3),
    Column(key="ranker", title="ranks by", rank=2),
    Column(key="names", title="names", rank=5),
    Column(key="fidelity", title="fidelity"),
)
_SETTINGS = (
    Column(key="setting", title="setting"),
    Column(key="default", title="default"),
    Column(key="allowed", title="allowed", rank=1),
    Column(key="help", title="what it does"),
)
_FIDELITIES = {
    "verified": "a test holds it to answers of the real program",
    "from-source": "written from public source, or held to a re-implementation of it",
    "approximate": "what decides is not public: the real answer may differ",
    "visibility-only": "what the model sees is simulated; nothing is ranked",
}


def hosts_page(hosts: Sequence[Host]) -> Page:
    """Return every host in one line."""
    rows = tuple(Row(_cells(host.name, host.facts)) for host in hosts)
    return Page(
        grid=Grid(columns=_COLUMNS, rows=rows),
        notes=tuple(f"· {word}: {meaning}." for word, meaning in _FIDELITIES.items()),
    )


def _cells(name: str, facts: HostFacts) -> tuple[str, ...]:
    return (
        name,
        facts.title,
        facts.trigger,
        facts.sees,
        _ranker(facts),
        facts.names,
        facts.fidelity,
    )


def host_page(hosts: Sequence[Host]) -> Page:
    """Return what each host is and which settings it has."""
    first, *others = [_page(host) for host in hosts]
    return Page(
        head=first.head,
        grid=first.grid,
        notes=first.notes,
        following=(*first.following, *others),
    )


def _page(host: Host) -> Page:
    rows = tuple(
        Row((spec.key, spec.default, spec.allowed, spec.help)) for spec in host.setting_specs()
    )
    return Page(
        head=(f"{host.name} · {host.facts.title}", *_lines(host.facts)),
        grid=Grid(columns=_SETTINGS, rows=rows) if rows else None,
        notes=("· Any of them by --set KEY=VALUE.",) if rows else ("· It has no settings.",),
    )


def _lines(facts: HostFacts) -> Iterator[str]:
    yield f"fidelity       {facts.fidelity}: {_FIDELITIES[facts.fidelity]}"
    yield f"held back      {facts.trigger}"
    yield f"model sees     {facts.sees}"
    yield f"ranks by       {_ranker(facts)}"
    yield f"searches       {facts.fields}"
    yield f"limits         {facts.limits}"
    yield f"names          {facts.names}"
    yield f"tokens         {facts.counts}"
    if facts.named_steps:
        yield f"a name it sees {' → '.join(facts.named_steps)}"
    if facts.found_steps:
        yield f"a tool hidden  {' → '.join(facts.found_steps)}"
    yield f"known from     {facts.source}"


def _ranker(facts: HostFacts) -> str:
    if facts.ranking in (facts.fidelity, "visibility-only"):
        return facts.ranker
    return f"{facts.ranker} ({facts.ranking})"
