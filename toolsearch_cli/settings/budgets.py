"""Budgets as people write them: `20000`, `20k`, `github=20_000`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.budgets import Budget, Measure
from toolsearch_cli.errors import UsageError
from toolsearch_cli.settings.sizes import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LARGEST_TIER = 2
_EXAMPLE = (
    "for example --max-tools 100 --max-eager-tokens 40k --max-eager-tokens github=20k "
    "--max-tier 1; `toolsearch tiers` shows what a catalog takes today"
)


def parse_budgets(given: Mapping[Measure, Iterable[str]]) -> tuple[Budget, ...]:
    """Return the budgets that flags give, by measure, in the order given.

    Raises:
        UsageError: None is given, or one is no budget.
    """
    budgets = tuple(
        parse_budget(measure, text) for measure, texts in given.items() for text in texts
    )
    if not budgets:
        raise UsageError("no budget given: nothing would be measured", hint=_EXAMPLE)
    return budgets


def parse_budget(measure: Measure, text: str) -> Budget:
    """Read `N` or `SOURCE=N`; the last `=` counts, for a source's name may hold some.

    Raises:
        UsageError: N is no whole number, or no tier.
    """
    pattern, separator, number = text.rpartition("=")
    limit = whole_number(number)
    if limit is None:
        raise UsageError(
            f"--max-{measure}: {text!r} is not a budget",
            hint="write 20000, 20k, 20_000 or SOURCE=20k",
        )
    if measure == "tier" and limit > LARGEST_TIER:
        raise UsageError(f"--max-tier: {text!r} is not a tier", hint="tiers are 0, 1 and 2")
    return Budget(measure, limit, pattern if separator else None)
