"""The listing: line shapes, and how groups give way until the text fits the budget.

Forms are chosen from sizes alone; the text is made once, for the form that was chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
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


@dataclass(frozen=True, slots=True)
class Fit:
    """What a listing becomes."""

    forms: Forms
    """Of a group that is left out, what it would have."""
    form: ListingForm
    chars: int
    """Code points of the whole text, header included; 0 where nothing fits."""


NOTHING_FITS = Fit({}, "none", 0)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What the host tries for a listing, in its order, until one fits the budget.

    All full, else all names, else groups give way to a summary one at a time, the longest names
    block first (ties by label). A group never returns to full. A candidate's number is its place.
    """

    order: tuple[str, ...]
    """Labels, in the order in which the groups give way."""
    sizes: tuple[int, ...]
    """Code points of the whole text for each candidate; none without groups."""
    named: Forms
    """Every group as names."""
    made: dict[int, Forms] = field(default_factory=dict)
    """The forms of the candidates that once were the first to fit."""

    @classmethod
    def of(cls, groups: Iterable[Group]) -> Candidates:
        """Put the groups in the order in which they give way."""
        order = sorted(groups, key=lambda group: (-group.names, group.label))
        if not order:
            return cls((), (), {})
        apart = len(HEADER) + len(order)
        full = apart + sum(group.full for group in order)
        names = apart + sum(group.names for group in order)
        spared = (group.names - group.summary for group in order)
        sizes = (full, *accumulate(spared, sub, initial=names))
        return cls(tuple(group.label for group in order), sizes, uniform(order, "names"))

    def forms(self, number: int) -> Forms:
        """Return the form of each group in a candidate."""
        if number == 0:
            return dict.fromkeys(self.order, "full")
        forms = dict(self.named)
        for label in self.order[: number - 1]:
            forms[label] = "summary"
        return forms

    def hidden(self) -> Forms:
        """Return the forms when no candidate fits."""
        return dict.fromkeys(self.order, "hidden")

    def first_fit(self, budget: int, lacking: Group | None = None) -> Fit:
        """Return the first candidate that fits into `budget` tokens.

        Args:
            budget: The most tokens that the whole text may take.
            lacking: One of the groups, which is left out.
        """
        room = budget * CHARS_PER_TOKEN
        sizes = self.sizes if lacking is None else self._sizes_without(lacking)
        for number, chars in enumerate(sizes):
            if chars <= room:
                if number not in self.made:
                    self.made[number] = self.forms(number)
                return Fit(self.made[number], self.form(number, lacking), chars)
        return Fit(self.hidden(), "none", 0)

    def _sizes_without(self, group: Group) -> Iterator[int]:
        """Yield the sizes without one group; where it would give way, nothing changes."""
        if len(self.order) == 1:
            return
        gives_way = self.order.index(group.label) + 2
        yield self.sizes[0] - group.full - 1
        for chars in self.sizes[1:gives_way]:
            yield chars - group.names - 1
        for chars in self.sizes[gives_way:]:
            yield chars - group.summary - 1

    def form(self, number: int, lacking: Group | None = None) -> ListingForm:
        """Name the form of the whole listing in a candidate."""
        if number == 0:
            return "full"
        groups, summaries = len(self.order), number - 1
        if lacking is not None:
            groups -= 1
            summaries -= lacking.label in self.order[: number - 1]
        if summaries == 0:
            return "names"
        return "groups" if summaries == groups else "mixed"


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
