"""Assembly: which tools defer, whether the bridge is used, what the listing becomes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import (
    Collision,
    Definition,
    Disclosure,
    Form,
    Listing,
    Payment,
)
from toolsearch_cli.hosts.hermes import listing as listings
from toolsearch_cli.hosts.hermes.bridge_tools import (
    bridge_definitions,
    bridge_tokens,
    framing_tokens,
    tokens_around,
)
from toolsearch_cli.hosts.hermes.naming import BRIDGE_NAMES
from toolsearch_cli.hosts.hermes.registration import registry
from toolsearch_cli.hosts.hermes.releases import Release, release_named
from toolsearch_cli.hosts.hermes.short import short_description
from toolsearch_cli.hosts.hermes.source_rows import source_rows
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.hermes.settings import HermesSettings, Naming
    from toolsearch_cli.hosts.scenario import Scope


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """What a session has, whatever its context: computed once and shared by every scenario."""

    definitions: tuple[Definition, ...]
    """Every tool in scope, in name order."""
    visible: tuple[Definition, ...]
    """Never deferred."""
    deferred: tuple[Definition, ...]
    groups: tuple[listings.Group, ...]
    """The deferred tools as a listing groups them; empty when `listing_error` is set."""
    listing_error: str | None
    collisions: tuple[Collision, ...]
    granted: frozenset[int]
    """Positions of the sources in scope."""

    @property
    def all_tokens(self) -> int:
        """The host's estimate of every definition."""
        return _tokens(self.definitions)

    @property
    def deferred_tokens(self) -> int:
        """The host's estimate of the deferrable definitions."""
        return _tokens(self.deferred)


def _tokens(definitions: Iterable[Definition]) -> int:
    return estimate(sum(definition.chars for definition in definitions))


@lru_cache(maxsize=64)
def assembled(
    catalog: Catalog, release_name: str, naming: Naming, defer: frozenset[str], scope: Scope
) -> Assembly:
    """Register the catalog, narrow it to the scope, and part visible from deferred tools."""
    release = release_named(release_name)
    everything, collisions = registry(catalog, release_name, naming)
    granted = frozenset(
        position for position, source in enumerate(catalog.sources) if scope.grants(source)
    )
    definitions = tuple(one for one in everything if one.source in granted)
    visible: list[Definition] = []
    deferred: list[Definition] = []
    for definition in definitions:
        if definition.name in BRIDGE_NAMES:
            continue
        (deferred if _defers(definition, release, defer) else visible).append(definition)
    groups, error = _groups(deferred, release)
    return Assembly(
        definitions=definitions,
        visible=tuple(visible),
        deferred=tuple(deferred),
        groups=groups,
        listing_error=error,
        collisions=tuple(
            one for one in collisions if one.source in granted or one.owner in granted
        ),
        granted=granted,
    )


def _defers(definition: Definition, release: Release, defer: frozenset[str]) -> bool:
    if definition.name in defer:
        return True
    if definition.name in release.core_names:
        return False
    return definition.toolset not in release.direct_toolsets


def _groups(
    deferred: list[Definition], release: Release
) -> tuple[tuple[listings.Group, ...], str | None]:
    if not release.listing:
        return (), None
    try:
        return listings.grouped(
            (one.label, listings.Entry(one.name, _short(one, release))) for one in deferred
        ), None
    except _UnlistableError as error:
        return (), str(error)


class _UnlistableError(Exception):
    """The host raises here, swallows it, and sends every schema."""


def _short(definition: Definition, release: Release) -> str:
    description = definition.description
    if not isinstance(description, str):
        kind = type(description).__name__
        raise _UnlistableError(f"the description of {definition.name} is no text ({kind})")
    return short_description(description, release.sentence)


def activates(
    assembly: Assembly, settings: HermesSettings, release: Release, context: int | None
) -> bool:
    """Say whether the bridge is used; only hermes@0.19 asks how large the context is."""
    if settings.enabled == "off" or not assembly.deferred:
        return False
    if release.listing or settings.enabled == "on":
        return True
    return assembly.deferred_tokens >= settings.deferral_starts_at(context)


def disclosed(
    catalog: Catalog,
    release: Release,
    settings: HermesSettings,
    context: int | None,
    scope: Scope,
) -> Disclosure:
    """Simulate one turn: what is sent eagerly, what is deferred, and the listing."""
    assembly = assembled(catalog, release.name, settings.naming, settings.defer, scope)
    budget = settings.budget(context)
    active = activates(assembly, settings, release, context)
    lists = active and release.listing and settings.listing != "off"
    error = assembly.listing_error if lists else None
    active, lists = active and not error, lists and not error
    forms = listings.chosen_forms(assembly.groups, budget) if lists else {}
    listing = listings.rendered(assembly.groups, forms)
    eager = _eager(assembly, error, active=active)
    deferred = () if error else assembly.deferred
    bridge = bridge_definitions(release, len(deferred), listing) if active else ()
    return Disclosure(
        host=release.name,
        context=context,
        activated=active,
        tier=_tier(release, listing, active=active),
        listing=listing,
        budget=budget if release.listing else None,
        threshold=None if release.listing else settings.gate(context),
        definitions=assembly.definitions,
        eager=eager,
        deferred=deferred,
        bridge=bridge,
        bridge_tokens_here=tokens_around(bridge, listing),
        sources=source_rows(catalog, assembly, forms, active=active),
        collisions=assembly.collisions,
        all_tools_tokens=assembly.all_tokens,
        deferred_tokens=_tokens(deferred),
        listing_tokens=estimate(len(listing.text)),
        full_tokens=_whole(assembly, "full"),
        names_tokens=_whole(assembly, "names"),
        summary_tokens=_whole(assembly, "summary"),
        payment=_payment(release, eager, listing, active=active),
        left_out=len(catalog.sources) - len(assembly.granted),
        host_error=error,
    )


def _payment(
    release: Release, eager: tuple[Definition, ...], listing: Listing, *, active: bool
) -> Payment:
    return Payment(
        eager=_tokens(eager),
        bridge=bridge_tokens(release) if active else 0,
        framing=framing_tokens(listing.form),
        listing=estimate(len(listing.text)),
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
