"""`toolsearch describe`: one tool as the model gets it."""

from __future__ import annotations

from typing import Annotated

import typer

from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    ExactFlag,
    OutputOptions,
    ScenarioOptions,
    with_options,
)

EPILOG = """\b
Examples:
  toolsearch describe github/create_issue -c sample:everyday
  toolsearch describe "mcp__git__*" -c sample:everyday -f json
"""


@with_options
def describe(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME...",
            help="SOURCE/TOOL, the name the model sees, or a bare name that is unique; or a glob.",
        ),
    ],
    exact: ExactFlag = False,
) -> None:
    """Show a tool as the model gets it, its cost and its rivals.

    What tool_describe returns, with the schema as the host makes it; where the tool came from;
    and which other tools its own name and description find.
    """
    from toolsearch_cli.cli.answers import describe_answer
    from toolsearch_cli.cli.inputs import gather, only_scenario
    from toolsearch_cli.workbench import describe as described
    from toolsearch_cli.workbench import exact_sizes

    console = Console(output)
    inputs = gather(console, catalogs, scenario, several=False)
    asked = only_scenario(inputs.scenarios, "describe")
    found = described(inputs.catalog, asked, names)
    sizes = exact_sizes(found) if exact else ()
    describe_answer(inputs.catalog, asked, found, console.format, sizes).write(console)
