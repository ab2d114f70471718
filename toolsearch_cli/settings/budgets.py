"""Budgets as people write them: `20000`, `20k`, `github=20_000`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.budgets import WORST_FORMS, Budget, Measure
from toolsearch_cli.errors import UsageError
from toolsearch_cli.settings.sizes import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LARGEST_TIER = 2


def parse_budgets(given: Mapping[Measure, Iterable[str]]) -> tuple[Budget, ...]:
    """Return the budgets that flags give, by measure, in the order given.

    Raises:
        UsageError: One is no budget.
    """
    return tuple(parse_budget(measure, text) for measure, texts in given.items() for text in texts)


def parse_budget(measure: Measure, text: str) -> Budget:
    """Read `N` or `SOURCE=N`; the last `=` counts, for a source's name may hold some.

    Raises:
        UsageError: N is no whole number, no tier, or no form.
    """
    pattern, separator, number = text.rpartition("=")
    named = pattern if separator else None
    if measure == "form":
        return _form_budget(text, number, named)
    limit = whole_number(number)
    if limit is None:
        raise UsageError(
            f"--max-{measure}: {text!r} is not a budget",
            hint="write 20000, 20k, 20_000 or SOURCE=20k",
        )
    if measure == "tier" and limit > LARGEST_TIER:
        raise UsageError(f"--max-tier: {text!r} is not a tier", hint="tiers are 0, 1 and 2")
    return Budget(measure, limit, named)


def _form_budget(text: str, form: str, pattern: str | None) -> Budget:
    for position, known in enumerate(WORST_FORMS):
        if known == form.strip():
            return Budget("form", position, pattern)
    forms = ", ".join(WORST_FORMS)
    raise UsageError(f"--max-form: {text!r} is not a form", hint=f"forms, best first: {forms}")
