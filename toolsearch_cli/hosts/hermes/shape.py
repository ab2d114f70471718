"""The shape of a turn, from sizes alone: is the bridge used, the form of each group, what is paid.

Whoever needs the text too renders it afterwards, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.hosts.disclosure import Payment
from toolsearch_cli.hosts.hermes import listing as listings
from toolsearch_cli.hosts.hermes.bridge_tools import bridge_tokens, framing_tokens
from toolsearch_cli.hosts.hermes.holdings import listing_error
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.hosts.hermes.holdings import Holding
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings


class Stock(NamedTuple):
    """What some sources bring together, whatever the context. Sizes are code points."""

    chars: int
    visible_chars: int
    deferred_chars: int
    candidates: listings.Candidates
    """Without any group when `listing_error` is set."""
    listing_error: str | None
    lacking: listings.Group | None = None
    """A group of the candidates that is not there."""

    @property
    def deferred_tokens(self) -> int:
        """The host's estimate of the deferrable definitions; 0 only where nothing is deferrable."""
        return estimate(self.deferred_chars)

    def without(self, holding: Holding) -> Stock:
        """Take away a source that shares its group with no other, where the host can list all."""
        return Stock(
            chars=self.chars - holding.chars,
            visible_chars=self.visible_chars - holding.visible_chars,
            deferred_chars=self.deferred_chars - holding.deferred_chars,
            candidates=self.candidates,
            listing_error=None,
            lacking=holding.group,
        )


def stock(holdings: Sequence[Holding], groups: Iterable[listings.Group]) -> Stock:
    """Add up what the sources bring; `groups` are theirs, none where the host cannot list them."""
    return Stock(
        chars=sum(holding.chars for holding in holdings),
        visible_chars=sum(holding.visible_chars for holding in holdings),
        deferred_chars=sum(holding.deferred_chars for holding in holdings),
        candidates=listings.Candidates.of(groups),
        listing_error=listing_error(holdings),
    )


class Shape(NamedTuple):
    """What one scenario makes of a stock."""

    active: bool
    """Whether the bridge is used."""
    error: str | None
    """What the host fails on while it builds the listing; it then sends every schema."""
    listed: listings.Fit
    """What the listing becomes; without groups where nothing is listed."""
    payment: Payment


def shaped(
    brought: Stock, release: Release, settings: HermesSettings, context: int | None
) -> Shape:
    """Decide the turn."""
    active = activates(brought, release, settings, context)
    lists = active and release.listing and settings.listing != "off"
    error = brought.listing_error if lists else None
    active, lists = active and not error, lists and not error
    listed = listings.NOTHING_FITS
    if lists:
        listed = brought.candidates.first_fit(settings.budget(context), brought.lacking)
    eager = brought.visible_chars + (0 if active else brought.deferred_chars)
    return Shape(
        active=active,
        error=error,
        listed=listed,
        payment=Payment(
            eager=estimate(brought.chars if error else eager),
            bridge=bridge_tokens(release) if active else 0,
            framing=framing_tokens(listed.form),
            listing=estimate(listed.chars),
        ),
    )


def activates(
    brought: Stock, release: Release, settings: HermesSettings, context: int | None
) -> bool:
    """Say whether the bridge is used; only hermes@0.19 asks how large the context is."""
    if settings.enabled == "off" or not brought.deferred_chars:
        return False
    if release.listing or settings.enabled == "on":
        return True
    return brought.deferred_tokens >= settings.deferral_starts_at(context)
