"""Budgets against small catalogs: what is counted, whose budget counts, what fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.checks.examples import check, found, scenario, source, statuses, tool
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.checks.budgets import MEASURES
from toolsearch_cli.checks.rules import BUDGET_RULES
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json, Source
    from toolsearch_cli.checks.budgets import Measure

GIT = source("git", "add", "commit", "push")
WEB = source("web", "fetch")
NUMBERS = tuple(measure for measure in MEASURES if measure != "form")
BIG = source("big", *(f"tool_{number:03}" for number in range(400)))


def test_every_measure_has_a_rule_of_its_own() -> None:
    codes = [BUDGET_RULES[measure].code for measure in MEASURES]
    assert codes == [f"TS10{number}" for number in range(1, len(MEASURES) + 1)]


def test_figures_are_those_of_tiers() -> None:
    catalog = Catalog((GIT, WEB))
    shown = host_named("hermes").disclose(catalog, scenario())
    outcome = check(
        catalog.sources,
        ("tools", "0"),
        ("eager-tokens", "0"),
        ("listing-tokens", "0"),
        ("tier", "0"),
        ("tools", "git=0"),
        ("eager-tokens", "git=0"),
        ("listing-tokens", "git=0"),
        ("tier", "git=0"),
    )
    git = next(row for row in shown.sources if row.source == "git")
    by_place = {(code, place): figure for code, place, figure, _ in found(outcome)}
    assert by_place == {
        ("TS101", "catalog"): 4,
        ("TS102", "catalog"): shown.all_tools_tokens,
        ("TS103", "catalog"): shown.listing_tokens,
        ("TS104", "catalog"): 1,
        ("TS101", "git"): 3,
        ("TS102", "git"): git.eager_tokens,
        ("TS103", "git"): git.listing_tokens,
        ("TS104", "git"): 1,
    }


def test_what_is_allowed_may_be_used_up() -> None:
    assert check((GIT, WEB), ("tools", "4"), ("tools", "git=3"), ("tier", "1")).passed
    assert not check((GIT, WEB), ("tools", "3")).passed


def test_a_tool_that_the_host_skips_is_not_counted() -> None:
    """Two raw names with one qualified name: the host knows neither."""
    assert check((source("git", "a-b", "a.b", "c"),), ("tools", "1")).passed


def test_each_tool_over_its_budget_is_a_finding() -> None:
    long = tool("long", "word " * 100)
    longer = tool("longer", "word " * 200)
    outcome = check((source("a", long, longer, "short"), WEB), ("tool-tokens", "100"))
    assert [(code, place) for code, place, *_ in found(outcome)] == [
        ("TS105", "a/longer"),
        ("TS105", "a/long"),
    ]
    assert outcome.findings[0].place.provenance == longer.provenance
    assert "description" in outcome.findings[0].remedy
    (measured,) = outcome.measurements
    assert (measured.place.address, measured.status) == ("a/longer", "exceeded")


def test_a_heavy_schema_is_named_as_what_weighs() -> None:
    schema: Json = {"type": "object", "properties": {"x": {"enum": ["word"] * 200}}}
    outcome = check((source("a", tool("t", "Short.", schema)),), ("tool-tokens", "50"))
    assert "schema" in outcome.findings[0].remedy


def test_the_part_that_weighs_is_named_whatever_it_is() -> None:
    away: Json = {"type": "object", "$defs": {"D": {"enum": ["word"] * 90}}}
    for one, said in (
        (tool("t", "word " * 90, {"type": "object"}), "shorten its description"),
        (tool("t" * 400, "Short.", {"type": "object"}), "shorten its name"),
        (tool("t", "Short.", away), "beside the parameters"),
        (tool("t", "Short.", {"type": "object"}), "none of its parts is long"),
    ):
        (found_,) = check((source("a", one),), ("tool-tokens", "5")).findings
        assert said in found_.remedy


def test_what_is_enough_is_named_as_the_remedy() -> None:
    """Names for a form of names, one line each for a tier; descriptions where they are asked."""
    wanted: tuple[tuple[int, Measure, str, str], ...] = (
        (100, "tier", "1", "One line each"),
        (100, "form", "summary", "One line each"),
        (2_000, "form", "names", "Names for all"),
        (2_000, "form", "full", "Without big the other one would be full"),
        (2_000, "tier", "0", "switch the bridge off"),
    )
    for context, measure, limit, said in wanted:
        asked = (scenario(context=context),)
        (found_,) = check((GIT, BIG), (measure, limit), scenarios=asked).findings
        assert said in found_.remedy, (measure, limit)


def test_a_source_of_its_own_budget_is_exempt_from_the_one_for_every_tool() -> None:
    long = tool("long", "word " * 100)
    sources = (source("a", long), source("b", long))
    outcome = check(sources, ("tool-tokens", "100"), ("tool-tokens", "b=500"))
    assert [place for _, place, *_ in found(outcome)] == ["a/long"]
    outcome = check(sources, ("tool-tokens", "500"), ("tool-tokens", "b=100"))
    assert [place for _, place, *_ in found(outcome)] == ["b/long"]
    assert check(sources[1:], ("tool-tokens", "100"), ("tool-tokens", "b=500")).passed


def test_of_several_budgets_for_one_source_the_last_counts() -> None:
    assert check((GIT, WEB), ("tools", "*=1"), ("tools", "git=3")).passed
    outcome = check((GIT, WEB), ("tools", "git=3"), ("tools", "*=1"))
    assert found(outcome) == [("TS101", "git", 3, 1)]
    assert check((GIT,), ("tools", "1"), ("tools", "5")).passed


def test_a_glob_measures_each_source_by_itself() -> None:
    assert statuses(check((GIT, WEB), ("tools", "*=2"))) == [
        ("--max-tools *=2", "git", "exceeded"),
        ("--max-tools *=2", "web", "held"),
    ]


def test_two_sources_of_one_name_are_two_places() -> None:
    plugin = source("git", "status", "stash", kind="plugin")
    outcome = check((GIT, plugin), ("tools", "git=1"))
    assert found(outcome) == [("TS101", "git", 3, 1), ("TS101", "git (plugin)", 2, 1)]


@pytest.mark.parametrize(
    ("context", "tier", "of_git", "of_big"),
    [(None, 1, 1, 1), (2_000, 1, 1, 2), (100, 2, 2, 2)],
)
def test_the_tier_of_a_catalog_and_of_a_source(
    context: int | None, tier: int, of_git: int, of_big: int
) -> None:
    """A source by itself is in tier 2 where its tools are not named."""
    outcome = check(
        (GIT, BIG), ("tier", "0"), ("tier", "*=0"), scenarios=(scenario(context=context),)
    )
    assert {place: figure for _, place, figure, _ in found(outcome)} == {
        "catalog": tier,
        "git": of_git,
        "big": of_big,
    }


@pytest.mark.parametrize(
    ("context", "form", "worst"),
    [(None, "full", None), (2_000, "names", "big: summary"), (100, "summary", "big: hidden")],
)
def test_the_worst_form_is_named_with_the_source_that_has_it(
    context: int | None, form: str, worst: str | None
) -> None:
    outcome = check((GIT, BIG), ("form", form), scenarios=(scenario(context=context),))
    said = [f"{one.place.address}: {one.message}" for one in outcome.findings]
    assert bool(said) is (worst is not None)
    if worst is not None:
        source, _, its = worst.partition(": ")
        assert said == [f"{source}: form in the listing: {its}, the worst allowed is {form}"]


def test_a_source_of_its_own_form_is_exempt_from_the_one_for_all() -> None:
    asked = (scenario(context=2_000),)
    assert not check((GIT, BIG), ("form", "names"), scenarios=asked).passed
    assert check((GIT, BIG), ("form", "names"), ("form", "big=summary"), scenarios=asked).passed
    assert not check((GIT, BIG), ("form", "big=names"), scenarios=asked).passed


def test_what_is_paid_this_turn_is_the_payment_and_of_a_source_its_own_part() -> None:
    shown = host_named("hermes").disclose(Catalog((GIT, WEB)), scenario())
    outcome = check((GIT, WEB), ("shown-tokens", "0"), ("shown-tokens", "git=0"))
    git = next(row for row in shown.sources if row.source == "git")
    assert found(outcome) == [
        ("TS106", "catalog", shown.payment.total, 0),
        ("TS106", "git", git.now_tokens, 0),
    ]


def test_core_tools_are_sent_so_they_are_in_tier_0() -> None:
    core = source("core", "terminal", "read_file", kind="core")
    assert check((core,), ("tier", "0"), ("tier", "core=0")).passed


def test_every_scenario_is_checked_and_equal_findings_are_one() -> None:
    scenarios = (scenario(), scenario(context=None), scenario("hermes@0.22"))
    outcome = check((GIT, WEB), ("tools", "3"), ("tier", "1"), scenarios=scenarios)
    assert len(outcome.measurements) == 6
    (finding,) = outcome.findings
    assert [(one.host, one.context) for one in finding.scenarios] == [
        ("hermes", 200_000),
        ("hermes", None),
        ("hermes@0.22", 200_000),
    ]


def test_a_finding_names_only_the_scenario_it_holds_in() -> None:
    scenarios = (scenario(), scenario(context=100))
    (finding,) = check((GIT,), ("tier", "1"), scenarios=scenarios).findings
    assert [one.context for one in finding.scenarios] == [100]


def test_a_source_out_of_scope_does_not_exist() -> None:
    scenarios = (scenario(without="git"),)
    assert check((GIT, WEB), ("tools", "1"), scenarios=scenarios).passed
    with pytest.raises(UsageError, match="--max-tools git=5: no such source"):
        check((GIT, WEB), ("tools", "git=5"), scenarios=scenarios)


def test_a_pattern_that_names_nothing_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="no such source") as raised:
        check((GIT, WEB), ("tools", "gti=5"))
    assert raised.value.hint == "did you mean git?"
    with pytest.raises(UsageError, match="no such source") as raised:
        check((GIT, WEB), ("tools", "zzz*=5"))
    assert raised.value.hint == "sources: git, web"


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("sources", [(), (source("empty"),)])
def test_no_tool_is_never_a_pass(measure: Measure, sources: tuple[Source, ...]) -> None:
    outcome = check(sources, (measure, "hidden" if measure == "form" else "2"))
    assert not outcome.passed
    assert not outcome.failed
    assert [one.status for one in outcome.measurements] == ["unmeasured"]


def test_an_empty_source_beside_others_hides_nothing() -> None:
    empty = source("empty")
    assert check((GIT, empty), ("tools", "*=3"), ("tool-tokens", "*=900")).passed
    assert not check((GIT, empty), ("tools", "empty=3")).passed


@pytest.mark.parametrize("measure", NUMBERS)
def test_one_page_of_several_cannot_pass_but_can_fail(measure: Measure) -> None:
    sources = (GIT, source("page", "one", "two", incomplete=True))
    for budget in ("2", "page=2") if measure == "tier" else ("90k", "page=90k"):
        outcome = check(sources, (measure, budget))
        assert (outcome.failed, outcome.passed) == (False, False)
        assert outcome.measurements[0].found is not None
    for budget in ("0", "page=0"):
        assert check(sources, (measure, budget)).failed
    assert check(sources, (measure, "git=2" if measure == "tier" else "git=90k")).passed


def test_one_page_of_a_source_without_a_name_cannot_pass_either() -> None:
    outcome = check((source("", "a", incomplete=True),), ("tools", "5"))
    assert (outcome.failed, outcome.passed) == (False, False)


@pytest.mark.parametrize(
    ("measure", "reason"), [("tier", "has no tiers"), ("listing-tokens", "has no listing")]
)
def test_what_a_host_does_not_have_is_not_measured(measure: Measure, reason: str) -> None:
    scenarios = (scenario("hermes@0.19", 8_000),)
    outcome = check((BIG,), (measure, "2"), ("tools", "500"), scenarios=scenarios)
    assert [one.status for one in outcome.measurements] == ["held", "unmeasured"]
    (doubt,) = (one.doubt for one in outcome.unmeasured)
    assert doubt
    assert reason in doubt.reason


def test_a_host_that_fails_is_not_in_tier_0() -> None:
    """It sends every schema, which must not pass as the best tier."""
    broken = source("a", tool("t", 7))
    outcome = check((GIT, broken), ("tier", "2"), ("listing-tokens", "500"), ("tools", "9"))
    assert [one.status for one in outcome.measurements] == ["held", "unmeasured", "unmeasured"]


def test_headroom_is_what_is_left() -> None:
    outcome = check((GIT, WEB), ("tools", "10"), ("tools", "git=2"))
    assert [one.headroom for one in outcome.measurements] == [6, -1]
