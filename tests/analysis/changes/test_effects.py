"""What a change does to the model: tier, forms, tokens, listing, prompt cache, answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogs import TRACKERS, catalog, source, tool
from tests.strategies import catalogs, scenarios
from toolsearch_cli.analysis.changes.diff import CONDITIONS, Diff
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.workbench import diff

if TYPE_CHECKING:
    from toolsearch_cli.analysis.changes.effects import Effect

WIDE = Scenario(context=200_000)
MORE = (*TRACKERS, source("big", *(tool(f"tool_{n}", "Does a thing") for n in range(400))))


def found(
    old: tuple[Any, ...], new: tuple[Any, ...], scenario: Scenario = WIDE, *queries: str
) -> Diff:
    return diff(catalog(*old), catalog(*new), (scenario,), queries)


def effect(
    old: tuple[Any, ...], new: tuple[Any, ...], scenario: Scenario = WIDE, *queries: str
) -> Effect:
    return found(old, new, scenario, *queries).effects[0]


def test_a_source_too_many_changes_the_forms_of_the_others() -> None:
    one = effect(TRACKERS, MORE, Scenario(context=20_000))
    assert (one.before.listing.form, one.after.listing.form) == ("full", "mixed")
    forms = {
        row.source: (row.before.form if row.before else None, row.after and row.after.form)
        for row in one.sources
        if row.is_changed
    }
    assert forms["big"] == (None, "summary")
    assert forms["github"] == ("full", "names")


def test_a_worse_tier_fires_and_a_better_one_does_not() -> None:
    scenario = Scenario(context=1_000)
    worse, better = found(TRACKERS[3:], TRACKERS, scenario), found(TRACKERS, TRACKERS[3:], scenario)
    assert (worse.effects[0].before.tier, worse.effects[0].after.tier) == (0, 2)
    assert worse.fires("tier")
    assert not better.fires("tier")


def test_a_host_that_fails_now_is_a_worse_tier() -> None:
    assert found((source("a", tool("t", "x")),), (source("a", tool("t", 7)),)).fires("tier")


def test_a_host_without_tiers_gets_worse_when_its_bridge_goes_on() -> None:
    old = Scenario(host="hermes@0.19", context=10_000)
    assert found(TRACKERS, MORE, old).fires("tier")


def test_tokens_of_tools_that_came_went_or_grew() -> None:
    new = (
        source("github", tool("create_issue", "Create a new issue in a repository, now longer")),
        *TRACKERS[1:],
    )
    one = effect(TRACKERS, new)
    rows = {row.tool: row for row in one.tools}
    assert set(rows) == {"create_issue", "list_issues", "search_code"}
    assert rows["list_issues"].after is None
    sizes = [abs(row.growth) for row in one.tools]
    assert sizes == sorted(sizes, reverse=True)
    gained = one.after.all_tools_tokens - one.before.all_tools_tokens
    assert abs(sum(row.growth for row in one.tools) - gained) <= len(one.tools)


def test_lines_of_the_listing_that_went_and_came() -> None:
    new = (source("notes", tool("jot", "Write it down", "text"), kind="plugin"), *TRACKERS[:2])
    one = effect(TRACKERS[:3], new)
    assert one.manifest == ("-- jot: Write a note", "+- jot: Write it down")


def test_the_cache_is_good_up_to_the_first_other_byte() -> None:
    scenario = Scenario(context=200_000, config={"enabled": "off"})
    new = (
        source("core", tool("terminal", "Run a command", "command"), kind="core"),
        source("zoo", tool("é", "Feed"), kind="plugin"),
    )
    one = effect(TRACKERS[3:], new, scenario)
    old_bytes, new_bytes = (
        json.dumps(list(shown.array), ensure_ascii=False, separators=(",", ":")).encode()
        for shown in (one.before, one.after)
    )
    array = one.array
    assert (array.before, array.after) == (len(old_bytes), len(new_bytes))
    assert array.offset is not None
    assert old_bytes[: array.offset] == new_bytes[: array.offset]
    assert old_bytes[array.offset : array.offset + 1] != new_bytes[array.offset : array.offset + 1]
    assert array.lost == len(new_bytes) - array.offset


def test_answers_that_change() -> None:
    new = (source("github", tool("open_ticket", "Create a new issue", "title")), *TRACKERS[1:])
    one = effect(TRACKERS, new, WIDE, "search code", "jot", "write a note")
    search, jot, note = one.answers
    assert (search.before, search.after) == (("mcp__github__search_code",), ())
    assert search.is_first_changed
    assert jot.before == jot.after == ("jot",)
    assert note.is_changed
    assert not note.is_first_changed


def test_what_is_outside_the_scope_is_compared_with_nothing() -> None:
    scenario = Scenario(context=200_000, scope=Scope(only=("notes",)))
    same = found(TRACKERS, (TRACKERS[2],), scenario)
    assert same.is_empty
    assert same.left_out == 3
    assert same.effects[0].array.offset is None


def test_an_incomplete_page_is_named() -> None:
    from dataclasses import replace

    from toolsearch_cli.catalog.model import Catalog

    old = catalog(*TRACKERS)
    new = Catalog((replace(old.sources[0], incomplete=True), *old.sources[1:]))
    assert diff(old, new, (WIDE,)).incomplete == ("github",)


@settings(max_examples=40)
@given(catalogs(most=3), catalogs(most=3), scenarios(), st.sampled_from(["get", "create issue"]))
def test_every_effect_holds_together(old: Any, new: Any, scenario: Scenario, query: str) -> None:
    from toolsearch_cli.analysis.changes.effects import effect as effect_of

    host = host_named(scenario.host)
    same = effect_of(host, scenario, (old, old), [query])
    assert (same.array.offset, same.array.lost, same.manifest, same.tools) == (None, 0, (), ())
    assert not any(row.is_changed for row in same.sources)
    assert not any(answer.is_changed for answer in same.answers)
    assert not same.is_worse_tier
    there = effect_of(host, scenario, (old, new), [query])
    back = effect_of(host, scenario, (new, old), [query])
    assert there.array.offset == back.array.offset
    assert len(there.sources) == len(back.sources)
    assert sorted(row.growth for row in there.tools) == sorted(-row.growth for row in back.tools)


def test_conditions_fire_from_the_worst_down() -> None:
    described = (source("github", tool("t", "a", "x")), source("github2", tool("t", "b", "x")))
    routing = found(described[:1], (source("github", tool("t", "b", "x")),))
    assert [routing.fires(one) for one in CONDITIONS] == [False, True, True, False]
    breaking = found(TRACKERS, TRACKERS[:3])
    assert [breaking.fires(one) for one in CONDITIONS] == [True, True, True, False]
    assert not any(found(TRACKERS, TRACKERS).fires(one) for one in CONDITIONS)
