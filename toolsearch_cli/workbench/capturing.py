"""Live servers beside a catalog of before: what is different."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Document
from toolsearch_cli.catalog.formats import native
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.hosts.scenario import Scope

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from toolsearch_cli.analysis.changes.diff import Diff
    from toolsearch_cli.catalog.model import Json, Source
    from toolsearch_cli.hosts.scenario import Scenario

LIVE: Final = "live"
"""How places in what was captured are called."""
_COMPARED: Final = "serverInfo"
"""The one field that a server says of itself beside its tools and instructions."""


def live_catalog(servers: Sequence[Json]) -> tuple[Catalog, tuple[str, ...]]:
    """Return the catalog of servers in their native form, and what was odd about them.

    Raises:
        InputError: Of no server the tools are known.
    """
    document = Document(file=LIVE, value={"servers": list(servers)}, source_name="")
    sources = native.FORMAT.read(document)
    return Catalog(sources, document.remarks.unknown), document.remarks.warnings


def live_changes(
    before: Catalog,
    now: Catalog,
    scenarios: tuple[Scenario, ...],
    patterns: tuple[Sequence[str], Sequence[str]] = ((), ()),
    unknown: Collection[str] = (),
) -> Diff:
    """Compare live servers with a catalog of before, of what is in both asked for.

    Args:
        before: The catalog; of it only MCP servers count.
        now: The live servers.
        scenarios: Whose tiers and listings are compared as well.
        patterns: `--only` and `--without`.
        unknown: Names of servers that did not tell their tools: they are compared with nothing.
    """
    from toolsearch_cli.analysis.changes.matching import aligned
    from toolsearch_cli.workbench.gating import diff

    scope = Scope(only=tuple(patterns[0]), without=tuple(patterns[1]))
    old = Catalog(
        tuple(
            _comparable(source, has_info=True)
            for source in before.sources
            if source.kind == "mcp" and scope.names(source) and source.name not in unknown
        )
    )
    told = {source.name for source in old.sources if _COMPARED in source.extra}
    old, _ = aligned(old, now)
    new = Catalog(tuple(_comparable(one, has_info=one.name in told) for one in now.sources))
    return diff(old, new, scenarios)


def _comparable(source: Source, *, has_info: bool) -> Source:
    """A source without what only one side can know: where it was published, what was spoken."""
    kept = {key: value for key, value in source.extra.items() if has_info and key == _COMPARED}
    return replace(source, extra=kept)
