"""Every golden case of the five releases: disclosure to the byte, searches to the sixth digit."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import GIVEN, HERE, Case, golden_catalog, hermes_cases
from toolsearch_cli.hosts.hermes.host import HermesHost
from toolsearch_cli.hosts.hermes.releases import RELEASES, release_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Collision, Disclosure

NUMBERED = [
    (f"{release.name}-{number}", release.name, case)
    for release in RELEASES
    for number, case in enumerate(hermes_cases(release.name), start=1)
]
CASES = [pytest.param(release, case, id=name) for name, release, case in NUMBERED]
SEARCHES = [
    pytest.param(release, case, id=name)
    for name, release, case in NUMBERED
    if "searches" in case["expect"]
]


def scenario_of(release: str, case: Case) -> Scenario:
    settings = case["settings"]
    return Scenario(host=release, context=settings["context"], config=settings.get("config", {}))


def disclosed(release: str, case: Case) -> Disclosure:
    host = HermesHost(release_named(release))
    return host.disclose(golden_catalog(case["catalog"]), scenario_of(release, case))


@pytest.mark.parametrize(("release", "case"), CASES)
def test_disclosure_is_the_hosts(release: str, case: Case) -> None:
    expect = case["expect"]
    assert "error" not in expect, "no case is one where the host raises"
    shown = disclosed(release, case)
    lists = release_named(release).listing
    found = {
        "activated": shown.activated,
        "tier": shown.tier,
        "form": shown.listing.form if lists else None,
        "budget": shown.budget,
        "deferred_count": len(shown.deferred),
        "deferred_tokens": shown.deferred_tokens,
        "all_tools_tokens": shown.all_tools_tokens,
        "manifest_chars": len(shown.listing.text),
        "manifest_tokens": shown.listing_tokens,
        "per_group_modes": {
            block.label: block.form for block in shown.listing.blocks if "\n" not in block.label
        },
    }
    assert found == {key: expect[key] for key in found}


@pytest.mark.parametrize(("release", "case"), CASES)
def test_texts_are_the_hosts(release: str, case: Case) -> None:
    expect = case["expect"]
    shown = disclosed(release, case)
    text = shown.listing.text
    if "manifest" in expect:
        assert text == expect["manifest"]
    if "manifest_sha256" in expect:
        assert hashlib.sha256(text.encode()).hexdigest() == expect["manifest_sha256"]
    else:
        assert text == ""
    names = [definition.name for definition in shown.eager]
    if "eager" in expect:
        assert names == expect["eager"]
    else:
        assert hashlib.sha256("\n".join(names).encode()).hexdigest() == expect["eager_sha256"]


@pytest.mark.parametrize(("release", "case"), CASES)
def test_collisions_are_the_hosts(release: str, case: Case) -> None:
    """The golden words name the facts; an overwrite inside one server is ours to add."""
    catalog = golden_catalog(case["catalog"])
    names = [source.name for source in catalog.sources]
    shown = disclosed(release, case)
    told = {words for one in shown.collisions if (words := in_golden_words(one, names)) is not None}
    assert told == set(case["expect"]["diagnostics"])


def in_golden_words(one: Collision, sources: list[str]) -> str | None:
    source, owner = sources[one.source], sources[one.owner]
    match one.kind:
        case "ambiguous":
            raw = sorted(one.raw_names)
            return f"ambiguous within {source}: {one.name} <- {raw}: all skipped"
        case "repeated":
            return f"exact duplicate in {source}: {one.name} kept once"
        case "owned":
            return f"mcp-{source}:{one.raw_names[0]} -> {one.name} owned by mcp-{owner}: skipped"
        case "overwritten" if one.source != one.owner:
            return f"mcp-{source}:{one.raw_names[0]} -> {one.name} overwrote mcp-{owner}"
    return None


@pytest.mark.parametrize(("release", "case"), SEARCHES)
def test_searches_are_the_hosts(release: str, case: Case) -> None:
    host = HermesHost(release_named(release))
    catalog = golden_catalog(case["catalog"])
    scenario = scenario_of(release, case)
    for search in case["expect"]["searches"]:
        answer = host.search(catalog, scenario, [search["query"]], search["limit"])
        hits = [hit.name for ranking in answer.rankings for hit in ranking.hits]
        assert hits == search["hits"], search["query"]
        expected = search.get("scores", [])
        scores = plain_scores(release, json.dumps(case["catalog"]), search["query"])
        assert [name for name, _ in scores] == [name for name, _ in expected], search["query"]
        assert [score for _, score in scores] == pytest.approx(
            [score for _, score in expected], abs=1e-6
        )


@cache
def plain_scores(release: str, catalog_key: str, query: str) -> list[tuple[str, float]]:
    host = HermesHost(release_named(release))
    catalog = golden_catalog(json.loads(catalog_key))
    return host.scores(catalog, Scenario(host=release), query)[:10]


def test_nothing_is_missing() -> None:
    """All 1,585 cases are here, unless others are tried in their place."""
    counts = {release.name: len(hermes_cases(release.name)) for release in RELEASES}
    assert min(counts.values()) > 0
    if GIVEN == HERE:
        assert len(CASES) == 1_585
