"""Expectations: the worst that is allowed in one scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Budget


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The worst tier and forms that are allowed at one host and context, as written."""

    host: str | None = None
    """`None`: at every host that is checked."""
    context: str | None = None
    """`None`: at every context that is checked."""
    budgets: tuple[Budget, ...]
