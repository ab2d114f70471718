"""Gemini CLI: names, against those of the real program, and all schemas up front."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import TRACKERS, catalog, source, tool
from tests.golden_cases import golden_file
from toolsearch_cli.hosts.gemini_cli import LONGEST_NAME, GeminiCliHost, valid_name
from toolsearch_cli.hosts.scenario import Scenario

HOST = GeminiCliHost()
SCENARIO = Scenario(host="gemini-cli")
CASES = json.loads(golden_file("hosts/gemini_cli_names.json").read_bytes())["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['server']}-{case['tool']}"[:40])
def test_a_name_is_the_one_that_the_real_program_gives(case: dict[str, str]) -> None:
    assert valid_name(case["server"], case["tool"]) == case["name"]


@pytest.mark.parametrize(
    ("server", "tool_name", "name"),
    [
        ("s", "\U0001f600", "mcp_s___"),  # one emoji is two UTF-16 units
        ("s", "\u00e9", "mcp_s__"),
        ("", "x", "mcp__x"),
        ("", "", "mcp__"),
        ("mcp_", "x", "mcp__x"),
        ("MCP_a", "x", "mcp_MCP_a_x"),
        ("mcp", "_x", "mcp__x"),
        ("a/b", "c\nd", "mcp_a_b_c_d"),
    ],
)
def test_the_prefix_comes_first_and_each_utf16_unit_becomes_an_underscore(
    server: str, tool_name: str, name: str
) -> None:
    assert valid_name(server, tool_name) == name


def test_63_characters_stay_and_64_are_cut_in_the_middle() -> None:
    assert valid_name("s", "x" * 57) == "mcp_s_" + "x" * 57
    cut = valid_name("s", "a" * 29 + "b" * 29)
    assert cut == f"mcp_s_{'a' * 24}...{'a' * 1}{'b' * 29}"
    assert len(cut) == LONGEST_NAME == 63


@given(server=st.text(), tool_name=st.text())
def test_a_name_is_always_valid(server: str, tool_name: str) -> None:
    assert re.fullmatch(r"mcp_[A-Za-z0-9_.:-]{1,59}", valid_name(server, tool_name))


def test_everything_is_sent_and_cut_names_are_said() -> None:
    shown = HOST.disclose(catalog(*TRACKERS, source("s", tool("y" * 70))), SCENARIO)
    names = [one.name for one in shown.eager]
    assert "mcp_github_create_issue" in names
    assert {"jot", "terminal"} <= set(names)
    assert shown.standing == "eager: 8 schemas sent"
    assert not shown.deferred
    assert [(one.kind, one.unreachable) for one in shown.refusals] == [("cut", False)]
    assert "its name is cut to mcp_s_" in str(shown.notes[0])
    assert not HOST.searches(SCENARIO)


def test_two_names_that_become_one_collide() -> None:
    shown = HOST.disclose(catalog(source("a b", tool("x")), source("a_b", tool("x"))), SCENARIO)
    assert [one.name for one in shown.collisions] == ["mcp_a_b_x"]


@pytest.mark.parametrize(("tools", "codes"), [(512, []), (513, ["api-cap"])])
def test_more_than_512_tools_are_warned_of_and_sent_all_the_same(
    tools: int, codes: list[str]
) -> None:
    shown = HOST.disclose(catalog(source("s", *(tool(f"t{n}") for n in range(tools)))), SCENARIO)
    assert len(shown.eager) == tools
    assert [note.code for note in shown.notes] == codes
