"""What the rules about unfound tools propose: who is in the way, and words of the tool's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import catalog_file, source, tool
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path


def findings(path: str, code: str, *words: str) -> list[dict[str, Any]]:
    ran = CliRunner().invoke(app, ["check", path, "--select", code, "--json", *words])
    found: list[dict[str, Any]] = json.loads(ran.stdout)["findings"]
    return [one for one in found if one["code"] == code]


@pytest.fixture
def crowded(tmp_path: Path) -> str:
    """Six short tools that say a name more often than its owner, which says more besides."""
    crowd = [source(f"s{at}", tool("get_page", "Get page")) for at in range(6)]
    owner = tool(
        "get_page",
        "Get page. From the archive of newspapers, by its issue, its year and its column, "
        "with pictures, advertisements and the weather of that day.",
    )
    return catalog_file(tmp_path, *crowd, source("z", owner))


@pytest.mark.parametrize("code", ["TS401", "TS402"])
def test_the_remedy_names_who_comes_first_and_words_that_only_the_tool_says(
    crowded: str, code: str
) -> None:
    (found,) = [one for one in findings(crowded, code) if one["source"] == "z"]
    assert "mcp__s0__get_page comes first: say in" in found["remedy"]
    proposed = found["remedy"].split("only it says ")[1].split(", ")
    assert len(proposed) == 3
    own = "archive newspapers issue year column pictures advertisements weather day"
    assert set(proposed) <= set(own.split())


def test_a_twin_is_told_that_no_word_sets_it_apart(tmp_path: Path) -> None:
    twins = [source(f"s{at}", tool("get_page", "Get a page.")) for at in range(7)]
    found = findings(catalog_file(tmp_path, *twins), "TS401")
    assert found
    assert all(one["remedy"].endswith("so far no word of it does") for one in found)


def test_words_that_a_search_with_them_finds_it(crowded: str) -> None:
    """The advice holds: what only the tool says, said in a query, finds it."""
    (found,) = [one for one in findings(crowded, "TS401") if one["source"] == "z"]
    words = found["remedy"].split("only it says ")[1].replace(",", "")
    ran = CliRunner().invoke(app, ["query", f"get_page {words}", "-c", crowded, "--json"])
    assert json.loads(ran.stdout)["explain"][0]["hits"][0]["name"] == "mcp__z__get_page"


@pytest.mark.parametrize("code", ["TS401", "TS402"])
def test_what_is_unknown_of_the_tool_stands_in_the_finding(tmp_path: Path, code: str) -> None:
    twins = [
        source(f"s{at}", {**tool("get_page", "Get a page."), "unknown": ["schema"]})
        for at in range(7)
    ]
    found = findings(catalog_file(tmp_path, *twins), code)
    assert found
    for one in found:
        assert one["message"].endswith("does not find it; its schema is unknown, and may say more")
        assert "capture the server's own list of tools, or say in" in one["remedy"]
