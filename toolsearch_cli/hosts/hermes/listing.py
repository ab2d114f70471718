"""The listing: line shapes, and how groups give way until the text fits the budget.

Forms are chosen from sizes alone; the text is made once, for the form that was chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolsearch_cli.hosts.disclosure import NO_LISTING, Block, Form, Listing, ListingForm
from toolsearch_cli.tokens.chars4 import estimate

HEADER = "Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):"

Forms = Mapping[str, Form]
"""Group label to the form its block takes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One tool as a listing shows it."""

    name: str
    short: str

    @property
    def line(self) -> str:
        """Its line in a full block."""
        return f"- {self.name}: {self.short}" if self.short else f"- {self.name}"


@dataclass(frozen=True, slots=True)
class Group:
    """All entries under one label, sorted, with the size of each form in code points."""

    label: str
    entries: tuple[Entry, ...]
    full: int
    names: int
    summary: int

    @classmethod
    def of(cls, label: str, entries: Iterable[Entry]) -> Group:
        """Sort the entries and measure the three forms."""
        ordered = tuple(sorted(entries, key=lambda entry: (entry.name, entry.short)))
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


def size(groups: Iterable[Group], forms: Forms) -> int:
    """Return the code points of the whole text, header included."""
    return len(HEADER) + sum(1 + group.size(forms[group.label]) for group in groups)


def uniform(groups: Iterable[Group], form: Form) -> Forms:
    """Return the same form for every group."""
    return {group.label: form for group in groups}


def uniform_tokens(groups: tuple[Group, ...], form: Form) -> int:
    """Return what the whole text takes with every group in `form`, in the host's tokens."""
    return estimate(size(groups, uniform(groups, form)))


def chosen_forms(groups: tuple[Group, ...], budget: int) -> Forms:
    """Return the form of each group at `budget` tokens; every form is `hidden` if none fits.

    All full, else all names, else groups give way to a summary one at a time, the longest names
    block first (ties by label), until the text fits. A group never returns to full.
    """
    for form in ("full", "names"):
        if uniform_tokens(groups, form) <= budget:
            return uniform(groups, form)
    forms = dict(uniform(groups, "names"))
    chars = size(groups, forms)
    for group in collapsing(groups):
        forms[group.label] = "summary"
        chars += group.summary - group.names
        if estimate(chars) <= budget:
            return forms
    return uniform(groups, "hidden")


def collapsing(groups: Iterable[Group]) -> list[Group]:
    """Return the groups in the order in which they give way to a summary."""
    return sorted(groups, key=lambda group: (-group.names, group.label))


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
