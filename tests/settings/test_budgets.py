"""Budgets as people write them."""

from __future__ import annotations

import pytest

from toolsearch_cli.checks.budgets import Budget
from toolsearch_cli.errors import UsageError
from toolsearch_cli.settings.budgets import parse_budget, parse_budgets


@pytest.mark.parametrize(
    ("text", "limit", "pattern"),
    [
        ("20000", 20_000, None),
        ("20k", 20_000, None),
        ("20K", 20_000, None),
        ("20_000", 20_000, None),
        (" 20000 ", 20_000, None),
        ("1.5k", 1_500, None),
        ("1M", 1_000_000, None),
        ("0", 0, None),
        ("github=20k", 20_000, "github"),
        ("aws-*=7", 7, "aws-*"),
        ("a=b=7", 7, "a=b"),
        ("=7", 7, ""),
    ],
)
def test_numbers_and_sources(text: str, limit: int, pattern: str | None) -> None:
    assert parse_budget("eager-tokens", text) == Budget("eager-tokens", limit, pattern)


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1.5", "20kk", "20 k", "0x10", "1e3", "github", "github=", "inf", "5%"]
)
def test_what_is_no_budget(text: str) -> None:
    with pytest.raises(UsageError, match="is not a budget") as raised:
        parse_budget("tools", text)
    assert "20k" in str(raised.value.hint)


@pytest.mark.parametrize("text", ["0", "1", "2", "github=1"])
def test_a_tier_is_0_1_or_2(text: str) -> None:
    assert parse_budget("tier", text).limit in (0, 1, 2)


@pytest.mark.parametrize("text", ["3", "200k", "github=9"])
def test_there_is_no_higher_tier(text: str) -> None:
    with pytest.raises(UsageError, match="is not a tier"):
        parse_budget("tier", text)


def test_budgets_keep_their_order() -> None:
    budgets = parse_budgets({"tools": ("9", "a=1", "*=5"), "tier": ("1",)})
    assert [str(one) for one in budgets] == [
        "--max-tools 9",
        "--max-tools a=1",
        "--max-tools *=5",
        "--max-tier 1",
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("full", "--max-form full"),
        ("github=names", "--max-form github=names"),
        ("a=b= hidden", "--max-form a=b=hidden"),
    ],
)
def test_a_form_is_named(text: str, shown: str) -> None:
    assert str(parse_budget("form", text)) == shown


@pytest.mark.parametrize("text", ["", "1", "mixed", "full=", "github", "Full"])
def test_what_is_no_form(text: str) -> None:
    with pytest.raises(UsageError, match="is not a form") as raised:
        parse_budget("form", text)
    assert "full, names, summary, hidden" in str(raised.value.hint)
