"""`toolsearch tiers`: which tier, and what each source degrades to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toolsearch_cli.cli.choices import SortKey
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    CatalogPaths,
    ExactFlag,
    OutputOptions,
    ScenarioOptions,
    with_options,
)

if TYPE_CHECKING:
    from toolsearch_cli.cli.inputs import Inputs


@with_options
def tiers(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    paths: CatalogPaths = None,
    sort: Annotated[
        SortKey,
        typer.Option(
            help="Order of the sources; of several scenarios the first decides. findability: "
            "the hardest to find first, which is measured."
        ),
    ] = SortKey.name,
    top: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Show only the first N sources.")
    ] = None,
    exact: ExactFlag = False,
) -> None:
    """Say which tier a catalog lands in and what each source becomes.

    With several contexts or hosts: a matrix, one column each. Tokens are the host's own
    estimate, which decides; --exact adds real ones, which inform.
    """
    from toolsearch_cli.cli.inputs import gather
    from toolsearch_cli.reports.records import tiers_record
    from toolsearch_cli.views.matrix import matrix_page
    from toolsearch_cli.views.tiers import tiers_page
    from toolsearch_cli.workbench import disclosures, exact_counts

    console = Console(output)
    inputs = gather(console, catalogs, scenario, paths or ())
    answers = disclosures(inputs.catalog, inputs.scenarios)
    counts = exact_counts(answers) if exact else ()
    found = _found(console, inputs) if sort is SortKey.findability else None
    if len(answers) == 1:
        page = tiers_page(
            answers[0],
            sort=sort.value,
            top=top,
            exact=counts[0] if counts else None,
            found=found,
            next_steps=_next(inputs.named),
        )
    else:
        page = matrix_page(answers, sort=sort.value, top=top, exact=counts, found=found)
    console.page(page, "tiers/1", lambda: tiers_record(inputs.catalog, answers, counts, found))


def _found(console: Console, inputs: Inputs) -> dict[int, float]:
    """Measure how well the first scenario's search finds the tools of each source."""
    from toolsearch_cli.cli.progress import Progress
    from toolsearch_cli.workbench import findability

    with Progress(console, "tools", inputs.catalog.tool_count) as progress:
        return findability(inputs.catalog, inputs.scenarios[0], progress.advance).by_source()


def _next(named: str) -> tuple[str, ...]:
    again = f" {named}" if named else ""
    return (
        f"toolsearch manifest{again}   the text the model reads",
        f'toolsearch query "create issue"{again}   what a search finds',
    )
