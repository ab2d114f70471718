"""The questions, each one function: what a command or a screen calls. Values in, values out."""

from __future__ import annotations

from toolsearch_cli.workbench.calling import bridging, call
from toolsearch_cli.workbench.capturing import live_catalog, live_changes
from toolsearch_cli.workbench.evaluating import (
    compared,
    compared_with_first,
    evaluations,
    findability,
    made_queries,
    what_if,
)
from toolsearch_cli.workbench.gating import (
    baseline,
    check,
    diff,
    report,
    rooms,
)
from toolsearch_cli.workbench.looking import (
    costs,
    disclosures,
    exact_counts,
    exact_sizes,
    hosts,
    listing_in_form,
    outlooks,
    require_scope,
    sweep,
)
from toolsearch_cli.workbench.reference import converted, formats
from toolsearch_cli.workbench.searching import (
    describe,
    findings_across,
    known_names,
    questions,
    search,
)

__all__ = [
    "baseline",
    "bridging",
    "call",
    "check",
    "compared",
    "compared_with_first",
    "converted",
    "costs",
    "describe",
    "diff",
    "disclosures",
    "evaluations",
    "exact_counts",
    "exact_sizes",
    "findability",
    "findings_across",
    "formats",
    "hosts",
    "known_names",
    "listing_in_form",
    "live_catalog",
    "live_changes",
    "made_queries",
    "outlooks",
    "questions",
    "report",
    "require_scope",
    "rooms",
    "search",
    "sweep",
    "what_if",
]
