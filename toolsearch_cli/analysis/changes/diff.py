"""The whole answer of `diff`, and what of it fails a gate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from toolsearch_cli.analysis.changes.catalogs import compare
from toolsearch_cli.analysis.changes.effects import effect
from toolsearch_cli.catalog.unknowns import has_unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.changes.effects import Effect
    from toolsearch_cli.analysis.changes.values import Changes
    from toolsearch_cli.catalog.model import Catalog, Source
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario, Scope

FailOn: TypeAlias = Literal["breaking", "routing", "any", "tier"]
"""A breaking change; one that is breaking or routing; any change; a scenario with a worse tier."""

CONDITIONS: tuple[FailOn, ...] = get_args(FailOn)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Diff:
    """What changed, and what that does in each scenario."""

    changes: Changes
    effects: tuple[Effect, ...]
    left_out: int
    """Sources of either catalog outside the scope: they are compared with nothing."""
    incomplete: tuple[str, ...]
    """Sources of which a file holds one page: what is missing there may not be gone."""
    unknown: tuple[str, ...]
    """Sources of which a file does not tell tools, schemas or descriptions: not compared."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not self.changes.changes

    def fires(self, condition: FailOn) -> bool:
        """Say whether a gate with this condition fails."""
        match condition:
            case "breaking":
                return bool(self.changes.of_class("breaking"))
            case "routing":
                return self.fires("breaking") or bool(self.changes.of_class("routing"))
            case "any":
                return not self.is_empty
            case "tier":
                return any(one.is_worse_tier for one in self.effects)

    def is_told(self, condition: FailOn) -> bool:
        """Say whether enough was compared to pass a gate with this condition."""
        if self.incomplete or self.unknown:
            return False
        return condition == "tier" or not self.changes.unfollowed


def diff(
    old: Catalog,
    new: Catalog,
    asked: Sequence[tuple[Host, Scenario]],
    queries: Sequence[str] = (),
) -> Diff:
    """Compare two catalogs within the scope of the scenarios, which is the same in all.

    A server whose tools one catalog does not know is compared with nothing: it did not go.

    Args:
        old: The catalog as it was.
        new: The catalog as it is.
        asked: Each scenario, with its host.
        queries: Asked of both catalogs, each alone.
    """
    scope = asked[0][1].scope
    silent = [one.name for one in (*old.unknown, *new.unknown) if scope.names_server(one.name)]
    old, new = _comparable(old, new), _comparable(new, old)
    before, after = _granted(old, scope), _granted(new, scope)
    return Diff(
        changes=compare(before, after),
        effects=tuple(effect(host, scenario, (old, new), queries) for host, scenario in asked),
        left_out=len(old.sources) + len(new.sources) - len(before) - len(after),
        incomplete=tuple(sorted({one.name for one in (*before, *after) if one.incomplete})),
        unknown=tuple(
            sorted({*silent, *(one.name for one in (*before, *after) if has_unknown(one))})
        ),
    )


def _comparable(catalog: Catalog, other: Catalog) -> Catalog:
    """Return a catalog without the servers whose tools the other one does not know at all."""
    held = {source.name for source in other.sources if source.kind == "mcp"}
    silent = {server.name for server in other.unknown} - held
    if not silent:
        return catalog
    kept = (one for one in catalog.sources if one.kind != "mcp" or one.name not in silent)
    return replace(catalog, sources=tuple(kept))


def _granted(catalog: Catalog, scope: Scope) -> list[Source]:
    return [one for at, one in enumerate(catalog.sources) if scope.grants(one, at)]
