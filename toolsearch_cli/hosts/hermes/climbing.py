"""Where a Hermes turn changes: the rungs of its listing, its gate, a source less.

Everything is solved from sizes; nothing is rendered.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.holdings import merged
from toolsearch_cli.hosts.hermes.settings import LISTING_MAX_TOKENS, UNKNOWN_CONTEXT_BUDGET
from toolsearch_cli.hosts.hermes.shape import shaped, stock
from toolsearch_cli.hosts.hermes.thresholds import (
    largest_context_on,
    largest_percent_on,
    least_cap,
    least_context,
    least_percent,
    share_of,
)
from toolsearch_cli.hosts.ladder import Detached, Gate, Reach, Rung
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from toolsearch_cli.hosts.hermes.assembly import Assembly
    from toolsearch_cli.hosts.hermes.listing import Candidates
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings

_DECIMALS = 4
_TIERS = {"full": 1, "names": 1, "mixed": 1, "groups": 2, "none": 2}


def rungs(
    candidates: Candidates, settings: HermesSettings, context: int | None
) -> tuple[Rung, ...]:
    """Return every shape the listing can take, from budget 0 up; none without groups.

    The host takes the first of its candidates that fits; a candidate is a rung when some budget
    is enough for it and for none before it.
    """
    found: list[Rung] = []
    least = math.inf
    for number, chars in enumerate(candidates.sizes):
        tokens = estimate(chars)
        if tokens < least:
            form, forms = candidates.form(number), candidates.forms(number)
            found.append(Rung(reach(tokens, settings, context), tokens, _TIERS[form], form, forms))
            least = tokens
    if found:
        nothing = reach(0, settings, context)
        found.append(Rung(nothing, 0, _TIERS["none"], "none", candidates.hidden()))
    return tuple(reversed(found))


def reach(budget: int, settings: HermesSettings, context: int | None) -> Reach:
    """Return what gives a listing `budget` tokens."""
    percent = settings.threshold_pct
    known = context if context and context > 0 else None
    room = share_of(known, percent) if known else UNKNOWN_CONTEXT_BUDGET
    return Reach(
        budget=budget,
        context=least_context(budget, percent),
        threshold_pct=least_percent(budget, known, decimals=_DECIMALS) if known else None,
        cap=least_cap(budget),
        cap_limit=LISTING_MAX_TOKENS[1],
        cap_stands_in_the_way=budget > settings.listing_max_tokens,
        share_stands_in_the_way=budget > room,
    )


def gate(tokens: int, settings: HermesSettings, context: int | None) -> Gate | None:
    """Return where hermes@0.19 turns its bridge on for so many tokens of deferrable schemas.

    `None` where nothing is deferrable.
    """
    if not tokens:
        return None
    known = context if context and context > 0 else None
    return Gate(
        tokens=tokens,
        context=largest_context_on(tokens, settings.threshold_pct),
        threshold_pct=largest_percent_on(tokens, known, decimals=_DECIMALS) if known else None,
    )


def detached(
    assembly: Assembly, release: Release, settings: HermesSettings, context: int | None
) -> tuple[Detached, ...]:
    """Return what the turn would be without each source, by position."""
    whole, holdings = assembly.stock, assembly.holdings
    sharing = Counter(holding.label for holding in holdings if holding.group)
    found = []
    for gone in holdings:
        if whole.listing_error or (gone.group and sharing[gone.label] > 1):
            rest = [holding for holding in holdings if holding is not gone]
            left = stock(rest, merged(rest))
        else:
            left = whole.without(gone)
        shape = shaped(left, release, settings, context)
        listed = shape.listed
        found.append(Detached(gone.position, shape.payment.total, listed.form, listed.forms))
    return tuple(found)
