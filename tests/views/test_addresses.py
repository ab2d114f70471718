"""Addresses: the same everywhere, and what is printed can be typed again."""

from __future__ import annotations

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.hosts.addressing import resolve
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.settings.budgets import parse_budget
from toolsearch_cli.views.addresses import source_title, tool_title
from toolsearch_cli.views.check import check_page, place_title
from toolsearch_cli.views.describe import describe_page
from toolsearch_cli.workbench import check, describe


def test_a_kind_other_than_mcp_follows_the_name() -> None:
    assert source_title("git", "mcp") == "git"
    assert source_title("notes", "plugin") == "notes (plugin)"
    assert source_title("") == '""'
    assert tool_title("git", "add", "mcp") == "git/add"
    assert tool_title("notes", "jot", "plugin") == "notes/jot (plugin)"
    assert tool_title("", "add") == "/add"


@pytest.mark.parametrize("kind", ["mcp", "plugin"])
@pytest.mark.parametrize("name", ["notes", "a b", ""])
def test_the_address_that_check_prints_means_the_tool(name: str, kind: str) -> None:
    """Without the kind, which is said after it."""
    given = source(name, tool("jot", "Write a note"), kind="plugin" if kind == "plugin" else "mcp")
    of, scenario = catalog(given), Scenario()
    (finding,) = check(of, (scenario,), (parse_budget("tool-tokens", "1"),)).findings
    printed = place_title(finding.place).removesuffix(f" ({kind})")
    assert resolve(host_named("hermes"), of, scenario, printed) == (
        describe(of, scenario, [f"{name}/jot"])[0].name,
    )


def test_check_and_describe_name_a_tool_alike() -> None:
    of, scenario = catalog(*TRACKERS), Scenario()
    found = check(of, (scenario,), (parse_budget("tool-tokens", "notes=1"),))
    (group,) = check_page(found).following
    assert group.notes[0] == "notes (plugin) (catalog.json)"
    assert group.notes[1].startswith("! TS105 error jot: ")
    head = describe_page(of, scenario, describe(of, scenario, ["jot"])).head
    assert "notes/jot (plugin), catalog.json#/servers/2/tools/0" in head
