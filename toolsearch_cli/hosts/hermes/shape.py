"""The shape of a turn, from sizes alone: is the bridge used, the form of each group, what is paid.

Whoever needs the text too renders it afterwards, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import Payment
from toolsearch_cli.hosts.hermes import listing as listings
from toolsearch_cli.hosts.hermes.bridge_tools import bridge_tokens, framing_tokens
from toolsearch_cli.hosts.hermes.holdings import merged
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.hosts.hermes.holdings import Holding
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """What some sources bring together, whatever the context. Sizes are code points."""

    chars: int
    visible_chars: int
    deferred_chars: int
    defers: bool
    """Whether any tool is deferrable."""
    groups: tuple[listings.Group, ...]
    """Empty when `listing_error` is set."""
    listing_error: str | None

    @property
    def deferred_tokens(self) -> int:
        """The host's estimate of the deferrable definitions."""
        return estimate(self.deferred_chars)


def stock(holdings: Sequence[Holding]) -> Stock:
    """Add up what the sources bring."""
    errors = [holding.listing_error for holding in holdings if holding.listing_error]
    return Stock(
        chars=sum(holding.chars for holding in holdings),
        visible_chars=sum(holding.visible_chars for holding in holdings),
        deferred_chars=sum(holding.deferred_chars for holding in holdings),
        defers=any(holding.deferred for holding in holdings),
        groups=() if errors else merged(holdings),
        listing_error=min(errors)[1] if errors else None,
    )


@dataclass(frozen=True, slots=True)
class Shape:
    """What one scenario makes of a stock."""

    active: bool
    """Whether the bridge is used."""
    error: str | None
    """What the host fails on while it builds the listing; it then sends every schema."""
    forms: listings.Forms
    """By label; empty where nothing is listed."""
    payment: Payment


def shaped(
    brought: Stock, release: Release, settings: HermesSettings, context: int | None
) -> Shape:
    """Decide the turn."""
    active = activates(brought, release, settings, context)
    lists = active and release.listing and settings.listing != "off"
    error = brought.listing_error if lists else None
    active, lists = active and not error, lists and not error
    forms: listings.Forms = {}
    if lists:
        forms = listings.chosen_forms(brought.groups, settings.budget(context))
    form = listings.listing_form(forms)
    eager = brought.visible_chars + (0 if active else brought.deferred_chars)
    return Shape(
        active=active,
        error=error,
        forms=forms,
        payment=Payment(
            eager=estimate(brought.chars if error else eager),
            bridge=bridge_tokens(release) if active else 0,
            framing=framing_tokens(form),
            listing=0 if form == "none" else estimate(listings.size(brought.groups, forms)),
        ),
    )


def activates(
    brought: Stock, release: Release, settings: HermesSettings, context: int | None
) -> bool:
    """Say whether the bridge is used; only hermes@0.19 asks how large the context is."""
    if settings.enabled == "off" or not brought.defers:
        return False
    if release.listing or settings.enabled == "on":
        return True
    return brought.deferred_tokens >= settings.deferral_starts_at(context)
