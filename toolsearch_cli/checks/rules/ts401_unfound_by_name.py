"""TS401: a tool that its own name does not find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.unfound import unfound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each deferred tool that a search for its bare name does not return."""
    for one in unfound(context, [(tool.tool.name, tool) for tool in context.searched]):
        message = f"a search for {one.query!r} does not find it{one.doubt}"
        remedy = one.remedy("say in its name or description what sets it apart")
        yield context.at_tool(RULE, one.tool, message, remedy)


RULE = Rule(
    "TS401",
    "unfound-by-name",
    Severity.warning,
    "its own name does not find a tool",
    docs=Docs(
        why=(
            "A model that half remembers a tool searches for its name. Where other tools use the "
            "same words more often, or in shorter texts, they fill the few places of the answer."
        ),
        bad="get_calendar: Fetch trading days.   # ten others say calendar twice",
        good="get_market_calendar: Market calendar: the trading days of an exchange.",
        fix=(
            "Repeat the name's words in the description, shorten it, or give the tool a more "
            "telling name. `toolsearch query NAME --explain` shows who comes before it, and "
            "`toolsearch findability` what only this tool says."
        ),
    ),
    host="every host with a search; here the one that is simulated",
    about="host",
    searches=True,
    fires=83,
    find=find,
)
