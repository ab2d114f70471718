"""TS402: a tool that its own first sentence does not find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.own_words import first_sentence
from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.unfound import unfound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each deferred tool that a search for its own first sentence does not return."""
    asked = [
        (sentence, one)
        for one in context.searched
        if (sentence := first_sentence(one.tool.description)) and context.host.sees_words(sentence)
    ]
    for one in unfound(context, asked):
        asked_for = f"its own first sentence, {_short(one.query)!r},"
        message = f"a search for {asked_for} does not find it{one.doubt}"
        remedy = one.remedy("say in it what sets the tool apart")
        yield context.at_tool(RULE, one.tool, message, remedy)


def _short(sentence: str, most: int = 60) -> str:
    return sentence if len(sentence) <= most else f"{sentence[:most].rstrip()}…"


RULE = Rule(
    "TS402",
    "unfound-by-sentence",
    Severity.warning,
    "its own first sentence does not find a tool",
    docs=Docs(
        why=(
            "If not even its own words bring a tool up, no question of a model will. It happens "
            "where many tools share one sentence, and where a long description drowns its words."
        ),
        bad="create_table: Create a table.   # nine tools of nine servers say so",
        good="create_table: Create an Iceberg table in an S3 bucket.",
        fix=(
            "Name the product, the object and the format. `toolsearch query` with the sentence "
            "shows who comes before it, `toolsearch findability` what only this tool says."
        ),
    ),
    host="every host with a search; here the one that is simulated",
    about="host",
    searches=True,
    fires=10,
    find=find,
)
