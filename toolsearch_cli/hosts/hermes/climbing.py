"""The rungs of a Hermes listing, solved from sizes, and the settings that reach a budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.listing import (
    collapsing,
    listing_form,
    size,
    uniform,
    uniform_tokens,
)
from toolsearch_cli.hosts.hermes.settings import LISTING_MAX_TOKENS, UNKNOWN_CONTEXT_BUDGET
from toolsearch_cli.hosts.hermes.shape import shaped, stock
from toolsearch_cli.hosts.ladder import Detached, Reach, Rung
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.hermes.holdings import Holding
    from toolsearch_cli.hosts.hermes.listing import Forms, Group
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings

_DECIMALS = 10_000
_TIERS = {"full": 1, "names": 1, "mixed": 1, "groups": 2, "none": 2}


def rungs(groups: tuple[Group, ...]) -> tuple[Rung, ...]:
    """Return every shape the listing can take, from budget 0 up.

    The host takes the first of its candidates that fits; a candidate is a rung when some budget
    is enough for it and for none before it.
    """
    if not groups:
        return ()
    found: list[Rung] = []
    least = math.inf
    for tokens, forms in _candidates(groups):
        if tokens < least:
            found.append(_rung(tokens, tokens, forms))
            least = tokens
    if least > 0:
        found.append(_rung(0, 0, uniform(groups, "hidden")))
    return tuple(reversed(found))


def _candidates(groups: tuple[Group, ...]) -> Iterator[tuple[int, Forms]]:
    """Yield what the host tries, in its order, with the tokens of each."""
    for form in ("full", "names"):
        yield uniform_tokens(groups, form), uniform(groups, form)
    forms = dict(uniform(groups, "names"))
    chars = size(groups, forms)
    for group in collapsing(groups):
        forms[group.label] = "summary"
        chars += group.summary - group.names
        yield estimate(chars), dict(forms)


def _rung(budget: int, tokens: int, forms: Forms) -> Rung:
    form = listing_form(forms)
    return Rung(budget, tokens, _TIERS[form], form, forms)


def reach(budget: int, settings: HermesSettings, context: int | None) -> Reach:
    """Return what gives a listing `budget` tokens."""
    known = context is not None and context > 0
    share = int(context * (settings.threshold_pct / 100.0)) if context and known else None
    return Reach(
        budget=budget,
        context=_least_context(budget, settings.threshold_pct),
        threshold_pct=_least_share(budget, context) if context and known else None,
        cap=_least_cap(budget),
        cap_stands_in_the_way=budget > settings.listing_max_tokens,
        share_stands_in_the_way=budget > (UNKNOWN_CONTEXT_BUDGET if share is None else share),
    )


def detached(
    holdings: tuple[Holding, ...],
    release: Release,
    settings: HermesSettings,
    context: int | None,
) -> tuple[Detached, ...]:
    """Return what the turn would be without each source, by position."""
    found = []
    for gone in holdings:
        rest = stock([holding for holding in holdings if holding is not gone])
        shape = shaped(rest, release, settings, context)
        form = listing_form(shape.forms)
        found.append(Detached(gone.position, shape.payment.total, form, shape.forms))
    return tuple(found)


def _least_cap(budget: int) -> int | None:
    low, high = LISTING_MAX_TOKENS
    return max(low, budget) if budget <= high else None


def _least_context(budget: int, percent: float) -> int | None:
    """Return the smallest context, at least 1, whose share, truncated as there, is enough."""
    share = percent / 100.0
    if share <= 0:
        return None if budget > 0 else 1
    context = max(1, int(budget / share) - 1)
    while int(context * share) < budget:
        context += 1
    return context


def _least_share(budget: int, context: int) -> float | None:
    """Return the smallest share, in ten-thousandths of a percent, that is enough."""
    steps = max(0, math.floor(budget * 100 * _DECIMALS / context) - 1)
    while int(context * (steps / _DECIMALS / 100.0)) < budget:
        steps += 1
    return steps / _DECIMALS if steps <= 100 * _DECIMALS else None
