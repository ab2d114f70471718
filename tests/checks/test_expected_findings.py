"""What every rule says of the edge catalogs and of ten real ones: read by hand, then kept.

`tests/golden/check_findings.json` holds one line a finding, in order, as hermes at 200k gives it.
An edge catalog is named by its key in `edge_catalogs.json`.
"""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path

import pytest

from tests.golden_cases import golden_file
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.checks.policy import Gate
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.workbench import check

EXPECTED: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "check_findings.json").read_bytes()
)


@cache
def named(name: str) -> Catalog:
    if name.startswith("sample:"):
        return load([name]).catalog
    edges = json.loads(golden_file("edge_catalogs.json").read_bytes())
    if name not in edges:
        pytest.skip(f"TOOLSEARCH_GOLDEN names other edge catalogs: there is no {name}")
    data = json.dumps(edges[name]).encode()
    return load(["-"], LoadOptions(stdin=io.BytesIO(data))).catalog


def said_of(catalog: Catalog) -> list[str]:
    scenario = Scenario(host="hermes", context=200_000)
    outcome = check(catalog, (scenario,), (), Gate())
    return [f"{one.rule.code} {one.place.address}: {one.message}" for one in outcome.findings]


@pytest.mark.parametrize("name", EXPECTED)
def test_exactly_these_findings(name: str) -> None:
    assert said_of(named(name)) == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_order_of_sources_and_tools_changes_no_finding_about_one(name: str) -> None:
    """Who comes first decides only who keeps a name."""
    from dataclasses import replace

    catalog = named(name)
    turned = Catalog(
        tuple(
            replace(source, tools=tuple(reversed(source.tools)))
            for source in reversed(catalog.sources)
        )
    )
    by_order = ("TS201", "TS202")
    both = [
        sorted(line for line in said_of(one) if not line.startswith(by_order))
        for one in (catalog, turned)
    ]
    assert both[0] == both[1]


def test_all_edge_catalogs_and_ten_real_ones_are_there() -> None:
    edges = json.loads(
        (Path(__file__).parents[1] / "golden" / "edge_catalogs.json").read_bytes()
    ).keys()
    assert edges <= EXPECTED.keys()
    assert len(EXPECTED.keys() - edges) == 10
