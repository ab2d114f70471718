"""Budgets: the most that a catalog, each source or each tool may take, measured on a disclosure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from toolsearch_cli.catalog.unknowns import CAPTURE, unknown_in_words
from toolsearch_cli.checks.addresses import names_source
from toolsearch_cli.checks.findings import Asked, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Source
    from toolsearch_cli.hosts.disclosure import Definition, Disclosure, Form, SourceDisclosure

Measure: TypeAlias = Literal[
    "tools",
    "eager-tokens",
    "listing-tokens",
    "tier",
    "tool-tokens",
    "shown-tokens",
    "form",
    "growth",
]
"""What is counted: tools the host knows; tokens of all schemas; tokens the listing takes now; the
tier; tokens of one definition; all that the model pays this turn; the form in the listing; by how
much one of the others has grown. Tokens are the host's own estimate."""

MEASURES: tuple[Measure, ...] = tuple(one for one in get_args(Measure) if one != "growth")
"""What can be counted of a catalog alone: all but growth."""

Status: TypeAlias = Literal["held", "exceeded", "unmeasured"]

WORST_FORMS: tuple[Form, ...] = ("full", "names", "summary", "hidden")
"""What the limit of a `form` budget means: the position of the worst form allowed."""

_NAMED = frozenset({"tier", "form"})
"""Measures whose figure is a name and not an amount."""

_TIER_OF_FORM = {None: 0, "full": 1, "names": 1, "summary": 2, "hidden": 2}
"""A source by itself: schemas sent, tools named, tools not named."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that is allowed of one measure."""

    measure: Measure
    limit: int
    pattern: str | None = None
    """A glob over source names: each source that matches has this budget. `None`: the whole
    catalog, or for `tool-tokens` every tool and for `form` every source."""
    written: str = ""
    """The limit as it was given, where that is no figure: a share of what was."""
    of: Measure | None = None
    """For `growth`, of which measure."""
    place: str = field(default="", compare=False)
    """Where a settings file says it; empty for a flag."""

    def __str__(self) -> str:
        """Return the flag that gives it."""
        source = "" if self.pattern is None else f"{self.pattern}="
        of = "" if self.of in (None, "eager-tokens") else f"{self.of}:"
        return f"--max-{self.measure} {of}{source}{self.written or self.named(self.limit)}"

    @property
    def counts(self) -> bool:
        """Whether the measure is an amount, so that how far it is over says something."""
        return self.measure not in _NAMED

    def named(self, figure: int) -> str:
        """Return a figure as one writes it: a number, or the name of a form."""
        return WORST_FORMS[figure] if self.measure == "form" else str(figure)

    def names(self, source: Source) -> bool:
        """Say whether the pattern names `source`; a budget without a pattern names none."""
        return self.pattern is not None and names_source(self.pattern, source.name, source.kind)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a figure may be too low, or why there is none."""

    reason: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One budget, measured at one place in one scenario."""

    budget: Budget
    asked: Asked
    place: Place
    """For `tool-tokens` the largest tool, for `form` the source with the worst."""
    found: int | None
    """`None` where there is nothing to count."""
    doubt: Doubt | None = None

    @property
    def headroom(self) -> int | None:
        """What is left; negative over the budget."""
        return None if self.found is None else self.budget.limit - self.found

    @property
    def status(self) -> Status:
        """What is over is over, but a figure in doubt cannot pass."""
        if self.found is not None and self.found > self.budget.limit:
            return "exceeded"
        return "unmeasured" if self.found is None or self.doubt else "held"


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What is measured: one scenario's disclosure of a catalog."""

    catalog: Catalog
    shown: Disclosure
    tools: Mapping[int, tuple[Definition, ...]]
    """Source position to the tools the host knows of it."""

    @classmethod
    def of(cls, catalog: Catalog, shown: Disclosure) -> Subject:
        """Sort the definitions by source."""
        tools: dict[int, list[Definition]] = {}
        for definition in shown.definitions:
            tools.setdefault(definition.source, []).append(definition)
        return cls(catalog, shown, {position: tuple(own) for position, own in tools.items()})

    @property
    def asked(self) -> Asked:
        """The scenario."""
        return Asked(self.shown.host, self.shown.context)

    def source(self, row: SourceDisclosure) -> Source:
        """Return the source that a row is about."""
        return self.catalog.sources[row.position]

    def place(self, row: SourceDisclosure) -> Place:
        """Return the place of one source."""
        provenance = self.source(row).provenance
        return Place(source=row.source, kind=row.kind, position=row.position, provenance=provenance)

    def tool_place(self, definition: Definition) -> Place:
        """Return the place of one tool."""
        source = self.catalog.sources[definition.source]
        return Place(
            source=source.name,
            kind=source.kind,
            position=definition.source,
            tool=definition.tool.name,
            provenance=definition.tool.provenance,
        )

    def tools_of(self, share: Share) -> tuple[Definition, ...]:
        """Return the tools that a budget counts over."""
        return tuple(one for row in share.rows for one in self.tools.get(row.position, ()))


@dataclass(frozen=True, slots=True)
class Share:
    """What one budget counts over: all sources in scope, or one of them."""

    budget: Budget
    rows: tuple[SourceDisclosure, ...]
    whole: bool
    """Whether this is the catalog's budget, and not one source's."""


def shares(subject: Subject, budgets: Sequence[Budget]) -> Iterator[Share]:
    """Give each budget what it counts over.

    Of several budgets of one measure that name one source, the last counts; a source that is
    named has that budget, and its tools too, and not the one for every tool or every form.
    """
    for measure in MEASURES:
        of_measure = [budget for budget in budgets if budget.measure == measure]
        own = {
            row.position: budget
            for budget in of_measure
            for row in subject.shown.sources
            if budget.names(subject.source(row))
        }
        for budget in [budget for budget in of_measure if budget.pattern is None][-1:]:
            rows = subject.shown.sources
            if measure in ("tool-tokens", "form"):
                rows = tuple(row for row in rows if row.position not in own)
            if not own or any(row.tools for row in rows):
                yield Share(budget, rows, whole=True)
        for row in subject.shown.sources:
            if row.position in own:
                yield Share(own[row.position], (row,), whole=False)


def measured(subject: Subject, share: Share) -> Measurement:
    """Measure one share of a budget; what cannot be counted is said, never passed."""
    place = Place() if share.whole else subject.place(share.rows[0])
    found: int | None = None
    doubt = _uncountable(subject, share)
    if doubt is None:
        found, place = _counted(subject, share, place)
        doubt = _too_low(subject, share)
    return Measurement(
        budget=share.budget, asked=subject.asked, place=place, found=found, doubt=doubt
    )


def _uncountable(subject: Subject, share: Share) -> Doubt | None:
    shown, measure = subject.shown, share.budget.measure
    named = share.rows
    if not share.whole:
        named = tuple(row for row in shown.sources if share.budget.names(subject.source(row)))
    if not any(row.tools for row in named):
        return Doubt("there is no tool to measure", "Name a catalog that holds tools.")
    if not is_lost_to_failure(measure):
        return None
    if shown.host_error:
        reason = f"the host fails while it builds the listing: {shown.host_error}"
        return Doubt(reason, "Make that description a string.")
    missing = f"Leave {shown.host} or --max-{measure} out."
    if measure == "tier" and shown.tier is None:
        return Doubt(f"{shown.host} has no tiers", missing)
    if measure in ("listing-tokens", "form") and not has_listing(shown):
        return Doubt(f"{shown.host} has no listing", missing)
    return None


def has_listing(shown: Disclosure) -> bool:
    """Say whether there is a listing to measure: one with a budget, or one that is shown now."""
    return shown.budget is not None or shown.listing.form != "none"


def is_lost_to_failure(measure: Measure) -> bool:
    """Say whether a measure means nothing where the host fails while it builds the listing."""
    return measure not in ("tools", "eager-tokens", "tool-tokens")


def _too_low(subject: Subject, share: Share) -> Doubt | None:
    sources = [subject.source(row) for row in share.rows]
    if share.budget.measure != "tools" and (unknown := unknown_in_words(sources)):
        return Doubt(unknown, CAPTURE)
    incomplete = [row for row in share.rows if subject.source(row).incomplete]
    if not incomplete:
        return None
    names = ", ".join(row.source or '""' for row in incomplete)
    return Doubt(f"{names}: the file holds one page and names a next one", "Capture all pages.")


def _counted(subject: Subject, share: Share, place: Place) -> tuple[int, Place]:
    if share.budget.measure == "tool-tokens":
        tools = subject.tools_of(share)
        if not tools:
            return 0, place
        largest = max(tools, key=lambda one: (one.tokens, one.name))
        return largest.tokens, subject.tool_place(largest)
    if share.budget.measure == "form":
        return _worst_form(subject, share)
    counts = counts_of_catalog(subject.shown) if share.whole else counts_of_source(share.rows[0])
    return counts[share.budget.measure], place


def _worst_form(subject: Subject, share: Share) -> tuple[int, Place]:
    """Return the worst form and who has it; what is sent eagerly is as good as listed in full."""
    row = max(share.rows, key=lambda row: (_form(row), row.names_tokens or 0, row.source))
    return _form(row), subject.place(row)


def _form(row: SourceDisclosure) -> int:
    return 0 if row.form is None else WORST_FORMS.index(row.form)


def counts_of_catalog(shown: Disclosure) -> dict[Measure, int]:
    """Return each amount, and the tier, of a whole catalog."""
    return {
        "tools": sum(row.tools for row in shown.sources),
        "eager-tokens": shown.all_tools_tokens,
        "listing-tokens": shown.listing_tokens,
        "tier": shown.tier or 0,
        "shown-tokens": shown.payment.total,
    }


def counts_of_source(row: SourceDisclosure) -> dict[Measure, int]:
    """Return each amount, and the tier, of one source by itself."""
    return {
        "tools": row.tools,
        "eager-tokens": row.eager_tokens,
        "listing-tokens": row.listing_tokens,
        "tier": _TIER_OF_FORM[row.form],
        "shown-tokens": row.now_tokens,
    }
