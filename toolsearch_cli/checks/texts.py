"""Every text of a catalog that can reach a model, with where it stands."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from toolsearch_cli.catalog.model import Catalog, Json, Tool
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Place

Judge: TypeAlias = "Callable[[str], str]"
"""Returns what is wrong with a text; empty where nothing is. It may object to several texts
joined by line breaks where it objects to none of them, but never the other way round."""


class Objection(NamedTuple):
    """What is wrong with one text."""

    place: Place
    where: str
    """`name`, `description`, `inputSchema/properties/path/description`, ..."""
    reason: str


def objections(
    context: Context, judge: Judge, judge_instructions: Judge | None = None
) -> Iterator[Objection]:
    """Yield the first objection to each source and tool: one is enough to go and look.

    Args:
        context: What is looked at.
        judge: Judges every text.
        judge_instructions: Judges a server's instructions, where they may say more.
    """
    joined = _joined(context.catalog)
    for position, source in context.sources():
        place = context.place(position)
        yield from _judged(place, [("name", source.name)], judge)
        instructions = [("instructions", source.instructions or "")]
        yield from _judged(place, instructions, judge_instructions or judge)
        for tool, texts in zip(source.tools, joined[position], strict=True):
            if judge(texts):
                yield from _judged(context.place(position, tool), _named_texts(tool), judge)


def _judged(place: Place, texts: Iterable[tuple[str, str]], judge: Judge) -> Iterator[Objection]:
    for where, text in texts:
        reason = judge(text)
        if reason:
            yield Objection(place, where, reason)
            return


@lru_cache(maxsize=2)
def _joined(catalog: Catalog) -> tuple[tuple[str, ...], ...]:
    """Return the texts of each tool of each source as one: most tools are in order as a whole."""
    return tuple(
        tuple("\n".join(_texts(tool)) for tool in source.tools) for source in catalog.sources
    )


def _texts(tool: Tool) -> list[str]:
    found = [tool.name]
    waiting: list[Json] = [tool.title, tool.description, tool.input_schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            found += value
            waiting += value.values()
    return found


def _named_texts(tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield where each text of a tool stands, and the text."""
    yield "name", tool.name
    for where, value in (
        ("title", tool.title),
        ("description", tool.description),
        ("inputSchema", tool.input_schema),
    ):
        yield from _texts_below(where, value)


def _texts_below(where: str, value: Json) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, list):
        for part in value:
            yield from _texts_below(where, part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield f"{where}, a key", key
            yield from _texts_below(f"{where}/{key}", part)
