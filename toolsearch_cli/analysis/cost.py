"""What a session costs, not a turn: the formula, and where one way becomes cheaper than another.

A *way* is how the tools reach the model: `eager` (every schema up front), `host` (the host's own
disclosure under its settings) or `bare` (the same with its listing off). For one way

    R = T + k·e + k·q·m/(1 - m)                  requests to the model
    r = d + q·s·m/(1 - m)                        tokens that a cold tool brings into the history
    W = F + P - w·F + k·r + N·b·(F + P + k·r/2)  tokens processed anew: written to the cache
    C = R·(F + P + k·r/2) + k·r - W              tokens read from the cache
    O = R·o                                      tokens of output
    tokens = W + C + O
    money  = (W·write + C·read + O·output) / 1,000,000
    without a cache: W is all input, at the price of input, and C is 0

with, of the session,

    T  turns: requests that it makes whatever the way
    k  cold tools used: deferred tools that are used for the first time; 0 where none is deferred
    N  edits of the toolset in mid-session, each before another turn: N < T
    P  other prompt tokens of a request: system prompt, the host's own tools, conversation
    m  share of searches that miss, and are asked again
    w  1 if another session has left the array in the cache (warm), else 0
    o  output tokens a request

and of the way, measured on the catalog,

    F  tokens of the tools array and the listing, in every request
    e  steps to a cold tool before its call, each a request that sends the whole prompt again
    q  how many of them are searches, which may miss
    s  tokens of a search's answer
    d  tokens that its steps answer: what was found, the schema that was described
    b  1 if adding or removing a deferred tool changes what is sent up front, else 0

What the document of Hermes trades off, and its term:

    savings on the deferred schemas                 F of eager less F of host, in every request
    a fixed cost a turn: bridge schemas, listing    F of host
    one or two more round trips for a cold tool     k·e in R
    at tier 1 the search usually falls away         e, q and d mix tools that are named with those
                                                    that must be found, in their shares
    a described schema gets no system-prompt cache  k·r is written in every session, w spares F
                                                    alone; from then on it is read (k·r/2 in C)
    models that search badly                        m
    toolset edits invalidate the cache              N·b·(F + P + k·r/2), eager's too: its b is 1

First uses are spread evenly over the session, so half of the requests carry each result. All
quantities are fractions and exact; nothing is sampled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from toolsearch_cli.analysis.crossing import Curve, below_zero, curve_of, zeros

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.analysis.crossing import Span

WayName: TypeAlias = Literal["eager", "host", "bare"]
Measure: TypeAlias = Literal["tokens", "money"]

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What is asked: one session, whatever the way."""

    turns: int = 20
    tools_used: int = 3
    """Deferred tools that are used for the first time."""
    edits: int = 0
    """Fewer than turns: an edit shows in the turn after it."""
    prompt: int = 10_000
    """Tokens of a request beside the catalog's tools, the mean over the session."""
    misses: Fraction = Fraction(0)
    """Share of searches that miss, below 1."""
    output_tokens: int = 0
    """Tokens of output a request."""
    cached: bool = True
    """Whether the prompt cache is used."""
    warm: bool = False
    """Whether another session has left the tools array in the cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How the tools reach the model. Tokens are the host's estimate."""

    name: WayName
    fixed: int
    """F: tokens in every request."""
    edits_break: bool = True
    """b: whether an edit changes what is sent up front."""
    steps: Fraction = Fraction(0)
    """e: steps to a cold tool before its call."""
    searches: Fraction = Fraction(0)
    """q: how many of them are searches."""
    search_tokens: Fraction = Fraction(0)
    """s: of a search's answer."""
    result_tokens: Fraction = Fraction(0)
    """d: what the steps of a cold tool answer, together."""
    deferred: int = 0
    """Tools that can be used cold; no more of them than this can be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What a model takes for a million tokens, in one currency."""

    model: str
    currency: str
    as_of: str
    """The day on which they held, as written in their file."""
    source: str
    input: Fraction
    cache_write: Fraction
    cache_read: Fraction | None
    """`None` where the model has no cache: every token is input."""
    output: Fraction | None
    """`None` where it is not known: money is then known without output only."""

    def prices(self, session: Session) -> bool:
        """Say whether all that the session uses has a price."""
        return self.output is not None or not session.output_tokens


class Cost(NamedTuple):
    """What one way costs in one session: expected amounts, exact."""

    requests: Fraction
    written: Fraction
    """Tokens processed anew."""
    read: Fraction
    """Tokens read from the cache."""
    output: Fraction

    @property
    def tokens(self) -> Fraction:
        """All of them, whatever each costs."""
        return self.written + self.read + self.output

    @property
    def whole(self) -> tuple[int, int, int, int]:
        """Written, read and output as whole tokens, and their sum."""
        parts = round(self.written), round(self.read), round(self.output)
        return (*parts, sum(parts))


class BreakEven(NamedTuple):
    """Where `way` is cheaper than `against`, by one measure, the rest of the session as it is."""

    way: WayName
    against: WayName
    measure: Measure
    turns: tuple[Span, ...]
    """Of turns, from the fewest that the edits leave room for; empty: never."""
    turns_at: tuple[float, ...]
    """Where both cost the same, in turns."""
    tools: tuple[Span, ...]
    """Of cold tools used, from none to all that are deferred; empty: never."""
    tools_at: tuple[float, ...]


def cost(way: Way, session: Session) -> Cost:
    """Return what a way costs in a session: the formula of this module.

    It holds for any numbers; `fitted` gives those that a way allows.
    """
    used = session.tools_used
    again = session.misses / (1 - session.misses)
    requests = session.turns + used * (way.steps + way.searches * again)
    brought = used * (way.result_tokens + way.searches * way.search_tokens * again)
    prompt = way.fixed + session.prompt + brought / 2
    everything = requests * prompt + brought
    output = requests * session.output_tokens
    if not session.cached:
        return Cost(requests, everything, Fraction(0), output)
    opening = session.prompt + (0 if session.warm else way.fixed)
    breaks = session.edits * prompt if way.edits_break else Fraction(0)
    written = opening + brought + breaks
    return Cost(requests, written, everything - written, output)


def fitted(way: Way, session: Session) -> Session:
    """Return the session with no more cold tools than the way defers."""
    return replace(session, tools_used=min(session.tools_used, way.deferred))


def money(spent: Cost, prices: Prices, session: Session) -> Fraction | None:
    """Return a cost in the prices' currency; `None` where a price it needs is not known."""
    if not prices.prices(session):
        return None
    output = spent.output * (prices.output or 0)
    if prices.cache_read is None or not session.cached:
        return ((spent.written + spent.read) * prices.input + output) / _MILLION
    written, read = spent.written * prices.cache_write, spent.read * prices.cache_read
    return (written + read + output) / _MILLION


def break_even(way: Way, against: Way, session: Session, prices: Prices | None = None) -> BreakEven:
    """Solve where `way` is cheaper than `against`: in turns, and in cold tools used.

    Args:
        way: Usually what the host does.
        against: Usually `eager`.
        session: What is held as it is, but for the number that is solved for.
        prices: Compare money; without them, tokens.

    Raises:
        ValueError: The prices do not hold all that the session uses.
    """

    def ahead(changed: Session) -> Fraction:
        ours, theirs = (
            _amount(cost(one, _cold(one, changed)), prices, session) for one in (way, against)
        )
        return ours - theirs

    known = fitted(way if way.deferred else against, session)
    turns = curve_of(lambda turns: ahead(replace(known, turns=turns)))
    tools = curve_of(lambda used: ahead(replace(session, tools_used=used)))
    most = max(way.deferred, against.deferred)
    return BreakEven(
        way=way.name,
        against=against.name,
        measure="tokens" if prices is None else "money",
        turns=below_zero(turns, session.edits + 1, None),
        turns_at=_between(turns, session.edits + 1, None),
        tools=below_zero(tools, 0, most),
        tools_at=_between(tools, 0, most),
    )


def cost_by_turns(
    way: Way, session: Session, prices: Prices | None = None
) -> Callable[[int], Fraction]:
    """Return the amount of a way as a function of turns, tokens or money, for a chart."""
    known = fitted(way, session)
    return lambda turns: _amount(cost(way, replace(known, turns=turns)), prices, known)


def _cold(way: Way, session: Session) -> Session:
    """Return the session as the way has it: where nothing is deferred no tool is cold."""
    return session if way.deferred else replace(session, tools_used=0)


def _amount(spent: Cost, prices: Prices | None, session: Session) -> Fraction:
    if prices is None:
        return spent.tokens
    amount = money(spent, prices, session)
    if amount is None:
        raise ValueError(f"{prices.model}: no price for output")
    return amount


def _between(curve: Curve, low: int, high: int | None) -> tuple[float, ...]:
    return tuple(one for one in zeros(curve) if one >= low and (high is None or one <= high))
