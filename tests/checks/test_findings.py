"""Findings have one order, whatever order they were found in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from toolsearch_cli.catalog.model import Provenance
from toolsearch_cli.checks.findings import Asked, Finding, Place, Rule, Severity, folded, ordered

RULES = (
    Rule("TS101", "one", Severity.error, "one"),
    Rule("TS102", "two", Severity.error, "two"),
    Rule("TS201", "three", Severity.warning, "three"),
)
places = st.builds(
    Place,
    source=st.sampled_from([None, "a", "b"]),
    kind=st.sampled_from(["mcp", "plugin"]),
    position=st.integers(0, 2),
    tool=st.sampled_from([None, "t", "u"]),
    provenance=st.sampled_from([None, Provenance("f", "/1"), Provenance("f", "/2")]),
)
findings = st.builds(
    Finding,
    rule=st.sampled_from(RULES),
    place=places,
    message=st.sampled_from(["", "m"]),
    remedy=st.sampled_from(["", "r"]),
    found=st.sampled_from([None, 0, 3, 5]),
    allowed=st.sampled_from([None, 0, 2]),
    scenarios=st.sampled_from([(), (Asked("h", None),), (Asked("h", 9),)]),
)


@settings(max_examples=300)
@given(
    pair=st.lists(findings, max_size=12).flatmap(
        lambda one: st.tuples(st.just(one), st.permutations(one))
    )
)
def test_the_order_is_total(pair: tuple[list[Finding], list[Finding]]) -> None:
    """Findings that differ anywhere are never tied."""
    assert ordered(pair[0]) == ordered(pair[1])


def finding(rule: int, source: str | None, found: int, allowed: int = 10) -> Finding:
    return Finding(
        rule=RULES[rule],
        place=Place(source=source, position=-1 if source is None else 0),
        message="m",
        found=found,
        allowed=allowed,
    )


def test_the_catalog_comes_first_then_the_source_with_the_worst() -> None:
    listed = [
        finding(0, "a", 11),
        finding(2, "b", 99),
        finding(0, "b", 30),
        finding(0, None, 11),
        finding(1, "a", 12),
    ]
    assert [(one.place.source, one.found) for one in ordered(listed)] == [
        (None, 11),
        ("b", 30),
        ("b", 99),
        ("a", 12),
        ("a", 11),
    ]


def test_the_worse_is_over_by_more_of_what_is_allowed() -> None:
    listed = [finding(0, "a", 110, 100), finding(1, "a", 4, 2), finding(1, "a", 1, 0)]
    assert [one.found for one in ordered(listed)] == [1, 4, 110]


def test_equal_findings_of_several_scenarios_are_one() -> None:
    first, second = Asked("hermes", 1), Asked("hermes", 2)
    one = finding(0, "a", 11)
    other = replace(one, message="n")
    joined = folded(
        [
            replace(one, scenarios=(first,)),
            replace(other, scenarios=(first,)),
            replace(one, scenarios=(second,)),
        ]
    )
    assert joined == (
        replace(one, scenarios=(first, second)),
        replace(other, scenarios=(first,)),
    )


def test_of_several_figures_the_worst_is_kept_and_its_scenario_comes_first() -> None:
    asked = [Asked(name, 9) for name in ("a", "b", "c")]
    several = [
        replace(finding(0, "s", found), scenarios=(one,), remedy=f"mend {found}")
        for one, found in zip(asked, (12, 30, 12), strict=True)
    ]
    (one,) = folded(several)
    assert (one.found, one.remedy) == (30, "mend 30")
    assert one.scenarios == (asked[1], asked[0], asked[2])


def test_an_address_says_what_is_meant() -> None:
    assert Place().address == "catalog"
    assert Place(source="git", kind="mcp").address == "git"
    assert Place(source="git", kind="plugin", tool="add").address == "git/add (plugin)"
    assert Place(source="", kind="mcp", tool="add").address == "/add"
