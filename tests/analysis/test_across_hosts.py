"""What each host makes of one catalog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.catalogs import catalog, source, tool
from toolsearch_cli.analysis.across_hosts import outlook
from toolsearch_cli.hosts.disclosure import Disclosure
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    import pytest


def test_the_readable_names_are_worked_out_once_and_not_for_each_tool(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are a property over all tools: 34,000 times 34,000 would take minutes."""
    asked: list[Disclosure] = []

    def readable(shown: Disclosure) -> frozenset[str]:
        asked.append(shown)
        return frozenset(one.name for one in shown.deferred)

    monkeypatch.setattr(Disclosure, "readable", property(readable))
    many = catalog(source("docs", *(tool(f"t{at}", "Does.") for at in range(50))))
    found = outlook(host_named("hermes"), many, Scenario())
    assert (found.by_name, len(asked)) == (50, 1)
