"""What a change of the catalog does to the model: in one scenario, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.changes.matching import match_sources, match_tools
from toolsearch_cli.tokens.chars4 import compact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Catalog, Kind, Source
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure, SourceDisclosure
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SourceEffect:
    """One source before and after; one side is `None` where it is not there."""

    source: str
    kind: Kind
    before: SourceDisclosure | None
    after: SourceDisclosure | None

    @property
    def is_changed(self) -> bool:
        """Whether the host shows or counts it differently."""
        return _figures(self.before) != _figures(self.after)


def _figures(row: SourceDisclosure | None) -> tuple[object, ...]:
    if row is None:
        return ()
    return (row.source, row.tools, row.eager_tokens, row.form, row.now_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEffect:
    """The host's estimate for one tool; `None` where the host has no such tool."""

    source: str
    kind: Kind
    tool: str
    before: int | None
    after: int | None

    @property
    def growth(self) -> int:
        """Tokens more than before."""
        return (self.after or 0) - (self.before or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayEffect:
    """The tools array as compact JSON in UTF-8. A cached prompt is good up to the first change."""

    offset: int | None
    """Bytes that both begin with; `None` where the whole array is the same."""
    before: int
    """Bytes of the old array."""
    after: int
    """Bytes of the new array."""

    @property
    def lost(self) -> int:
        """Bytes of the new array that no cache of the old one holds."""
        return 0 if self.offset is None else self.after - self.offset


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEffect:
    """What one query finds, qualified names best first, within the host's limit."""

    query: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        """Whether the hits or their order are others."""
        return self.before != self.after

    @property
    def is_first_changed(self) -> bool:
        """Whether the first hit is another, or there is one no more or at last."""
        return self.before[:1] != self.after[:1]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Effect:
    """All that a change does in one scenario."""

    before: Disclosure
    after: Disclosure
    sources: tuple[SourceEffect, ...]
    """Every source of either catalog that is in scope, by name and kind."""
    tools: tuple[ToolEffect, ...]
    """Those whose estimate is another, the largest difference first."""
    manifest: tuple[str, ...]
    """The listing's lines that went (`-`) and came (`+`), as in a unified diff without context."""
    array: ArrayEffect
    answers: tuple[AnswerEffect, ...]

    @property
    def rows(self) -> tuple[SourceDisclosure, ...]:
        """Every source of either disclosure."""
        return (*self.before.sources, *self.after.sources)

    @property
    def is_worse_tier(self) -> bool:
        """Whether the model is shown less: a higher tier, or a host that fails and did not."""
        if self.after.host_error is not None and self.before.host_error is None:
            return True
        return _depth(self.after) > _depth(self.before)


def _depth(shown: Disclosure) -> int:
    """Return the tier; a host without tiers has its bridge off (0) or on (1)."""
    return int(shown.activated) if shown.tier is None else shown.tier


def effect(
    host: Host,
    scenario: Scenario,
    catalogs: tuple[Catalog, Catalog],
    queries: Sequence[str] = (),
) -> Effect:
    """Return what the model sees before and after, and what each query finds.

    Args:
        host: Who shows the catalogs.
        scenario: One scenario; sources outside its scope are in neither catalog.
        catalogs: The old one and the new one.
        queries: Each is asked alone, without a limit of its own.
    """
    old, new = catalogs
    before, after = host.disclose(old, scenario), host.disclose(new, scenario)
    return Effect(
        before=before,
        after=after,
        sources=tuple(_sources(catalogs, before, after)),
        tools=tuple(sorted(_tools(catalogs, before, after), key=_largest_first)),
        manifest=tuple(_manifest(before.listing.text, after.listing.text)),
        array=_array(before, after),
        answers=tuple(_answers(host, scenario, catalogs, queries)),
    )


def _sources(
    catalogs: tuple[Catalog, Catalog], before: Disclosure, after: Disclosure
) -> Iterator[SourceEffect]:
    old_rows = {id(catalogs[0].sources[row.position]): row for row in before.sources}
    new_rows = {id(catalogs[1].sources[row.position]): row for row in after.sources}
    found = match_sources(*_in_scope(catalogs, before, after))
    pairs: list[tuple[SourceDisclosure | None, SourceDisclosure | None]] = [
        (old_rows[id(old)], new_rows[id(new)]) for old, new in (*found.pairs, *found.renamed)
    ]
    pairs += ((old_rows[id(old)], None) for old in found.gone)
    pairs += ((None, new_rows[id(new)]) for new in found.added)
    effects = []
    for old, new in pairs:
        row = new or old
        if row is not None:
            effects.append(SourceEffect(source=row.source, kind=row.kind, before=old, after=new))
    yield from sorted(effects, key=lambda one: (one.source, one.kind))


def _in_scope(
    catalogs: tuple[Catalog, Catalog], before: Disclosure, after: Disclosure
) -> Iterator[list[Source]]:
    for catalog, shown in zip(catalogs, (before, after), strict=True):
        yield [catalog.sources[row.position] for row in shown.sources]


def _tools(
    catalogs: tuple[Catalog, Catalog], before: Disclosure, after: Disclosure
) -> Iterator[ToolEffect]:
    old, new = (_sizes(shown.definitions) for shown in (before, after))
    found = match_sources(*_in_scope(catalogs, before, after))
    for gone in found.gone:
        yield from (_tool(gone, tool.name, old.get(id(tool)), None) for tool in gone.tools)
    for added in found.added:
        yield from (_tool(added, tool.name, None, new.get(id(tool))) for tool in added.tools)
    for was, now in (*found.pairs, *found.renamed):
        tools = match_tools(was.tools, now.tools)
        for tool, other in (*tools.pairs, *tools.renamed):
            sizes = (old.get(id(tool)), new.get(id(other)))
            if sizes[0] != sizes[1]:
                yield _tool(now, other.name, *sizes)
        yield from (_tool(now, tool.name, old.get(id(tool)), None) for tool in tools.gone)
        yield from (_tool(now, tool.name, None, new.get(id(tool))) for tool in tools.added)


def _tool(source: Source, tool: str, before: int | None, after: int | None) -> ToolEffect:
    return ToolEffect(source=source.name, kind=source.kind, tool=tool, before=before, after=after)


def _sizes(definitions: Sequence[Definition]) -> dict[int, int]:
    return {id(definition.tool): definition.tokens for definition in definitions}


def _largest_first(one: ToolEffect) -> tuple[int, str, str, str]:
    return (-abs(one.growth), one.source, one.kind, one.tool)


def _manifest(before: str, after: str) -> Iterator[str]:
    from difflib import unified_diff

    lines = unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    for at, line in enumerate(lines):
        if at > 1 and not line.startswith("@@"):
            yield line


def _array(before: Disclosure, after: Disclosure) -> ArrayEffect:
    old, new = (
        compact(list(shown.array)).encode("utf-8", "surrogatepass") for shown in (before, after)
    )
    offset = None if old == new else _shared_start(old, new)
    return ArrayEffect(offset=offset, before=len(old), after=len(new))


def _shared_start(one: bytes, other: bytes) -> int:
    """Return how many bytes two texts begin with in common, by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _answers(
    host: Host, scenario: Scenario, catalogs: tuple[Catalog, Catalog], queries: Sequence[str]
) -> Iterator[AnswerEffect]:
    for query in queries:
        before, after = (
            tuple(
                hit.name
                for ranking in host.search(catalog, scenario, [query]).rankings
                for hit in ranking.hits
            )
            for catalog in catalogs
        )
        yield AnswerEffect(query=query, before=before, after=after)
