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
from toolsearch_cli.hosts.hermes.settings import UNKNOWN_CONTEXT_BUDGET
from toolsearch_cli.hosts.hermes.shape import shaped, stock
from toolsearch_cli.hosts.hermes.thresholds import (
    least_cap,
    least_context,
    least_percent,
    share_of,
)
from toolsearch_cli.hosts.ladder import Detached, Reach, Rung
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.hermes.holdings import Holding
    from toolsearch_cli.hosts.hermes.listing import Forms, Group
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings

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
    share = share_of(context, settings.threshold_pct) if context and known else None
    return Reach(
        budget=budget,
        context=least_context(budget, settings.threshold_pct),
        threshold_pct=least_percent(budget, context, decimals=4) if context and known else None,
        cap=least_cap(budget),
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
