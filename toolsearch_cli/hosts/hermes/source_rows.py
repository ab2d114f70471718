"""What each source of a catalog degrades to: one row a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import Definition, Form, SourceDisclosure
from toolsearch_cli.hosts.hermes import listing as listings
from toolsearch_cli.hosts.hermes import naming as names
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog, Source
    from toolsearch_cli.hosts.hermes.assembly import Assembly


def source_rows(
    catalog: Catalog, assembly: Assembly, forms: listings.Forms, *, active: bool
) -> tuple[SourceDisclosure, ...]:
    """Return a row for each source in scope, by name and kind, whatever order they came in.

    Sources that share a label share one block; each row then counts its own tools' part of it.
    """
    known: dict[int, list[Definition]] = {}
    for definition in assembly.definitions:
        known.setdefault(definition.source, []).append(definition)
    held = {definition.name for definition in assembly.deferred}
    parts = _parts(assembly)
    rows = []
    for position in sorted(assembly.granted):
        source = catalog.sources[position]
        own = known.get(position, [])
        deferred = [one for one in own if one.name in held]
        form: Form | None = None
        if active and deferred:
            form = forms.get(names.label(names.toolset(source)), "hidden")
        sent = [
            one
            for one in own
            if one.name not in names.BRIDGE_NAMES and not (active and one.name in held)
        ]
        rows.append(_row(source, position, own, len(deferred), (parts.get(position), form), sent))
    return tuple(sorted(rows, key=_order))


def _order(row: SourceDisclosure) -> tuple[str | int, ...]:
    """Order two sources of one name and kind by what is said of them, not by who came first."""
    figures = (row.published, row.tools, row.deferred, row.eager_tokens, row.now_tokens)
    listed = (row.full_tokens or 0, row.names_tokens or 0, row.listing_tokens)
    return (row.source, row.kind, *figures, *listed)


def _row(
    source: Source,
    position: int,
    own: list[Definition],
    deferred: int,
    shown: tuple[listings.Group | None, Form | None],
    sent: list[Definition],
) -> SourceDisclosure:
    part, form = shown
    listed = estimate(part.size(form)) if part and form else 0
    return SourceDisclosure(
        source=source.name,
        kind=source.kind,
        position=position,
        label=names.label(names.toolset(source)),
        tools=len(own),
        published=len(source.tools),
        deferred=deferred,
        eager_tokens=estimate(sum(one.chars for one in own)),
        full_tokens=estimate(part.full) if part else None,
        names_tokens=estimate(part.names) if part else None,
        summary_tokens=estimate(part.summary) if part else None,
        form=form,
        listing_tokens=listed,
        now_tokens=listed + estimate(sum(one.chars for one in sent)),
    )


def _parts(assembly: Assembly) -> dict[int, listings.Group]:
    """Return, for each source, the group it would form alone."""
    if not assembly.groups:
        return {}
    whole = {group.label: group for group in assembly.groups}
    sources: dict[str, set[int]] = {}
    for definition in assembly.deferred:
        sources.setdefault(definition.label, set()).add(definition.source)
    parts: dict[int, listings.Group] = {}
    for label, positions in sources.items():
        if len(positions) == 1:
            parts[positions.pop()] = whole[label]
            continue
        entries = {entry.name: entry for entry in whole[label].entries}
        for position in positions:
            own = [entries[one.name] for one in assembly.deferred if one.source == position]
            parts[position] = listings.Group.of(label, own)
    return parts
