"""What is always loaded, what is searched for, and what is neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import catalog, source, tool
from tests.hosts.graph.asking import asked, names, result, shown
from toolsearch_cli.hosts.graph.facts import CONTROL_STEPS
from toolsearch_cli.hosts.graph.globs import matches
from toolsearch_cli.hosts.graph.host import GraphHost
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure

EVERYTHING = catalog(
    source("linear", tool("get_issue", "Get an issue"), tool("list_issues", "List issues")),
    source("builtin", tool("reshape", "Rebuild data"), tool("infer", "Ask a model about an issue")),
    source(
        "mine",
        tool("plan__search_tools", "Find tools for an issue"),
        tool("plan__compose_plan", "Draft a plan for an issue"),
        tool("plan__triage", "Triage an issue"),
        tool("agent__fixer", "Fix an issue"),
        tool("builtin__git_diff", "Show the diff of an issue"),
        kind="plugin",
    ),
    source("steps", tool("route", "Route an issue"), kind="core"),
)
SEARCHED = {
    "linear__get_issue",
    "linear__list_issues",
    "plan__triage",
    "agent__fixer",
    "builtin__git_diff",
}


def notes(answer: Disclosure) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for note in answer.notes:
        found.setdefault(note.code, []).append(str(note))
    return found


def test_tools_packs_plans_and_agents_are_searched_and_the_planning_plans_are_not() -> None:
    answer = shown(EVERYTHING)
    assert [one.name for one in answer.deferred] == sorted(SEARCHED)
    assert [one.name for one in answer.eager] == ["route", "builtin__infer", "builtin__reshape"]
    assert [one.name for one in answer.refusals] == ["plan__compose_plan", "plan__search_tools"]
    found = names(asked(EVERYTHING, "issue", 100, min_probability=1e-9))
    assert set(found) == SEARCHED - {"linear__list_issues"}
    assert result(asked(EVERYTHING, "issue"))["always"] == ["builtin__infer", "builtin__reshape"]


def test_a_list_replaces_the_default_and_takes_globs() -> None:
    patterns = ["builtin__infer", "builtin__reshape", "linear__get_*"]
    answer = shown(EVERYTHING, always_loaded=patterns)
    assert [one.name for one in answer.eager] == [
        "route",
        "builtin__infer",
        "builtin__reshape",
        "linear__get_issue",
    ]
    assert "built-ins" not in notes(answer)
    less = shown(EVERYTHING, always_loaded="linear__get_*")
    assert {"builtin__infer", "builtin__reshape"} <= {one.name for one in less.deferred}
    (told,) = notes(less)["built-ins"]
    assert "builtin__infer and builtin__reshape are no longer always offered" in told
    found = asked(EVERYTHING, "ask a model", always_loaded="linear__get_*")
    assert names(found) == ["builtin__infer"]
    assert result(found)["always"] == ["linear__get_issue"]


def test_a_pattern_that_fits_nothing_is_told() -> None:
    (told,) = notes(shown(EVERYTHING, always_loaded=["builtin__*", "get_issue"]))["always-loaded"]
    assert "names no tool with get_issue." in told


def test_what_a_catalog_does_not_hold_of_graph_s_own_is_always_there() -> None:
    answer = shown(catalog(source("linear", tool("get_issue"))))
    (told,) = notes(answer)["built-ins"]
    assert "the catalog does not hold them" in told
    assert answer.eager == ()


def test_control_steps_are_offered_and_never_searched() -> None:
    (told,) = notes(shown(EVERYTHING))["control-steps"]
    assert {"route", "map", "exit"} <= set(CONTROL_STEPS)
    assert all(step in told for step in CONTROL_STEPS)
    assert "route" not in names(asked(EVERYTHING, "route", min_probability=0, limit=100))


def test_the_search_is_offered_with_the_defaults_of_its_inputs() -> None:
    (bridge,) = shown(EVERYTHING, min_probability=0.2).bridge
    assert bridge["name"] == "plan__search_tools"
    schema = bridge["inputSchema"]
    assert isinstance(schema, dict)
    assert schema["required"] == ["query"]
    properties = schema["properties"]
    assert isinstance(properties, dict)
    defaults = {key: one.get("default") for key, one in properties.items() if isinstance(one, dict)}
    assert defaults == {
        "query": None,
        "min_probability": 0.2,
        "limit": 10,
        "model": "decider",
        "chunk_size": 250,
        "schemas": True,
    }
    assert shown(EVERYTHING, always_loaded=["*"]).bridge == ()


def test_every_default_of_the_document() -> None:
    used = GraphHost().settings_used(Scenario(host="graph"))
    assert {
        "always_loaded": "builtin__infer, builtin__reshape",
        "min_probability": 0.1,
        "limit": 10,
        "model": "decider",
        "chunk_size": 250,
        "schemas": True,
        "plan": "the built-in search_tools",
    }.items() <= used.items()


def test_output_schemas_of_what_is_always_loaded_are_told_of() -> None:
    from dataclasses import replace

    (one,) = catalog(source("srv", tool("t"))).sources
    declared = replace(one.tools[0], output_schema={"type": "object"})
    with_schema = replace(catalog(), sources=(replace(one, tools=(declared,)),))
    (told,) = notes(shown(with_schema, always_loaded=["srv__*"]))["output-schemas"]
    assert "1 always-loaded tool declares an output schema" in told
    (found,) = result(asked(with_schema, "srv"))["tools"]
    assert found["outputSchema"] == {"type": "object"}
    brief = result(asked(with_schema, "srv", schemas=False))["tools"]
    assert "outputSchema" not in brief[0]


def test_the_answer_does_not_rest_on_the_order_of_sources() -> None:
    turned = catalog()
    turned = type(turned)(tuple(reversed(EVERYTHING.sources)))
    one, two = shown(EVERYTHING), shown(turned)
    assert one.array == two.array
    assert one.deferred_tokens == two.deferred_tokens
    assert list(map(str, one.notes)) == list(map(str, two.notes))
    assert names(asked(EVERYTHING, "issue")) == names(asked(turned, "issue"))


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("linear__*", "linear__list_issues", True),
        ("linear__*", "github__list_issues", False),
        ("*__search", "github__search", True),
        ("*__search", "github__search_code", False),
        ("linear__*_issues", "linear__list_issues", True),
        ("*", "anything", True),
        ("*", "", True),
        ("**", "anything", True),
        ("a**c", "abc", True),
        ("*b*", "abc", True),
        ("*b*c", "abcbd", False),
        ("a*a", "a", False),
        ("a*a", "aa", True),
        ("ab*ba", "aba", False),
        ("*x*", "abc", False),
        ("linear__get", "linear__get_issue", False),
        ("", "", True),
        ("", "a", False),
        ("[a]", "a", False),
        ("a?", "ab", False),
    ],
)
def test_patterns(pattern: str, name: str, *, fits: bool) -> None:
    assert matches(pattern, name) is fits


@given(st.lists(st.text("ab_", max_size=3), min_size=1, max_size=4), st.text("ab_", max_size=5))
def test_a_star_stands_for_any_run(parts: list[str], run: str) -> None:
    assert matches("*".join(parts), run.join(parts))
