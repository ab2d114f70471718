"""How one tool is said to stand in a turn."""

from __future__ import annotations

import pytest

from tests.catalogs import catalog, source, tool
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.views.tool_detail import standing
from toolsearch_cli.workbench import disclosures

MANY = catalog(source("docs", *(tool(f"t{at:03}", "Does.") for at in range(300))))
LONG = catalog(source("docs", tool("x" * 80, "Does."), tool("short", "Does.")))


@pytest.mark.parametrize(
    ("at", "says"),
    [
        (0, "behind the bridge: its name is listed, its description is not"),
        (299, "behind the bridge: its name is not listed: only a search finds it"),
    ],
)
def test_a_name_that_is_not_among_those_listed_is_not_said_to_be(at: int, says: str) -> None:
    """Arion names the first 256 of its progressive tools."""
    (shown,) = disclosures(MANY, (Scenario(host="arion"),))
    assert standing(shown.definitions[at], shown) == says


def test_a_tool_that_a_host_leaves_out_is_dropped() -> None:
    (shown,) = disclosures(LONG, (Scenario(host="cursor"),))
    said = {one.tool.name: standing(one, shown) for one in shown.definitions}
    assert said["x" * 80].startswith("dropped: server and tool have 84 characters together")
    assert said["short"].startswith("behind the bridge: its name is listed")
