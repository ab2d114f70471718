"""The formula of a session's cost: each term, and what must hold for any numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.analysis.cost import (
    Prices,
    Session,
    Way,
    WayName,
    break_even,
    cost,
    cost_by_turns,
    fitted,
    money,
)

PRICES = Prices(
    model="m",
    currency="USD",
    as_of="",
    source="",
    input=Fraction(2),
    cache_write=Fraction(5, 2),
    cache_read=Fraction(1, 5),
    output=Fraction(10),
)
EAGER = Way(name="eager", fixed=5_000)
HOST = Way(
    name="host",
    fixed=1_000,
    steps=Fraction(2),
    searches=Fraction(1),
    search_tokens=Fraction(100),
    result_tokens=Fraction(300),
    deferred=40,
)
PLAIN = Session(turns=10, tools_used=2, prompt=2_000)

by_what = st.sampled_from([PRICES, None])
"""Money, or tokens."""
tokens = st.integers(0, 40_000)
shares = st.fractions(min_value=0, max_value=Fraction(9, 10), max_denominator=20)


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    turns = draw(st.integers(1, 40))
    return Session(
        turns=turns,
        tools_used=draw(st.integers(0, 30)),
        edits=draw(st.integers(0, turns - 1)),
        prompt=draw(tokens),
        misses=draw(shares),
        output_tokens=draw(st.integers(0, 2_000)),
        cached=draw(st.booleans()),
        warm=draw(st.booleans()),
    )


@st.composite
def deferring(draw: st.DrawFn, name: WayName = "host") -> Way:
    """A way with steps: a share of the tools is named, the others must be found."""
    named = draw(st.fractions(min_value=0, max_value=1, max_denominator=10))
    return Way(
        name=name,
        fixed=draw(tokens),
        edits_break=draw(st.booleans()),
        steps=named * draw(st.integers(0, 1)) + (1 - named) * draw(st.integers(1, 2)),
        searches=1 - named,
        search_tokens=draw(st.fractions(min_value=0, max_value=5_000, max_denominator=9)),
        result_tokens=draw(st.fractions(min_value=0, max_value=9_000, max_denominator=9)),
        deferred=draw(st.integers(1, 30)),
    )


def amount(way: Way, session: Session, prices: Prices | None) -> Fraction:
    spent = cost(way, fitted(way, session))
    paid = spent.tokens if prices is None else money(spent, prices, session)
    assert paid is not None
    return paid


def test_a_session_worked_by_hand() -> None:
    requests = 10 + 2 * 2
    brought = 2 * 300
    mean_prompt = 1_000 + 2_000 + brought // 2
    written = 1_000 + 2_000 + brought
    everything = requests * mean_prompt + brought
    assert list(cost(HOST, PLAIN)) == [requests, written, everything - written, 0]
    assert list(cost(EAGER, fitted(EAGER, PLAIN))) == [10, 7_000, 9 * 7_000, 0]
    paid = money(cost(HOST, PLAIN), PRICES, PLAIN)
    assert paid == (written * Fraction("2.5") + (everything - written) * Fraction("0.2")) / 10**6


def test_misses_repeat_the_search_alone() -> None:
    quarter = replace(PLAIN, misses=Fraction(1, 4))  # a third of a search more for each tool
    again = cost(HOST, quarter)
    assert again.requests == 14 + Fraction(2, 3)
    assert again.written - cost(HOST, PLAIN).written == 2 * Fraction(100, 3)


def test_an_edit_writes_the_whole_prompt_anew_where_it_breaks_the_cache() -> None:
    edited = replace(PLAIN, edits=3)
    kept = replace(HOST, edits_break=False)
    assert cost(HOST, edited).written - cost(HOST, PLAIN).written == 3 * (3_000 + 300)
    assert cost(HOST, edited).tokens == cost(HOST, PLAIN).tokens
    assert cost(kept, edited) == cost(kept, PLAIN)


def test_a_warm_cache_spares_the_tools_but_no_result() -> None:
    warm, cold = cost(HOST, replace(PLAIN, warm=True)), cost(HOST, PLAIN)
    assert cold.written - warm.written == HOST.fixed
    assert warm.written - PLAIN.prompt == 2 * HOST.result_tokens
    assert warm.tokens == cold.tokens


def test_output_is_that_of_every_request() -> None:
    spoken = replace(PLAIN, output_tokens=50)
    assert cost(HOST, spoken).output == 14 * 50


@given(deferring(), sessions(), by_what)
def test_more_turns_are_never_cheaper(way: Way, session: Session, prices: Prices | None) -> None:
    more = replace(session, turns=session.turns + 1)
    assert amount(way, more, prices) >= amount(way, session, prices)


@given(deferring(), sessions())
def test_without_cold_tools_no_step_costs_anything(way: Way, session: Session) -> None:
    none = replace(session, tools_used=0)
    bare = Way(name=way.name, fixed=way.fixed, edits_break=way.edits_break)
    assert cost(way, none) == cost(bare, none)
    assert cost(way, none).requests == session.turns


@given(deferring(), sessions())
def test_without_a_cache_everything_is_processed_anew(way: Way, session: Session) -> None:
    plain = cost(way, replace(session, cached=False))
    assert plain.read == 0
    assert plain.tokens == cost(way, replace(session, cached=True)).tokens
    no_cache = replace(PRICES, cache_read=None)
    assert money(plain, PRICES, replace(session, cached=False)) == money(plain, no_cache, session)


@given(deferring(), sessions())
def test_nothing_is_negative_and_whole_parts_add_up(way: Way, session: Session) -> None:
    spent = cost(way, fitted(way, session))
    assert min(spent) >= 0
    assert sum(spent.whole[:3]) == spent.whole[3]


@given(deferring(), deferring("bare"), st.integers(0, 60_000), sessions(), by_what)
def test_a_break_even_is_where_the_lines_cross(
    host: Way, bare: Way, all_schemas: int, session: Session, prices: Prices | None
) -> None:
    bare = replace(bare, deferred=host.deferred)
    for way, against in ((host, Way(name="eager", fixed=all_schemas)), (host, bare)):
        even = break_even(way, against, session, prices)
        for turns in range(session.edits + 1, session.edits + 60):
            asked = replace(session, turns=turns)
            ahead = amount(way, asked, prices) < amount(against, asked, prices)
            assert ahead == any(
                one.least <= turns and (one.most is None or turns <= one.most) for one in even.turns
            ), turns
        for used in range(host.deferred + 1):
            asked = replace(session, tools_used=used)
            ahead = amount(way, asked, prices) < amount(against, asked, prices)
            assert ahead == any(one.least <= used <= (one.most or 0) for one in even.tools), used


def test_never_and_always_are_said() -> None:
    dear = replace(HOST, fixed=9_000)
    assert break_even(dear, EAGER, PLAIN).turns == ()
    assert break_even(dear, EAGER, PLAIN).tools == ()
    free = replace(
        HOST, fixed=0, steps=Fraction(0), searches=Fraction(0), result_tokens=Fraction(0)
    )
    even = break_even(free, EAGER, PLAIN)
    assert even.turns == ((1, None),)
    assert even.tools == ((0, 40),)


def test_money_without_a_price_for_output_is_not_made_up() -> None:
    prices = replace(PRICES, output=None)
    spoken = replace(PLAIN, output_tokens=1)
    assert money(cost(HOST, spoken), prices, spoken) is None
    assert money(cost(HOST, PLAIN), prices, PLAIN) is not None
    with pytest.raises(ValueError, match="no price for output"):
        break_even(HOST, EAGER, spoken, prices)


def test_a_chart_draws_what_the_table_says() -> None:
    line = cost_by_turns(HOST, PLAIN, PRICES)
    assert line(10) == amount(HOST, PLAIN, PRICES)
