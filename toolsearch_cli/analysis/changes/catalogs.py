"""Two catalogs compared: sources, their tools, and the schemas of the tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.changes.matching import match_sources, match_tools
from toolsearch_cli.analysis.changes.readings import canonical
from toolsearch_cli.analysis.changes.references import References, may_refer, step
from toolsearch_cli.analysis.changes.schemas import schema_differences
from toolsearch_cli.analysis.changes.values import CLASSES, Change, Changes, Tally, Unfollowed
from toolsearch_cli.catalog.model import Provenance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.changes.values import ChangeKind
    from toolsearch_cli.catalog.model import Json, Source, Tool

_DEFERRING: Final = ("defer_loading", "disclosure_mode")
"""Keys by which a file says that a tool is to be held back."""


def compare(old: Sequence[Source], new: Sequence[Source]) -> Changes:
    """Return what is different between two catalogs' sources.

    The order of sources, of tools and of keys is no change, nor is the file they stand in.
    """
    found = match_sources(old, new)
    changes = [_of_source("source-removed", one, old=one.provenance) for one in found.gone]
    changes += [_of_source("source-added", one, new=one.provenance) for one in found.added]
    tools = [_tally(0, len(one.tools), 0, 0) for one in found.gone]
    tools += [_tally(len(one.tools), 0, 0, 0) for one in found.added]
    changed = 0
    unfollowed: list[Unfollowed] = []
    for before, after in (*found.pairs, *found.renamed):
        more, tally, leads = _source_changes(before, after)
        changes += more
        unfollowed += leads
        tools.append(tally)
        changed += bool(more) and before.name == after.name
    return Changes(
        changes=tuple(sorted(changes, key=_worst_first)),
        sources=Tally(
            added=len(found.added),
            removed=len(found.gone),
            renamed=len(found.renamed),
            changed=changed,
            same=len(found.pairs) - changed,
        ),
        tools=Tally(
            added=sum(one.added for one in tools),
            removed=sum(one.removed for one in tools),
            renamed=sum(one.renamed for one in tools),
            changed=sum(one.changed for one in tools),
            same=sum(one.same for one in tools),
        ),
        unfollowed=tuple(unfollowed),
    )


def _tally(added: int, removed: int, renamed: int, changed: int, pairs: int = 0) -> Tally:
    return Tally(
        added=added, removed=removed, renamed=renamed, changed=changed, same=pairs - changed
    )


def _worst_first(one: Change) -> tuple[int | str, ...]:
    place = one.new or one.old or Provenance("")
    return (
        CLASSES.index(one.change_class),
        one.source,
        one.source_kind,
        one.tool or "",
        one.kind,
        place.file,
        place.pointer,
        one.old.pointer if one.old else "",
        canonical([one.before, one.after]),
    )


def _of_source(
    kind: ChangeKind,
    source: Source,
    *,
    old: Provenance | None = None,
    new: Provenance | None = None,
    values: tuple[Json, Json] = (None, None),
    place: str = "",
) -> Change:
    return Change(
        kind=kind,
        source=source.name,
        source_kind=source.kind,
        place=place,
        old=old,
        new=new,
        before=values[0],
        after=values[1],
    )


def _source_changes(old: Source, new: Source) -> tuple[list[Change], Tally, list[Unfollowed]]:
    changes = list(_own_changes(old, new))
    found = match_tools(old.tools, new.tools)
    changes += (
        _of_tool("tool-removed", new, tool, (tool.provenance, new.provenance))
        for tool in found.gone
    )
    changes += (
        _of_tool("tool-added", new, tool, (old.provenance, tool.provenance)) for tool in found.added
    )
    for before, after in found.renamed:
        places = (before.provenance, after.provenance)
        names = (before.name, after.name)
        changes.append(_of_tool("name-gone", new, before, places, names))
        changes.append(_of_tool("tool-renamed", new, after, places, names))
    changed = 0
    unfollowed: list[Unfollowed] = []
    for before, after in (*found.pairs, *found.renamed):
        more = list(_tool_changes(new, before, after))
        changes += more
        changed += bool(more) and before.name == after.name
        unfollowed += _unfollowed(new, before, after)
    tally = _tally(len(found.added), len(found.gone), len(found.renamed), changed, len(found.pairs))
    return changes, tally, unfollowed


def _unfollowed(source: Source, old: Tool, new: Tool) -> Iterator[Unfollowed]:
    """Yield each reference that leads nowhere, once: in the new schema, else in the old one."""
    told: set[str] = set()
    for tool in (new, old):
        if not may_refer(canonical(tool.input_schema)):
            continue
        for pointer, reference in References.of(tool.input_schema).unfollowed():
            if reference not in told:
                told.add(reference)
                place = _inside(tool, tool.input_key)
                where = Provenance(place.file, place.pointer + pointer)
                yield Unfollowed(source.name, source.kind, new.name, where, reference)


def _own_changes(old: Source, new: Source) -> Iterator[Change]:
    for kind, place, before, after in _own_values(old, new):
        if canonical(before) != canonical(after):
            yield _of_source(
                kind,
                new,
                old=old.provenance,
                new=new.provenance,
                values=(before, after),
                place=place,
            )


def _own_values(old: Source, new: Source) -> Iterator[tuple[ChangeKind, str, Json, Json]]:
    """Yield everything that a source says of itself, before and after."""
    yield "name-gone", "", old.name, new.name
    yield "source-renamed", "", old.name, new.name
    yield "source-kind-changed", "", old.kind, new.kind
    yield "instructions-changed", "", old.instructions, new.instructions
    for key in sorted(old.extra.keys() | new.extra.keys()):
        yield "source-field-changed", key, old.extra.get(key), new.extra.get(key)


def _of_tool(
    kind: ChangeKind,
    source: Source,
    tool: Tool,
    places: tuple[Provenance, Provenance],
    values: tuple[Json, Json] = (None, None),
    place: str = "",
) -> Change:
    return Change(
        kind=kind,
        source=source.name,
        source_kind=source.kind,
        tool=tool.name,
        place=place,
        old=places[0],
        new=places[1],
        before=values[0],
        after=values[1],
    )


def _tool_changes(source: Source, old: Tool, new: Tool) -> Iterator[Change]:
    yield from _field_changes(source, old, new)
    yield from _output_changes(source, old, new)
    if "schema" in (*old.unknown, *new.unknown):
        return
    at_old, at_new = _inside(old, old.input_key), _inside(new, new.input_key)
    for one in schema_differences(old.input_schema, new.input_schema):
        yield Change(
            kind=one.kind,
            source=source.name,
            source_kind=source.kind,
            tool=new.name,
            place=one.place,
            old=Provenance(at_old.file, at_old.pointer + one.old),
            new=Provenance(at_new.file, at_new.pointer + one.new),
            before=one.before,
            after=one.after,
        )


def _inside(tool: Tool, key: str) -> Provenance:
    return Provenance(tool.provenance.file, step(tool.provenance.pointer, key))


def _fields(tool: Tool) -> dict[str, tuple[ChangeKind, Json]]:
    """Return every key of the published tool but its name and its schemas."""
    fields: dict[str, tuple[ChangeKind, Json]] = {
        "description": ("description-changed", tool.description),
        "title": ("title-changed", tool.title),
        "annotations": ("annotations-changed", tool.annotations),
        "_meta": ("tool-field-changed", tool.meta),
        "embedding": ("tool-field-changed", list(tool.embedding) if tool.embedding else None),
    }
    for key, value in tool.extra.items():
        kind: ChangeKind = "deferral-changed" if key in _DEFERRING else "tool-field-changed"
        fields[key] = (kind, value)
    return fields


def _field_changes(source: Source, old: Tool, new: Tool) -> Iterator[Change]:
    before, after = _fields(old), _fields(new)
    for key in sorted((before.keys() | after.keys()) - {*old.unknown, *new.unknown}):
        kind = (after.get(key) or before[key])[0]
        values = (before.get(key, (kind, None))[1], after.get(key, (kind, None))[1])
        if canonical(values[0]) != canonical(values[1]):
            places = (
                _inside(old, key) if values[0] is not None else old.provenance,
                _inside(new, key) if values[1] is not None else new.provenance,
            )
            place = key if kind == "tool-field-changed" else ""
            yield _of_tool(kind, source, new, places, values, place)


def _output_changes(source: Source, old: Tool, new: Tool) -> Iterator[Change]:
    """Yield one change for all of an output schema: the model never writes what it describes."""
    found = schema_differences(old.output_schema, new.output_schema)
    if found or (old.output_schema is None) != (new.output_schema is None):
        meant = any(one.kind not in _SPOKEN for one in found)
        places = (_inside(old, old.output_key), _inside(new, new.output_key))
        yield _of_tool("output-changed" if meant else "output-rewritten", source, new, places)


_SPOKEN: Final = frozenset({"annotation-changed", "schema-rewritten"})
