"""Growth: how much larger all schemas are than they were, and the most that is allowed.

Counted is what `--max-eager-tokens` counts. What cannot be compared is said and never passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.checks.budgets import Budget, Doubt, Measurement
from toolsearch_cli.checks.findings import Asked, Finding, Place
from toolsearch_cli.checks.rules import BUDGET_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from toolsearch_cli.catalog.model import Catalog, Kind
    from toolsearch_cli.checks.budgets import Subject
    from toolsearch_cli.hosts.disclosure import Disclosure

TOKENIZER = "chars4"
"""How every host that is simulated estimates tokens."""


class SourceKey(NamedTuple):
    """What is one source in two catalogs: sources of one name count together."""

    source: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What all schemas take in one scenario, in the host's own tokens."""

    asked: Asked
    sources: dict[SourceKey, int]
    tokenizer: str = TOKENIZER
    incomplete: tuple[str, ...] = ()
    """Sources of which the file holds one page: their figure is too low."""

    @property
    def total(self) -> int:
        """Tokens of the whole catalog."""
        return sum(self.sources.values())


@dataclass(frozen=True, slots=True)
class Baseline:
    """What was measured before."""

    name: str
    """As the user named it."""
    figures: tuple[Figures, ...]

    def of(self, asked: Asked) -> Figures | None:
        """Return what was measured in one scenario."""
        return next((one for one in self.figures if one.asked == asked), None)


@dataclass(frozen=True, slots=True)
class GrowthLimit:
    """The most that may be added: tokens, or a share of what was."""

    amount: Fraction
    is_percent: bool
    written: str
    pattern: str | None = None
    """A glob over source names; `None`: the whole catalog."""

    def budget(self, base: int) -> Budget:
        """Return the budget in tokens."""
        limit = int(base * self.amount / 100) if self.is_percent else int(self.amount)
        return Budget("growth", limit, self.pattern, written=self.written)


class Growth(NamedTuple):
    """One place, then and now."""

    asked: Asked
    place: Place
    base: int | None
    """`None` where the baseline cannot say."""
    head: int | None
    doubt: Doubt | None = None


def figures_of(catalog: Catalog, shown: Disclosure) -> Figures:
    """Return what the schemas of each source take."""
    sources: dict[SourceKey, int] = {}
    for row in shown.sources:
        key = SourceKey(row.source, row.kind)
        sources[key] = sources.get(key, 0) + row.eager_tokens
    named = (catalog.sources[row.position] for row in shown.sources)
    return Figures(
        asked=Asked(shown.host, shown.context),
        sources=sources,
        incomplete=tuple(source.name for source in named if source.incomplete),
    )


def growths(subject: Subject, baseline: Baseline) -> tuple[Growth, ...]:
    """Compare one scenario: the whole catalog first, then each source of either, by name."""
    head = figures_of(subject.catalog, subject.shown)
    base = baseline.of(subject.asked)
    reason = _incomparable(base, baseline.name, subject)
    if base is None or reason is not None:
        doubt = Doubt(reason or "", "Measure the baseline again, with the scenarios checked here.")
        return (
            Growth(subject.asked, Place(), None, head.total, doubt),
            *(
                Growth(subject.asked, _place(subject, key), None, tokens, doubt)
                for key, tokens in sorted(head.sources.items())
            ),
        )
    away = _left_out(subject)
    before = {key: tokens for key, tokens in base.sources.items() if key not in away}
    pages = (*base.incomplete, *head.incomplete)
    gone = [key.source for key in before if key not in head.sources]
    whole = _doubt(gone, pages, baseline.name)
    rows = [Growth(subject.asked, Place(), sum(before.values()), head.total, whole)]
    for key in sorted(before.keys() | head.sources.keys()):
        own = [page for page in pages if page == key.source]
        then, now = before.get(key), head.sources.get(key)
        own_doubt = _doubt([key.source] if now is None else [], own, baseline.name)
        if then is None:
            own_doubt = Doubt(
                f"{key.source} is not in {baseline.name}",
                "Give it --max-eager-tokens until the baseline is measured again.",
            )
        rows.append(Growth(subject.asked, _place(subject, key), then, now, own_doubt))
    return tuple(rows)


def judged_growth(
    rows: Sequence[Growth], limits: Sequence[GrowthLimit]
) -> Iterator[tuple[Measurement, Finding | None]]:
    """Hold one scenario's growth to the limits; of several that name a source the last counts."""
    for is_percent in (False, True):
        alike = [limit for limit in limits if limit.is_percent is is_percent]
        for row in rows:
            naming = [limit for limit in alike if names(limit, row.place)]
            if naming:
                yield _judged(row, naming[-1], rows)


def names(limit: GrowthLimit, place: Place) -> bool:
    """Say whether a limit is about the place: its own source, or the whole catalog."""
    if limit.pattern is None or place.source is None:
        return limit.pattern is None and place.source is None
    from fnmatch import fnmatchcase

    bare = place.source if place.kind == "mcp" else place.source.removeprefix("mcp-")
    return fnmatchcase(bare, limit.pattern) or fnmatchcase(place.source, limit.pattern)


def _judged(
    row: Growth, limit: GrowthLimit, rows: Sequence[Growth]
) -> tuple[Measurement, Finding | None]:
    budget = limit.budget(row.base or 0)
    found = None if row.base is None or row.head is None else row.head - row.base
    measurement = Measurement(
        budget=budget, asked=row.asked, place=row.place, found=found, doubt=row.doubt
    )
    if measurement.status != "exceeded":
        return measurement, None
    rule = BUDGET_RULES["growth"]
    finding = Finding(
        rule=rule,
        place=row.place,
        message=f"{rule.summary}, {row.base:,} -> {row.head:,}",
        remedy=_remedy(row, rows),
        found=found,
        allowed=budget.limit,
        scenarios=(row.asked,),
    )
    return measurement, finding


def _remedy(row: Growth, rows: Sequence[Growth]) -> str:
    if row.place.source is not None:
        return "toolsearch diff says which tools have changed"
    grown = [((one.head or 0) - (one.base or 0), one.place.address) for one in rows[1:]]
    most, where = max(grown, default=(0, ""))
    return f"start with {where}, which has grown by {most:,}"


def _incomparable(base: Figures | None, name: str, subject: Subject) -> str | None:
    asked = subject.asked
    if base is None:
        context = "unknown context" if asked.context is None else f"{asked.context:,} tokens"
        return f"{name} has no figures of {asked.host} with {context}"
    if base.tokenizer != TOKENIZER:
        return f"{name} was counted with {base.tokenizer}, not with {TOKENIZER}"
    return None


def _doubt(gone: Sequence[str], pages: Sequence[str], name: str) -> Doubt | None:
    if gone:
        reason = f"{', '.join(gone)}: in {name}, and not in the catalog"
        return Doubt(reason, "Measure the baseline again if this was meant.")
    if pages:
        names = ", ".join(dict.fromkeys(pages))
        return Doubt(f"{names}: one page of several was measured", "Capture all pages.")
    return None


def _left_out(subject: Subject) -> frozenset[SourceKey]:
    """Return the sources that are in the catalog and not granted to the session."""
    granted = {row.position for row in subject.shown.sources}
    return frozenset(
        SourceKey(source.name, source.kind)
        for position, source in enumerate(subject.catalog.sources)
        if position not in granted
    )


def _place(subject: Subject, key: SourceKey) -> Place:
    for row in subject.shown.sources:
        if (row.source, row.kind) == key:
            return subject.place(row)
    return Place(source=key.source, kind=key.kind)
