"""What holds for every catalog, setting and context, in every release."""

from __future__ import annotations

import hashlib
import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from tests import strategies as some
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.catalog.model import Catalog, Provenance, Source, Tool
from toolsearch_cli.cli.app import app
from toolsearch_cli.hosts.hermes.listing import HEADER
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.reports.records import json_text, tiers_record

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.hosts.disclosure import Disclosure

BY_ORDER = {"owned", "repeated", "overwritten"}
"""Collisions that the host settles by who registered first or last: there, order is the answer."""


def disclosed(catalog: Catalog, scenario: Scenario) -> Disclosure:
    return host_named(scenario.host).disclose(catalog, scenario)


def quarter(text: str) -> int:
    return math.ceil(len(text) / 4)


# Same catalog, same bytes: whatever order it came in.


@settings(max_examples=150)
@given(pair=some.shuffled(some.catalogs), scenario=some.scenarios(), query=some.queries)
def test_order_of_sources_and_tools_changes_nothing(
    pair: list[Catalog], scenario: Scenario, query: str
) -> None:
    """The one exception is a name that two tools want, below."""
    before, after = (disclosed(catalog, scenario) for catalog in pair)
    assume(not BY_ORDER & {one.kind for one in before.collisions})
    assert after.listing.text == before.listing.text
    records = [tiers_record(one, [shown]) for one, shown in zip(pair, (before, after), strict=True)]
    assert json_text("tiers/1", records[1]) == json_text("tiers/1", records[0])
    host = host_named(scenario.host)
    answers = [
        host.search(one, scenario, [query, "create issue"][: host.max_queries]) for one in pair
    ]
    assert json.dumps(answers[1].result) == json.dumps(answers[0].result)
    hits = [
        [(hit.name, hit.score) for one in answer.rankings for hit in one.hits] for answer in answers
    ]
    assert hits[1] == hits[0]


def source(name: str, *tools: tuple[str, str], kind: Any = "mcp") -> Source:
    place = Provenance("example.json")
    made = tuple(Tool(name=tool, description=text, provenance=place) for tool, text in tools)
    return Source(name=name, kind=kind, tools=made, provenance=place)


@pytest.mark.parametrize(
    ("kind", "host", "sources"),
    [
        pytest.param(
            "owned",
            "hermes",
            (source("a.b", ("c", "of a.b")), source("a-b", ("c", "of a-b"))),
            id="owned: across servers the first owner keeps the name",
        ),
        pytest.param(
            "overwritten",
            "hermes@0.19",
            (source("a.b", ("c", "of a.b")), source("a-b", ("c", "of a-b"))),
            id="overwritten: in 0.19 the last MCP tool wins",
        ),
        pytest.param(
            "overwritten",
            "hermes@0.22",
            (source("a", ("c", "once")), source("a", ("c", "again"))),
            id="overwritten: a server listed twice replaces itself",
        ),
    ],
)
def test_order_decides_who_keeps_a_name(kind: str, host: str, sources: tuple[Source, ...]) -> None:
    texts = []
    for order in (sources, sources[::-1]):
        shown = disclosed(Catalog(order), Scenario(host=host))
        assert [one.kind for one in shown.collisions] == [kind]
        texts.append([one.description for one in shown.definitions])
    assert texts[0] != texts[1]


@pytest.mark.parametrize("name", ["hermes", "hermes@0.20", "hermes@0.21-dev", "hermes@0.22"])
def test_of_exact_repeats_the_first_is_kept(name: str) -> None:
    """`repeated`: one server lists one raw name twice."""
    for tools in ((("c", "once"), ("c", "again")), (("c", "again"), ("c", "once"))):
        shown = disclosed(Catalog((source("a", *tools),)), Scenario(host=name))
        assert [one.kind for one in shown.collisions] == ["repeated"]
        assert [one.description for one in shown.definitions] == [tools[0][1]]


# What is shown fits, and every figure is that of the text.


@settings(max_examples=200)
@given(catalog=some.catalogs(some.maybe_odd()), scenario=some.scenarios())
def test_what_is_shown_fits_and_figures_are_those_of_the_text(
    catalog: Catalog, scenario: Scenario
) -> None:
    shown = disclosed(catalog, scenario)
    text = shown.listing.text
    assert shown.listing_tokens == shown.payment.listing == quarter(text)
    assert shown.budget is None or shown.listing_tokens <= shown.budget
    assert text == "\n".join(
        [HEADER, *(block.text for block in shown.listing.blocks)] if text else []
    )
    eager = "".join(
        json.dumps(one, ensure_ascii=False, separators=(",", ":"))
        for one in (one.sent for one in shown.eager)
    )
    assert shown.payment.eager == quarter(eager)
    forms = {block.label: block.form for block in shown.listing.blocks}
    for block in shown.listing.blocks:
        rows = [row for row in shown.sources if row.label == block.label and row.deferred]
        counted = sum(row.deferred for row in rows)
        assert block.text.startswith(f"{block.label} ")
        assert f"({counted}" in block.text.removeprefix(block.label).split("\n")[0]
        if len(rows) == 1:
            assert rows[0].listing_tokens == quarter(block.text)
    for row in shown.sources:
        listed = forms.get(row.label, "hidden") if shown.activated and row.deferred else None
        assert row.form == listed
    assert sum(row.tools for row in shown.sources) == len(shown.definitions)
    held = 0 if shown.host_error else sum(row.deferred for row in shown.sources)
    assert held == len(shown.deferred)


@settings(max_examples=100)
@given(catalog=some.catalogs(), scenario=some.scenarios())
def test_every_tool_is_sent_or_held_back_or_a_bridge_of_that_name(
    catalog: Catalog, scenario: Scenario
) -> None:
    shown = disclosed(catalog, scenario)
    sent = {one.name for one in shown.eager}
    held = {one.name for one in shown.deferred} if shown.activated else set()
    bridge = {"tool_search", "tool_describe", "tool_call"}
    assert not sent & held
    assert (sent | held) - bridge == {one.name for one in shown.definitions} - bridge
    assert not (sent | held) & bridge
    assert [one.name for one in shown.eager] == sorted(sent)


# `tiers --json` says what the host shows.


def native(catalog: Catalog) -> str:
    """Write a catalog as a native snapshot, as a person would."""
    servers = [
        {
            "name": one.name,
            "kind": one.kind,
            "tools": [
                {
                    "name": tool.name,
                    "description": tool.description,
                    "inputSchema": tool.input_schema,
                }
                for tool in one.tools
            ],
        }
        for one in catalog.sources
    ]
    return json.dumps({"servers": servers})


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("laws") / "random.json"


@settings(max_examples=60)
@given(random=some.catalogs(some.maybe_odd()), data=st.data())
def test_the_json_of_tiers_holds_what_the_host_shows(
    snapshot: Path, random: Catalog, data: st.DataObject
) -> None:
    assume(random.sources)
    snapshot.write_text(native(random), encoding="utf-8")
    host, context = data.draw(some.release_names), data.draw(st.integers(1, 40_000))
    ran = CliRunner().invoke(
        app, ["tiers", str(snapshot), "--host", host, "--context", str(context), "--json", "-q"]
    )
    assert ran.exit_code == 0, ran.output
    answer = json.loads(ran.stdout)
    assert answer["toolsearch"] == "tiers/1"
    (entry,) = answer["scenarios"]
    catalog = load([str(snapshot)]).catalog
    shown = disclosed(catalog, Scenario(host=host, context=context))
    assert (entry["host"], entry["context"]) == (host, context)
    for field in ("activated", "tier", "budget", "threshold", "all_tools_tokens", "host_error"):
        assert entry[field] == getattr(shown, field)
    assert entry["form"] == (None if shown.budget is None else shown.listing.form)
    assert entry["eager"] == [one.name for one in shown.eager]
    assert (entry["deferred_count"], entry["deferred_tokens"]) == (
        len(shown.deferred),
        shown.deferred_tokens,
    )
    text = shown.listing.text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if text else None
    assert entry["listing"] == {"chars": len(text), "tokens": quarter(text), "sha256": digest}
    assert entry["payment"]["total"] == shown.payment.total
    assert [(one["label"], one["form"]) for one in entry["groups"]] == [
        (one.label, one.form) for one in shown.listing.blocks
    ]
    for said, row in zip(entry["sources"], shown.sources, strict=True):
        assert said == {name: getattr(row, name) for name in said}
    assert [one["cause"] for one in entry["notes"]] == [one.cause for one in shown.notes]
    assert len(entry["collisions"]) == len(shown.collisions)
