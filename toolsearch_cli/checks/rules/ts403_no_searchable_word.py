"""TS403: text in which the search sees no word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


def find(context: Context) -> Iterator[Finding]:
    """Yield each deferred tool whose description, or whose whole text, has no indexed word."""
    sees_words = context.host.sees_words
    for one in context.searched:
        text = one.tool.description
        if not isinstance(text, str) or not text.strip() or sees_words(text):
            continue
        message = "the search sees no word in its name and description: nothing finds it"
        if sees_words(one.tool.name):
            message = "the search sees no word in its description: only its name is found"
        yield context.at_tool(RULE, one, message, "add a sentence with Latin letters")


RULE = Rule(
    "TS403",
    "no-searchable-word",
    Severity.warning,
    "the search sees no word in a text",
    docs=Docs(
        why=(
            "Hermes and others split text into runs of ASCII letters and digits. Chinese, "
            "Cyrillic, Arabic and every other script give no word at all: what is written in "
            "them is never found."
        ),
        bad='{"name": "publish", "description": "发布公众号文章"}',
        good='{"name": "publish", "description": "Publish an article. 发布公众号文章"}',
        fix="Add a sentence in English beside the other language.",
    ),
    host="hermes",
    about="host",
    searches=True,
    fires=0,
    find=find,
)
