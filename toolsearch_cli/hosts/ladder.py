"""The forms a listing takes as its budget grows: rungs, and what it takes to reach one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.hosts.disclosure import Form, ListingForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What gives a budget, one setting at a time, the others as they are in the scenario."""

    budget: int
    context: int | None
    """The least context whose share is enough, at least 1; `None` where the share is nothing."""
    threshold_pct: float | None
    """The least share, to four decimals; `None` where the context is unknown or 100 % is short."""
    cap: int | None
    """The least cap that does not stand in the way; `None` beyond the most a host allows."""
    cap_limit: int
    """The most a host allows."""
    cap_stands_in_the_way: bool
    """The scenario's cap is below the budget, so neither context nor share alone is enough."""
    share_stands_in_the_way: bool
    """The scenario's share of its context is below the budget, so the cap alone is not enough."""

    @property
    def given(self) -> bool:
        """Whether the scenario has that budget already."""
        return not (self.cap_stands_in_the_way or self.share_stands_in_the_way)

    @property
    def possible(self) -> bool:
        """Whether any settings of the scenario's host give that budget."""
        found = self.context is not None or self.threshold_pct is not None
        return self.cap is not None and (found or not self.share_stands_in_the_way)


@dataclass(frozen=True, slots=True)
class Rung:
    """One shape of the listing, from its least budget up to the next rung's."""

    reach: Reach
    """The least budget, in the host's tokens, that gives it, and what gives that budget."""
    tokens: int
    """What it takes."""
    tier: int
    form: ListingForm
    forms: Mapping[str, Form]
    """The form of each group, by its label; all rungs of a ladder have the labels in one order."""

    @property
    def budget(self) -> int:
        """The least budget that gives it."""
        return self.reach.budget


@dataclass(frozen=True, slots=True)
class Gate:
    """Where the size of what is deferrable decides on the bridge, and no budget on a listing."""

    tokens: int
    """The host's estimate of the deferrable schemas."""
    context: int | None
    """The largest context with the bridge; `None` where it is used in every known one."""
    threshold_pct: float | None
    """The largest share with the bridge, to four decimals; `None` where the context is unknown."""
    share: str = "threshold_pct {:g}"
    """How one sets that share."""
    form: Form = "hidden"
    """What the sources are shown as with the bridge."""


@dataclass(frozen=True, slots=True)
class Detached:
    """A turn without one source, all else the same."""

    position: int
    """The source that is gone."""
    total: int
    """What the model would pay."""
    listing: ListingForm
    forms: Mapping[str, Form]
    """The form of each group, by its label, the one that is gone perhaps included; empty where
    nothing is listed. Detachments that leave the same forms share one mapping."""
