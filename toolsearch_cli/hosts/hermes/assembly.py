"""Assembly: which tools defer, whether the bridge is used, what the listing becomes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import (
    Collision,
    Definition,
    Disclosure,
    Form,
    Listing,
)
from toolsearch_cli.hosts.hermes import listing as listings
from toolsearch_cli.hosts.hermes.bridge_tools import (
    bridge_definitions,
    tokens_around,
)
from toolsearch_cli.hosts.hermes.holdings import Holding, holdings, merged
from toolsearch_cli.hosts.hermes.naming import BRIDGE_NAMES
from toolsearch_cli.hosts.hermes.registration import registry
from toolsearch_cli.hosts.hermes.shape import Stock, shaped, stock
from toolsearch_cli.hosts.hermes.source_rows import source_rows
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings, Naming
    from toolsearch_cli.hosts.scenario import Scope


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """What a session has, whatever its context: computed once and shared by every scenario."""

    holdings: tuple[Holding, ...]
    """Of the sources in scope, by position."""
    definitions: tuple[Definition, ...]
    """Every tool in scope, in name order."""
    visible: tuple[Definition, ...]
    """Never deferred."""
    deferred: tuple[Definition, ...]
    groups: tuple[listings.Group, ...]
    """The deferred tools as a listing groups them; empty where the host fails to list them."""
    stock: Stock
    collisions: tuple[Collision, ...]


@lru_cache(maxsize=64)
def assembled(
    catalog: Catalog, release_name: str, naming: Naming, defer: frozenset[str], scope: Scope
) -> Assembly:
    """Narrow what the catalog's sources bring to the scope."""
    _, collisions = registry(catalog, release_name, naming)
    everything = holdings(catalog, release_name, naming, defer)
    granted = [
        holding
        for holding, source in zip(everything, catalog.sources, strict=True)
        if scope.grants(source, holding.position)
    ]
    positions = {holding.position for holding in granted}
    groups = merged(granted)
    return Assembly(
        holdings=tuple(granted),
        definitions=_in_name_order(holding.definitions for holding in granted),
        visible=_in_name_order(holding.visible for holding in granted),
        deferred=_in_name_order(holding.deferred for holding in granted),
        groups=groups,
        stock=stock(granted, groups),
        collisions=tuple(
            one for one in collisions if one.source in positions or one.owner in positions
        ),
    )


def _in_name_order(parts: Iterable[tuple[Definition, ...]]) -> tuple[Definition, ...]:
    return tuple(sorted(chain.from_iterable(parts), key=_name))


_name = attrgetter("name")


def disclosed(
    catalog: Catalog,
    release: Release,
    settings: HermesSettings,
    context: int | None,
    scope: Scope,
) -> Disclosure:
    """Simulate one turn: what is sent eagerly, what is deferred, and the listing."""
    assembly = assembled(catalog, release.name, settings.naming, settings.defer, scope)
    shape = shaped(assembly.stock, release, settings, context)
    active, error = shape.active, shape.error
    listing = listings.rendered(assembly.groups, shape.listed.forms)
    eager = _eager(assembly, error, active=active)
    deferred = () if error else assembly.deferred
    bridge = bridge_definitions(release, len(deferred), listing) if active else ()
    return Disclosure(
        host=release.name,
        context=context,
        activated=active,
        tier=_tier(release, listing, active=active),
        listing=listing,
        budget=settings.budget(context) if release.listing else None,
        threshold=None if release.listing else settings.gate(context),
        definitions=assembly.definitions,
        eager=eager,
        deferred=deferred,
        bridge=bridge,
        bridge_tokens_here=tokens_around(bridge, listing),
        sources=source_rows(catalog, assembly, shape.listed.forms, active=active),
        collisions=assembly.collisions,
        all_tools_tokens=estimate(assembly.stock.chars),
        deferred_tokens=0 if error else assembly.stock.deferred_tokens,
        listing_tokens=shape.payment.listing,
        full_tokens=_whole(assembly, "full"),
        names_tokens=_whole(assembly, "names"),
        summary_tokens=_whole(assembly, "summary"),
        payment=shape.payment,
        left_out=len(catalog.sources) - len(assembly.holdings),
        host_error=error,
    )


def _whole(assembly: Assembly, form: Form) -> int | None:
    if not assembly.groups:
        return None
    return listings.uniform_tokens(assembly.groups, form)


def _eager(assembly: Assembly, error: str | None, *, active: bool) -> tuple[Definition, ...]:
    """Return what goes out with its schema; tools named like a bridge never do, unless it fails."""
    if error:
        return assembly.definitions
    if active:
        return assembly.visible
    return tuple(one for one in assembly.definitions if one.name not in BRIDGE_NAMES)


def _tier(release: Release, listing: Listing, *, active: bool) -> int | None:
    if not active:
        return 0
    if not release.listing:
        return None
    return 1 if listing.form in ("full", "names", "mixed") else 2
