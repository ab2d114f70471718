"""Checks whose findings are reported: of a hostile catalog, a real one, and two of special ends."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.process.hostile import FILE_NAME, SOURCES
from toolsearch_cli.catalog.lines import Spot
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.checks.findings import Severity
from toolsearch_cli.checks.policy import Gate, Policy
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.reports.finding_reports import FINDING_FORMATS
from toolsearch_cli.settings.budgets import parse_budgets
from toolsearch_cli.workbench import check, report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.checks.budgets import Measure
    from toolsearch_cli.reports.finding_reports import Report

ROOT = Path(__file__).parents[2]
BUDGETS: Mapping[Measure, tuple[str, ...]] = {
    "tools": ("1", "99"),
    "eager-tokens": ("5",),
    "tool-tokens": ("20", "*=10"),
    "form": ("full",),
}
EVERY_RULE = Gate(policy=Policy(select=("all",), fail_level=Severity.warning))


def reported(catalog: Catalog, *, budgets: Mapping[Measure, tuple[str, ...]] = BUDGETS) -> Report:
    scenarios = (Scenario(host="hermes", context=8_000), Scenario(host="hermes@0.22"))
    outcome = check(catalog, scenarios, parse_budgets(budgets), EVERY_RULE)
    return report(outcome, catalog, ROOT)


@cache
def hostile() -> Report:
    """Return a check of a catalog that attacks in every field, from a file with such a name."""
    data = json.dumps({"servers": SOURCES}, indent=2).encode()
    catalog = load(["-"], LoadOptions(stdin=io.BytesIO(data))).catalog
    checked = reported(catalog)
    places = [finding.place.provenance for finding in checked.outcome.findings]
    spots = {place: Spot(FILE_NAME, 3) for place in places if place is not None}
    assert len(checked.outcome.findings) > 10
    return replace(checked, spots=spots, whole=Spot(FILE_NAME))


@cache
def everyday() -> Report:
    return reported(load([str(ROOT / "sample_catalogs" / "everyday")]).catalog)


@cache
def unmeasured() -> Report:
    """Return a check of which one budget has nothing to count: this host has no listing."""
    catalog = load(["sample:demo"]).catalog
    limits = parse_budgets({"listing-tokens": ("5",), "tools": ("999",)})
    return report(check(catalog, (Scenario(host="hermes@0.19"),), limits), catalog, ROOT)


@cache
def clean() -> Report:
    catalog = load(["sample:demo"]).catalog
    return report(
        check(catalog, (Scenario(),), parse_budgets({"tools": ("999",)})), catalog, Path()
    )


MADE = {"hostile": hostile, "everyday": everyday, "unmeasured": unmeasured, "clean": clean}


def written(form: str, of: Report) -> str:
    return FINDING_FORMATS[form].write(of)
