"""Which old source is which new source, and which old tool which new tool, whatever their order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from toolsearch_cli.analysis.changes.readings import canonical
from toolsearch_cli.catalog.model import Catalog, Source, Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

_SHARED: Final = 0.5
"""The least share of their tools that a renamed source and its old self have in common."""

Kept = TypeVar("Kept", Source, Tool)


@dataclass(frozen=True, slots=True, eq=False)
class Matching(Generic[Kept]):
    """Pairs of old and new, and what stands on one side alone."""

    pairs: tuple[tuple[Kept, Kept], ...]
    """Of one name."""
    renamed: tuple[tuple[Kept, Kept], ...]
    gone: tuple[Kept, ...]
    added: tuple[Kept, ...]


def match_sources(old: Iterable[Source], new: Iterable[Source]) -> Matching[Source]:
    """Pair sources by name and kind, then by name, then by the tools that they share."""
    pairs: list[tuple[Source, Source]] = []
    gone, added = _by_key(list(old), list(new), lambda one: (one.name, one.kind), pairs)
    gone, added = _by_key(gone, added, lambda one: one.name, pairs)
    renamed = _best_pairs(gone, added)
    return _matching(pairs, renamed, gone, added)


def match_tools(old: Iterable[Tool], new: Iterable[Tool]) -> Matching[Tool]:
    """Pair tools by name, then by what stayed the same: description and schema, or one of them."""
    pairs: list[tuple[Tool, Tool]] = []
    renamed: list[tuple[Tool, Tool]] = []
    gone, added = _by_key(list(old), list(new), lambda one: one.name, pairs)
    for same in (_whole, _description, _schema):
        found = _only_pairs(gone, added, same)
        renamed += found
        gone, added = _without(gone, added, found)
    return _matching(pairs, renamed, gone, added)


def aligned(old: Catalog, new: Catalog) -> tuple[Catalog, str | None]:
    """Call a lone source that its file does not name as the new file's lone source is called.

    Returns:
        The old catalog, and the old name where it was another.
    """
    if len(old.sources) != 1 or len(new.sources) != 1:
        return old, None
    before, after = old.sources[0], new.sources[0]
    if before.is_named or after.is_named or before.name == after.name:
        return old, None
    return Catalog((replace(before, name=after.name),)), before.name


def _matching(
    pairs: list[tuple[Kept, Kept]],
    renamed: list[tuple[Kept, Kept]],
    gone: list[Kept],
    added: list[Kept],
) -> Matching[Kept]:
    gone, added = _without(gone, added, renamed)
    return Matching(tuple(pairs), tuple(renamed), tuple(gone), tuple(added))


def _without(
    gone: list[Kept], added: list[Kept], pairs: list[tuple[Kept, Kept]]
) -> tuple[list[Kept], list[Kept]]:
    taken = {id(one) for pair in pairs for one in pair}
    return (
        [one for one in gone if id(one) not in taken],
        [one for one in added if id(one) not in taken],
    )


def _by_key(
    old: list[Kept],
    new: list[Kept],
    key: Callable[[Kept], Hashable],
    pairs: list[tuple[Kept, Kept]],
) -> tuple[list[Kept], list[Kept]]:
    """Pair what has one key; of several, the equal ones first, then by their texts."""
    waiting: dict[Hashable, list[Kept]] = {}
    for one in new:
        waiting.setdefault(key(one), []).append(one)
    several: dict[Hashable, list[Kept]] = {}
    for one in old:
        several.setdefault(key(one), []).append(one)
    found: list[tuple[Kept, Kept]] = []
    for name, olds in several.items():
        news = waiting.get(name, [])
        alone = len(olds) == 1 and len(news) <= 1
        found += zip(*((olds, news) if alone else _equal_first(olds, news)), strict=False)
    pairs += found
    return _without(old, new, found)


def _equal_first(olds: list[Kept], news: list[Kept]) -> tuple[list[Kept], list[Kept]]:
    olds_by_text = sorted(olds, key=text_of)
    news_by_text = sorted(news, key=text_of)
    shared = Counter(map(text_of, olds)) & Counter(map(text_of, news))
    return _shared_first(olds_by_text, shared), _shared_first(news_by_text, shared)


def _shared_first(ones: list[Kept], shared: Counter[str]) -> list[Kept]:
    left = Counter(shared)
    first: list[Kept] = []
    rest: list[Kept] = []
    for one in ones:
        text = text_of(one)
        (first if left[text] > 0 else rest).append(one)
        left[text] -= 1
    return first + rest


def text_of(one: Source | Tool) -> str:
    """Return one text for a tool or a source, whatever the order of keys and tools."""
    if isinstance(one, Source):
        own = [one.name, one.kind, one.instructions, dict(one.extra)]
        return canonical([*own, *sorted(map(text_of, one.tools))])
    parts = (one.name, one.description, one.input_schema, one.title, one.output_schema)
    return canonical([*parts, one.annotations, one.meta, one.embedding, dict(one.extra)])


def _whole(tool: Tool) -> str | None:
    if not (tool.description or _properties(tool)):
        return None
    return canonical([tool.description, tool.input_schema])


def _description(tool: Tool) -> str | None:
    return canonical(tool.description) if tool.description else None


def _schema(tool: Tool) -> str | None:
    """Return the schema as a text; one without arguments is like too many others."""
    return canonical(tool.input_schema) if _properties(tool) else None


def _properties(tool: Tool) -> bool:
    schema = tool.input_schema
    return isinstance(schema, dict) and bool(schema.get("properties"))


def _only_pairs(
    gone: list[Tool], added: list[Tool], same: Callable[[Tool], str | None]
) -> list[tuple[Tool, Tool]]:
    """Pair what is alike where there is no doubt: one on each side."""
    before, after = _grouped(gone, same), _grouped(added, same)
    return [
        (before[text][0], after[text][0])
        for text in sorted(before.keys() & after.keys())
        if len(before[text]) == len(after[text]) == 1
    ]


def _grouped(tools: list[Tool], same: Callable[[Tool], str | None]) -> dict[str, list[Tool]]:
    groups: dict[str, list[Tool]] = {}
    for tool in tools:
        text = same(tool)
        if text is not None:
            groups.setdefault(text, []).append(tool)
    return groups


def _best_pairs(gone: list[Source], added: list[Source]) -> list[tuple[Source, Source]]:
    """Pair sources that share more with each other than either does with any other."""
    shares = {
        (at, to): share
        for at, old in enumerate(gone)
        for to, new in enumerate(added)
        if (share := _share(old, new)) >= _SHARED
    }
    return [
        (gone[at], added[to])
        for (at, to), share in shares.items()
        if all(
            other < share
            for (row, column), other in shares.items()
            if (row == at) != (column == to)
        )
    ]


def _share(old: Source, new: Source) -> float:
    """Return how many of their tools have the same name and description, or name and schema."""
    before = {tool.name: tool for tool in old.tools}
    shared = sum(tool.name in before and _is_alike(before[tool.name], tool) for tool in new.tools)
    return shared / max(len(old.tools), len(new.tools), 1)


def _is_alike(old: Tool, new: Tool) -> bool:
    alike = (_description(old), _schema(old))
    return any(
        one is not None and one == other
        for one, other in zip(alike, (_description(new), _schema(new)), strict=True)
    )
