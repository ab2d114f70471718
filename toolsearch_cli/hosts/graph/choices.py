"""Choice questions: how many tools go into which, and what each one asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from toolsearch_cli.endpoints.deciding import Option, Question
from toolsearch_cli.hosts.graph.facts import LEAST_CHOICE, MOST_CHOICE, NO_TOOL, NO_TOOL_SUMMARY
from toolsearch_cli.hosts.graph.summary import summary_line, trimmed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.hosts.disclosure import Definition

_T = TypeVar("_T")


def chunks(tools: Sequence[_T], size: int) -> tuple[Sequence[_T], ...]:
    """Part tools into as few equal chunks as `size` allows, in their order; the last may be short.

    No tools, no chunk. A size below 2 counts as 2, one above 255 as 255.
    """
    if not tools:
        return ()
    size = min(max(size, LEAST_CHOICE), MOST_CHOICE)
    count = -(-len(tools) // size)
    length = -(-len(tools) // count)
    return tuple(tools[at : at + length] for at in range(0, len(tools), length))


def question_text(question: str, query: str) -> str:
    """Return what a choice asks: the question of the plan, then the task."""
    return f"{trimmed(question)}\n\n{trimmed(query)}"


def choice(text: str, tools: Iterable[Definition]) -> Question:
    """Return the question whose options are `tools` and that none of them fits.

    Options are keyed by name and come in name order; a tool that is called as the last option is
    takes its place and not its sentence.
    """
    sentences = {one.name: summary_line(one.description) for one in tools}
    sentences[NO_TOOL] = NO_TOOL_SUMMARY
    return Question(text, tuple(Option(name, sentences[name]) for name in sorted(sentences)))
