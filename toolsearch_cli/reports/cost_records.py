"""The JSON record of `cost`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from toolsearch_cli.analysis.cost import BreakEven, Cost, Prices, Session, Way
    from toolsearch_cli.analysis.cost_ways import HostCost, Sizes
    from toolsearch_cli.analysis.crossing import Span
    from toolsearch_cli.reports.records import Record

_DIGITS = 6


def cost_record(found: Sequence[HostCost], session: Session, prices: Prices) -> Record:
    """Return `cost/1`: the session, the prices, and for each host its ways and break-evens."""
    return {
        "session": {
            "turns": session.turns,
            "tools_used": session.tools_used,
            "edits": session.edits,
            "prompt": session.prompt,
            "misses": float(session.misses),
            "output_tokens": session.output_tokens,
            "cached": session.cached,
            "warm": session.warm,
        },
        "prices": _prices_record(prices),
        "hosts": [_host_record(one) for one in found],
    }


def _prices_record(prices: Prices) -> Record:
    return {
        "model": prices.model,
        "currency": prices.currency,
        "as_of": prices.as_of or None,
        "source": prices.source or None,
        "input": float(prices.input),
        "cache_write": float(prices.cache_write),
        "cache_read": _maybe(prices.cache_read),
        "output": _maybe(prices.output),
    }


def _host_record(one: HostCost) -> Record:
    found, answers = one.found, one.found.answers
    return {
        "host": found.shown.host,
        "context": found.shown.context,
        "fidelity": found.shown.fidelity,
        "ranking": found.ranking,
        "tier": found.shown.tier,
        "form": None if found.shown.budget is None else found.shown.listing.form,
        "named": found.named,
        "found": found.found,
        "named_steps": list(found.named_steps),
        "found_steps": list(found.found_steps),
        "searched": answers.searched,
        "loads_source": answers.loads_source,
        "answers": {
            "search": _sizes_record(answers.search),
            "named": _sizes_record(answers.named),
            "found": _sizes_record(answers.found),
        },
        "ways": [
            {**_way_record(way), **_cost_record(spent), "money": _maybe(paid)}
            for way, spent, paid in zip(found.ways, one.spent, one.money, strict=True)
        ],
        "break_even": [_break_even_record(even) for even in one.break_evens],
    }


def _sizes_record(sizes: Sizes | None) -> Record | None:
    if sizes is None:
        return None
    return {
        "mean": _rounded(sizes.mean),
        "median": _rounded(sizes.median),
        "sample": sizes.sample,
    }


def _way_record(way: Way) -> Record:
    return {
        "way": way.name,
        "fixed": way.fixed,
        "steps": _rounded(way.steps),
        "searches": _rounded(way.searches),
        "search_tokens": _rounded(way.search_tokens),
        "result_tokens": _rounded(way.result_tokens),
        "edits_break": way.edits_break,
    }


def _cost_record(spent: Cost) -> Record:
    written, read, output, tokens = spent.whole
    return {
        "requests": _rounded(spent.requests),
        "written": written,
        "read": read,
        "output": output,
        "tokens": tokens,
    }


def _break_even_record(even: BreakEven) -> Record:
    return {
        "way": even.way,
        "against": even.against,
        "measure": even.measure,
        "turns": _spans_record(even.turns, even.turns_at),
        "tools": _spans_record(even.tools, even.tools_at),
    }


def _spans_record(spans: Sequence[Span], zeros: Sequence[float]) -> Record:
    """Return where a way is cheaper; no span at all is never."""
    return {
        "cheaper": [{"least": one.least, "most": one.most} for one in spans],
        "same_at": [round(at, _DIGITS) for at in zeros],
    }


def _maybe(value: Fraction | None) -> float | None:
    return None if value is None else _rounded(value)


def _rounded(value: Fraction) -> float:
    return round(float(value), _DIGITS)
