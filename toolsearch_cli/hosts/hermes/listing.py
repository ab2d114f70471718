"""The listing: line shapes, and how groups give way until the text fits the budget.

Forms are chosen from sizes alone; the text is made once, for the form that was chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain
from operator import sub
from typing import NamedTuple

from toolsearch_cli.hosts.disclosure import NO_LISTING, Block, Form, Listing, ListingForm
from toolsearch_cli.tokens.chars4 import CHARS_PER_TOKEN, estimate

HEADER = "Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):"

Forms = Mapping[str, Form]
"""Group label to the form its block takes."""


class Entry(NamedTuple):
    """One tool as a listing shows it."""

    name: str
    short: str

    @property
    def line(self) -> str:
        """Its line in a full block."""
        return f"- {self.name}: {self.short}" if self.short else f"- {self.name}"


class Group(NamedTuple):
    """All entries under one label, sorted, with the size of each form in code points."""

    label: str
    entries: tuple[Entry, ...]
    full: int
    names: int
    summary: int

    @classmethod
    def of(cls, label: str, entries: Iterable[Entry]) -> Group:
        """Sort the entries and measure the three forms."""
        ordered = tuple(sorted(entries))
        heading = len(_heading(label, len(ordered)))
        lines = sum(len(entry.line) + 1 for entry in ordered)
        joined = sum(len(entry.name) + 2 for entry in ordered) - 2
        summary = len(_summary(label, len(ordered)))
        return cls(label, ordered, heading + lines, heading + 1 + joined, summary)

    def size(self, form: Form) -> int:
        """Return the code points of the block in `form`, without the line break before it."""
        if form == "full":
            return self.full
        if form == "names":
            return self.names
        return self.summary if form == "summary" else 0

    def block(self, form: Form) -> Block:
        """Return the block's text."""
        count = len(self.entries)
        if form == "summary":
            return Block(self.label, form, _summary(self.label, count))
        if form == "names":
            body = ", ".join(entry.name for entry in self.entries)
        else:
            body = "\n".join(entry.line for entry in self.entries)
        return Block(self.label, form, f"{_heading(self.label, count)}\n{body}")


def _heading(label: str, count: int) -> str:
    return f"{label} tools ({count}):"


def _summary(label: str, count: int) -> str:
    return f"{label} ({count} tools — names not listed; discover via `tool_search`)"


def uniform(groups: Iterable[Group], form: Form) -> Forms:
    """Return the same form for every group."""
    return {group.label: form for group in groups}


def uniform_tokens(groups: tuple[Group, ...], form: Form) -> int:
    """Return what the whole text takes with every group in `form`, in the host's tokens."""
    return estimate(len(HEADER) + sum(1 + group.size(form) for group in groups))


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What the host tries for a listing, in its order, until one fits the budget.

    All full, else all names, else groups give way to a summary one at a time, the longest names
    block first (ties by label). A group never returns to full. Sizes are code points.
    """

    order: tuple[str, ...]
    """Labels, in the order in which the groups give way."""
    spared: tuple[int, ...]
    """What each group spares when it gives way; negative where its names are shorter."""
    named: Forms
    """Every group as names, which groups then leave one at a time."""
    full: int
    """The whole text with every group full, header included."""
    names: int

    @classmethod
    def of(cls, groups: Iterable[Group]) -> Candidates:
        """Put the groups in the order in which they give way."""
        order = sorted(groups, key=lambda group: (-group.names, group.label))
        apart = len(HEADER) + len(order)
        return cls(
            order=tuple(group.label for group in order),
            spared=tuple(group.names - group.summary for group in order),
            named=uniform(order, "names"),
            full=apart + sum(group.full for group in order),
            names=apart + sum(group.names for group in order),
        )

    def without(self, group: Group) -> Candidates:
        """Return the candidates of a listing that lacks one of its groups."""
        at = self.order.index(group.label)
        named = dict(self.named)
        del named[group.label]
        return Candidates(
            order=self.order[:at] + self.order[at + 1 :],
            spared=self.spared[:at] + self.spared[at + 1 :],
            named=named,
            full=self.full - 1 - group.full,
            names=self.names - 1 - group.names,
        )

    def sizes(self) -> Iterator[int]:
        """Yield the size of the whole text for each candidate, in order; none without groups."""
        if not self.order:
            return iter(())
        return chain((self.full,), accumulate(self.spared, sub, initial=self.names))

    def forms(self, number: int) -> Forms:
        """Return the form of each group in the candidate of that number: 0 is all full."""
        if number == 0:
            return dict.fromkeys(self.order, "full")
        forms = dict(self.named)
        for label in self.order[: number - 1]:
            forms[label] = "summary"
        return forms

    def hidden(self) -> Forms:
        """Return the forms when no candidate fits."""
        return dict.fromkeys(self.order, "hidden")

    def first_fit(self, budget: int) -> tuple[Forms, int]:
        """Return the form of each group at `budget` tokens, and the size of the whole text."""
        room = budget * CHARS_PER_TOKEN
        for number, chars in enumerate(self.sizes()):
            if chars <= room:
                return self.forms(number), chars
        return self.hidden(), 0


def listing_form(forms: Forms) -> ListingForm:
    """Name the form of the whole listing."""
    kinds = set(forms.values())
    if not kinds or kinds == {"hidden"}:
        return "none"
    if kinds == {"full"}:
        return "full"
    if kinds == {"names"}:
        return "names"
    return "groups" if kinds == {"summary"} else "mixed"


def rendered(groups: Iterable[Group], forms: Forms) -> Listing:
    """Make the text for the forms given."""
    form = listing_form(forms)
    if form == "none":
        return NO_LISTING
    return Listing(form, HEADER, tuple(group.block(forms[group.label]) for group in groups))
