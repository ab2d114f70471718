"""Rules on whatever strangers publish, and a new rule, which is one value in the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.catalogs import catalog, source, tool
from toolsearch_cli.checks import rules
from toolsearch_cli.checks.findings import Docs, Rule, Severity, ordered
from toolsearch_cli.checks.policy import Gate, Policy
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.workbench import check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding

EVERYTHING = Gate(policy=Policy(select=("all",)))


@given(given_=strategies.catalogs(strategies.maybe_odd()), host=st.sampled_from(HOST_NAMES))
@settings(max_examples=120, deadline=None)
def test_no_catalog_breaks_a_rule_and_findings_have_one_order(given_: Catalog, host: str) -> None:
    scenario = Scenario(host=host, context=8_000)
    first = check(given_, (scenario,), (), EVERYTHING)
    again = check(given_, (scenario,), (), EVERYTHING)
    assert first.findings == again.findings == ordered(reversed(first.findings))
    for finding in first.findings:
        assert finding.message
        assert finding.place.source is None or finding.place.provenance is not None


@pytest.mark.parametrize("size", [500, 8_000, 1_000_000])
def test_the_size_of_a_context_changes_no_finding_of_a_rule(size: int) -> None:
    """Contexts are therefore not looked at one by one."""
    given_ = catalog(source("a", tool("run", "v1.2 of it"), tool("run-", "Use e.g. this")))
    both = (Scenario(context=size), Scenario(context=200_000))
    alone = [check(given_, (one,), (), EVERYTHING).findings for one in both]
    said = [[(one.rule.code, one.place, one.message) for one in found] for found in alone]
    assert said[0] == said[1] != []
    together = check(given_, both, (), EVERYTHING).findings
    assert {len(one.scenarios) for one in together} <= {0, 2}


def find(context: Context) -> Iterator[Finding]:
    for one in context.published():
        if one.tool.name == "xyzzy":
            yield context.at_tool(NEW, one, "says the magic word", "say something else")


NEW = Rule(
    "TS999",
    "magic-word",
    Severity.error,
    "a tool has a magic name",
    docs=Docs("Why", "bad", "good", "Fix."),
    find=find,
)


def test_a_rule_is_added_by_one_value_in_the_registry(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    from typer.testing import CliRunner

    from tests.catalogs import catalog_file
    from toolsearch_cli.checks import selection
    from toolsearch_cli.cli.app import app

    registry = (*rules.RULES, NEW)
    monkeypatch.setattr(rules, "RULES", registry)
    monkeypatch.setattr(selection, "RULES", registry)
    path = catalog_file(tmp_path, source("cave", tool("xyzzy", "Go there"), tool("plugh", "Go")))
    ran = CliRunner().invoke(app, ["check", path, "--select", "magic-word"])
    assert ran.exit_code == 1
    assert "TS999 error xyzzy: " in ran.stdout
    assert CliRunner().invoke(app, ["check", path, "--ignore", "TS999=cave/*"]).exit_code == 0
    assert "magic-word" in CliRunner().invoke(app, ["explain"]).stdout
    assert "## Why\n\nWhy" in CliRunner().invoke(app, ["explain", "TS999"]).stdout
