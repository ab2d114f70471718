"""`toolsearch explain`: what a rule finds, why that matters, and how to mend it."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import OutputOptions, with_options

EPILOG = """\b
Examples:
  toolsearch explain
  toolsearch explain TS302
  toolsearch explain cut-sentence TS6
"""


@with_options
def explain(
    output: OutputOptions,
    rules: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RULE]...",
            help="Codes, starts of codes or slugs; all rules as a table without one.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Say what a rule of check finds, why it matters, and how to mend it."""
    from toolsearch_cli.checks.selection import rules_named
    from toolsearch_cli.reports.explain_records import explain_record
    from toolsearch_cli.views.explain import rule_page, rules_page

    console = Console(output)
    found = rules_named(tuple(rules or ()))
    page = rule_page(found) if rules else rules_page(found)
    console.page(page, "explain/1", lambda: explain_record(found))
