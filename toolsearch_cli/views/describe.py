"""`describe` as pages: what the describe tool returns, what it costs, who competes with it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.unknowns import CAPTURE, untold_in_words
from toolsearch_cli.hosts.collisions import in_words
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.text import visible_json
from toolsearch_cli.views.addresses import tool_title
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.heading import heading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.protocol import Description, Standing
    from toolsearch_cli.hosts.scenario import Scenario

RIVAL_COLUMNS = (
    Column(key="rank", title="#", unit="count"),
    Column(key="tool", title="tool"),
    Column(key="source", title="source", rank=1),
    Column(key="score", title="score", unit="score"),
)
_STANDINGS: dict[Standing, str] = {
    "deferred": "deferred: behind the bridge",
    "eager": "eager: its schema is sent up front, and the bridge does not serve it",
    "dropped": "dropped: the host keeps it from the model",
    "bridge": "a tool of the bridge itself",
    "core": "a core tool of the host, never behind the bridge; the catalog does not hold it",
    "out-of-scope": "out of scope: its source is not granted to this session",
    "unknown": "unknown",
}
_WITHOUT_BRIDGE = "eager: its schema is sent up front"
_ABROAD = frozenset({"eager", "out-of-scope"})
_SENT: dict[Standing, str] = {
    "eager": "The model gets",
    "dropped": "It would be",
    "out-of-scope": "Granted, it would be",
}


def describe_page(
    catalog: Catalog,
    scenario: Scenario,
    answers: Sequence[Description],
    exact: Sequence[int | None] = (),
) -> Page:
    """Return one page for all tools: the first, and the others following.

    Args:
        catalog: Where the tools are from.
        scenario: What was asked.
        answers: At least one.
        exact: o200k_base tokens of each definition, where they were counted.
    """
    sizes = exact or [None] * len(answers)
    first, *others = (
        _page(catalog, scenario, one, tokens) for one, tokens in zip(answers, sizes, strict=True)
    )
    return replace(first, following=(*first.following, *others))


def rival_rows(answers: Sequence[Description]) -> Page:
    """Return the rivals of all tools as one grid, the tool itself with rank 0."""
    rows = []
    for one in answers:
        own = () if one.own is None else (one.own,)
        for rank, hit in enumerate((*own, *one.rivals)):
            rows.append(Row((one.name, rank, hit.name, one.sources.get(hit.name), hit.score)))
    columns = (Column(key="described", title="described"), *RIVAL_COLUMNS)
    return Page(grid=Grid(columns=columns, rows=tuple(rows)))


def _page(catalog: Catalog, scenario: Scenario, one: Description, exact: int | None) -> Page:
    return Page(
        head=(
            heading(scenario.host, host_named(scenario.host).facts.fidelity, scenario.context),
            one.name,
            *_facts(catalog, one, exact),
            *(("tool_describe returns:",) if _is_described(one) else ()),
        ),
        body=_json(one.result) if _is_described(one) else "",
        notes=tuple(_notes(catalog, one)),
        following=(*_sent(one), *_rivals(one)),
    )


def _is_described(one: Description) -> bool:
    """Say whether the host has a describe tool: without one its search gives the schema."""
    return one.result is not None or one.definition is None


def _json(value: Json) -> str:
    return visible_json(json.dumps(value, ensure_ascii=False, indent=2))


def _facts(catalog: Catalog, one: Description, exact: int | None) -> Iterator[str]:
    eager_alone = one.standing == "eager" and not one.bridged
    yield _WITHOUT_BRIDGE if eager_alone else _STANDINGS[one.standing]
    definition = one.definition
    if definition is None:
        return
    real = "" if exact is None else f", o200k_base {exact:,}"
    yield f"sent eagerly it takes {definition.tokens:,} tokens{real}"
    source, tool = catalog.sources[definition.source], definition.tool
    place = tool.provenance
    where = f"{place.file}#{place.pointer}" if place.pointer else place.file
    yield f"{tool_title(source.name, tool.name, source.kind)}, {where}"


def _notes(catalog: Catalog, one: Description) -> Iterator[str]:
    if not one.offered and one.standing == "deferred" and _is_described(one):
        yield (
            "! The bridge is not in use in this scenario: the model has this schema up front and "
            "no describe tool. This is what it would return."
        )
    if one.refusal is not None:
        yield f"! {one.refusal.reason[:1].upper()}{one.refusal.reason[1:]}."
    if one.definition is not None and (unknown := untold_in_words(one.definition.tool)):
        yield f"! I{unknown[1:]}: what is shown and searched here is not all of it. {CAPTURE}"
    for other in one.collisions:
        yield f"! Two tools want this name. {in_words(other, catalog)}"


def _sent(one: Description) -> Iterator[Page]:
    """Yield the definition where the host's answer does not hold it."""
    if one.definition is None:
        return
    if one.standing in _ABROAD or not _is_described(one):
        what = _SENT.get(one.standing, "Loaded, it is")
        yield Page(head=(f"{what}:",), body=_json(one.definition.sent))


def _rivals(one: Description) -> Iterator[Page]:
    """Yield who is found by the tool's own name and description, the tool itself included."""
    if one.own is None:
        return
    hits = sorted((one.own, *one.rivals), key=lambda hit: (-hit.score, hit.document))
    rows = tuple(
        Row((rank, hit.name, one.sources.get(hit.name), hit.score), hit is one.own)
        for rank, hit in enumerate(hits, start=1)
    )
    beaten = hits.index(one.own)
    note = f"! {beaten} of them {'scores' if beaten == 1 else 'score'} higher than the tool itself."
    yield Page(
        head=("Nearest in search, with its own name and description as the query:",),
        grid=Grid(columns=RIVAL_COLUMNS, rows=rows),
        notes=(note,) if beaten else (),
    )
