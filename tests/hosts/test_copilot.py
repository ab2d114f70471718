"""VS Code Copilot: slots, groups, names, and the other way that Claude models have."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import TRACKERS, catalog, source, tool
from tests.golden_cases import golden_file
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.copilot.grouping import Toolset
from toolsearch_cli.hosts.copilot.host import CopilotHost
from toolsearch_cli.hosts.copilot.naming import prefixes, whole_name
from toolsearch_cli.hosts.copilot.slots import (
    LEAST_GROUPED,
    MATCHED_TOOLS,
    MOST_TOOLS,
    SHOWN,
    allocate,
    most_groups,
)
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure

HOST = CopilotHost()
CASES = json.loads(golden_file("hosts/vscode_slots.json").read_bytes())["cases"]


def shown(*sources: dict[str, Any], **options: str) -> Disclosure:
    names = {key.replace("threshold", "virtualTools.threshold"): options[key] for key in options}
    return HOST.disclose(catalog(*sources), Scenario(host="copilot", options=names))


def server(name: str, tools: int) -> dict[str, Any]:
    return source(name, *(tool(f"{name}{number}", "Do it") for number in range(tools)))


def group_names(found: Disclosure) -> list[Any]:
    bridge: tuple[Any, ...] = found.bridge
    return [one["function"]["name"] for one in bridge]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['available']}-{case['toolsets']}")
def test_slots_are_those_of_the_source(case: dict[str, Any]) -> None:
    sizes = [size for _, size in case["toolsets"]]
    assert list(allocate(sizes, case["available"])) == [given for _, given in case["slots"]]


@pytest.mark.parametrize(
    ("sizes", "available", "slots"),
    [
        ((5, 3), 50, (37, 13)),  # surplus is not given to others
        ((30, 70), 88, (18, 70)),
        ((10, 20), 1, (1, 0)),  # in order of appearance, not by size
        ((10, 20), 0, (0, 0)),
        ((10, 20), -5, (0, 0)),
        ((), 88, ()),
        ((9,), 1, (1,)),
        ((1, 2), 2, (1, 1)),
    ],
)
def test_slots_of_cases_worked_by_hand(
    sizes: tuple[int, ...], available: int, slots: tuple[int, ...]
) -> None:
    assert allocate(sizes, available) == slots


@given(st.lists(st.integers(1, 400), min_size=1, max_size=90), st.integers(-5, 120))
def test_all_slots_are_given_out_and_nobody_goes_without_while_there_are_enough(
    sizes: list[int], available: int
) -> None:
    slots = allocate(sizes, available)
    assert sum(slots) == max(available, 0) if len(sizes) < available else True
    assert (0 not in slots) == (len(sizes) <= available)


def test_the_numbers_of_the_source() -> None:
    assert (MOST_TOOLS, LEAST_GROUPED, MATCHED_TOOLS, SHOWN) == (128, 64, 10, 88)
    assert [most_groups(*case) for case in ((50, 1), (8, 3), (8, 2), (9, 20), (9, 3))] == [
        *(1, 2, 2, 3, 3)
    ]


def test_up_to_128_tools_are_all_shown_and_129_are_grouped() -> None:
    assert shown(server("a", 128)).standing == "all shown: 128 schemas sent"
    over = shown(server("a", 129))
    assert over.standing == (
        "grouped: 0 schemas sent, 129 tools behind up to 33 groups (activate_*)"
    )
    assert len(over.bridge) == 33  # a quarter of them, rounded up: fewer than the 88 slots
    assert over.fidelity == "approximate"
    assert [row.form for row in over.sources] == ["summary"]


def test_a_low_threshold_groups_from_64_tools_on() -> None:
    assert shown(server("a", 63), threshold="10").standing.startswith("all shown")
    assert shown(server("a", 40), server("b", 24), threshold="64").standing.startswith("all shown")
    # 64 tools over 88 slots: each toolset has room for all it has.
    assert shown(server("a", 64), threshold="10").standing.startswith("grouped: 64 schemas sent")


def test_without_a_threshold_nothing_is_grouped_and_the_request_is_refused() -> None:
    over = shown(server("a", 130), threshold="0")
    assert len(over.eager) == 128
    assert [one.kind for one in over.refusals] == ["over-cap"] * 2
    assert "VS Code refuses a request of 130 tools" in over.refusals[0].reason


def test_a_threshold_is_clamped() -> None:
    scenario = Scenario(host="copilot", options={"virtualTools.threshold": "500"})
    assert HOST.settings_used(scenario)["virtualTools.threshold"] == 128
    assert [note.used for note in HOST.setting_notes(scenario)] == ["128"]
    scenario = Scenario(host="copilot", options={"virtualTools.threshold": "-1"})
    assert HOST.settings_used(scenario)["virtualTools.threshold"] == 0


def test_small_toolsets_are_whole_one_slot_is_one_group_the_rest_is_clustered() -> None:
    core = source("own", *(tool(f"own{n}") for n in range(30)), kind="core")
    found = shown(core, server("a", 60), server("b", 30), server("c", 10))  # 58 slots: 39, 12, 7
    forms = {row.source: row.form for row in found.sources}
    assert forms == {"a": "summary", "b": "summary", "c": "summary", "own": None}
    names = group_names(found)
    assert sum(name.startswith("activate_a_") for name in names) == 15
    assert sum(name.startswith("activate_b_") for name in names) == 8
    assert sum(name.startswith("activate_c_") for name in names) == 3
    assert len(found.eager) == 30


def test_toolsets_beyond_the_slots_are_hidden_and_said() -> None:
    found = shown(*(server(f"s{number:02}", 2) for number in range(90)))
    assert len(found.bridge) == 88
    assert {one.kind for one in found.refusals} == {"dropped"}
    assert len(found.refusals) == 4
    assert "2 of 90 toolsets get no slot" in str(found.notes[0])
    first = source("one", tool("solo"))
    alone = shown(first, *(server(f"s{number:02}", 2) for number in range(87)))
    assert [one.name for one in alone.eager] == ["mcp_one_solo"]


def test_built_in_tools_count_and_take_slots() -> None:
    assert shown(server("a", 100), built_in_tools="28").standing.startswith("all shown")
    over = shown(server("a", 100), built_in_tools="29")
    assert over.standing.startswith("grouped")
    assert "built-in" not in [note.code for note in over.notes]
    assert "built-in" in [note.code for note in shown(server("a", 1)).notes]


def test_servers_of_one_name_are_one_toolset() -> None:
    found = shown(server("a", 60), server("a", 1), server("b", 90))
    assert [block.label for block in found.listing.blocks] == ["a", "b"]


@pytest.mark.parametrize(
    ("servers", "expected"),
    [
        (["github"], ["mcp_github_"]),
        (["GitHub Enterprise"], ["mcp_github_enterp_"]),
        (["a!!b"], ["mcp_a_b_"]),
        (["a.b"], ["mcp_a.b_"]),
        (["x", "x", "X"], ["mcp_x_", "mcp_x2_", "mcp_x3_"]),
        (["abcdefghijklmnop"] * 2, ["mcp_abcdefghijklm_", "mcp_abcdefghijkl2_"]),
        ([""], ["mcp__"]),
        (["\u00e9t\u00e9"], ["mcp__t__"]),
    ],
)
def test_a_prefix_has_at_most_18_characters_and_is_numbered(
    servers: list[str], expected: list[str]
) -> None:
    assert list(prefixes(servers)) == expected
    assert all(len(one) <= 18 for one in expected)


def test_a_name_loses_dots_and_each_unit_of_odd_characters() -> None:
    assert whole_name("mcp_a.b_", "c.d e\U0001f600") == "mcp_a_b_c_d_e__"


@given(st.lists(st.tuples(st.text(max_size=20), st.text(min_size=1, max_size=90)), max_size=6))
def test_names_are_valid_and_cut_at_64(pairs: list[tuple[str, str]]) -> None:
    found = shown(*(source(name, tool(of)) for name, of in pairs))
    for one in found.definitions:
        assert re.fullmatch(r"mcp_[a-z0-9_-]{0,14}[A-Za-z0-9_-]{0,60}", one.name), one.name
        assert len(one.name) <= 64


def test_a_cut_name_and_an_empty_description_are_as_the_editor_has_them() -> None:
    found = shown(source("s", tool("t" * 70, None)))
    (one,) = found.eager
    assert one.name == "mcp_s_" + "t" * 58
    assert one.description == "<empty>"
    assert [(refusal.kind, refusal.unreachable) for refusal in found.refusals] == [("cut", False)]
    assert shown(source("s", tool("t" * 58))).refusals == ()


def test_a_schema_without_properties_gets_them() -> None:
    bare = {"name": "x", "description": "d", "inputSchema": {"type": "object"}}
    (one,) = shown(source("s", bare)).eager
    assert one.parameters == {"type": "object", "properties": {}}


def test_for_a_claude_model_all_but_core_tools_are_deferred_and_named() -> None:
    found = shown(*TRACKERS, model="claude")
    assert [one.name for one in found.eager] == ["terminal"]
    assert found.readable == {one.name for one in found.deferred}
    assert len(found.deferred) == 6
    assert found.bridge == (
        {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"},
    )
    assert "mcp_github_list_issues" in found.listing.text
    client = shown(*TRACKERS, model="claude", tool_search="client")
    assert group_names(client) == ["tool_search"]


def test_only_the_search_by_pattern_is_simulated() -> None:
    of = catalog(*TRACKERS)
    claude = Scenario(host="copilot", options={"model": "claude"})
    answer = HOST.search(of, claude, ["create_issue"])
    assert [hit.name for hit in answer.rankings[0].hits] == [
        "mcp_github_create_issue",
        "mcp_linear_create_issue",
    ]
    assert (answer.fidelity, answer.offered) == ("from-source", True)
    client = Scenario(host="copilot", options={"model": "claude", "tool_search": "client"})
    for scenario in (Scenario(host="copilot"), client):
        assert not HOST.searches(scenario)
        with pytest.raises(UsageError, match="embeddings"):
            HOST.search(of, scenario, ["x"])


def test_a_toolset_without_slots_has_no_group() -> None:
    assert Toolset("x", (), 0).groups == 0
