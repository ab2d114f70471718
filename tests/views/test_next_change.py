"""Words for the next change, and for what reaches a budget."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolsearch_cli.analysis.next_change import NextChange
from toolsearch_cli.hosts.ladder import Reach
from toolsearch_cli.views.next_change import next_change_text, reach_text
from toolsearch_cli.views.numbers import rounded_context


@pytest.mark.parametrize(
    ("change", "long", "short"),
    [
        (
            NextChange(form="names", above=True, context=727_900, cap=36_395),
            "names ≥ 728k and cap ↑",
            "names ≥ 728k +cap",
        ),
        (NextChange(form="summary", above=False, context=3_980), "summary < 3,980", ""),
        (NextChange(form="full", above=True, context=51_560), "full ≥ 51,560", ""),
        (NextChange(form="full", above=True, limit=60_000), "full: never (> 60k)", "full: never"),
        (NextChange(form="full", above=True), "full: never", ""),
        (NextChange(form="names", above=True, cap=4_321), "names: cap ≥ 4,321", ""),
        (
            NextChange(form="names", above=True, threshold_pct=0.0965, cap=300),
            "names: pct ≥ 0.0965 and cap ↑",
            "names: pct ≥ 0.0965 +cap",
        ),
        (NextChange(form="eager", above=True, context=7_610_560), "eager ≥ 7.62M", ""),
    ],
)
def test_a_change_in_words(change: NextChange, long: str, short: str) -> None:
    assert next_change_text(change) == long
    assert next_change_text(change, short=True) == (short or long)


REACH = Reach(
    budget=5_000,
    context=100_000,
    threshold_pct=2.5,
    cap=5_000,
    cap_limit=60_000,
    cap_stands_in_the_way=False,
    share_stands_in_the_way=True,
)


def test_what_reaches_a_budget_in_words() -> None:
    both = replace(REACH, cap_stands_in_the_way=True)
    assert reach_text(replace(REACH, share_stands_in_the_way=False)) == "now"
    assert reach_text(REACH) == "≥ 100k"
    assert reach_text(both) == "≥ 100k and cap ↑"
    assert reach_text(both, short=True) == "≥ 100k +cap"
    assert reach_text(replace(both, share_stands_in_the_way=False)) == "cap ≥ 5,000"
    assert reach_text(replace(REACH, context=None)) == "pct ≥ 2.5"
    assert reach_text(replace(REACH, context=None, threshold_pct=None)) == "never"
    assert reach_text(replace(both, cap=None)) == "never (> 60k)"


@pytest.mark.parametrize(
    ("size", "up", "down"),
    [
        (99_999, "99,999", "99,999"),
        (100_000, "100k", "100k"),
        (100_001, "101k", "100k"),
        (727_900, "728k", "727k"),
        (999_999, "1M", "999k"),
        (1_192_660, "1.2M", "1.19M"),
        (12_345_678, "12.4M", "12.3M"),
        (10**12, "1000000M", "1000000M"),
    ],
)
def test_a_rounded_context_keeps_what_is_said_true(size: int, up: str, down: str) -> None:
    assert rounded_context(size, up=True) == up
    assert rounded_context(size, up=False) == down
