"""What each source of a catalog degrades to: one row a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import Form, SourceDisclosure
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog, Source
    from toolsearch_cli.hosts.hermes.assembly import Assembly
    from toolsearch_cli.hosts.hermes.holdings import Holding
    from toolsearch_cli.hosts.hermes.listing import Forms


def source_rows(
    catalog: Catalog, assembly: Assembly, forms: Forms, *, active: bool
) -> tuple[SourceDisclosure, ...]:
    """Return a row for each source in scope, by name and kind, whatever order they came in.

    Sources that share a label share one block; each row then counts its own tools' part of it.
    """
    rows = []
    for holding in assembly.holdings:
        form: Form | None = None
        if active and holding.deferred:
            form = forms.get(holding.label, "hidden")
        rows.append(_row(catalog.sources[holding.position], holding, form, active=active))
    return tuple(sorted(rows, key=_order))


def _order(row: SourceDisclosure) -> tuple[str | int, ...]:
    """Order two sources of one name and kind by what is said of them, not by who came first."""
    figures = (row.published, row.tools, row.deferred, row.eager_tokens, row.now_tokens)
    listed = (row.full_tokens or 0, row.names_tokens or 0, row.listing_tokens)
    return (row.source, row.kind, *figures, *listed)


def _row(source: Source, holding: Holding, form: Form | None, *, active: bool) -> SourceDisclosure:
    part = holding.group
    listed = estimate(part.size(form)) if part and form else 0
    sent = holding.visible_chars if active else holding.visible_chars + holding.deferred_chars
    return SourceDisclosure(
        source=source.name,
        kind=source.kind,
        position=holding.position,
        label=holding.label,
        tools=len(holding.definitions),
        published=len(source.tools),
        deferred=len(holding.deferred),
        eager_tokens=estimate(holding.chars),
        full_tokens=estimate(part.full) if part else None,
        names_tokens=estimate(part.names) if part else None,
        summary_tokens=estimate(part.summary) if part else None,
        form=form,
        listing_tokens=listed,
        now_tokens=listed + estimate(sent),
    )
