"""Growth: how much more a catalog takes than it did, and the most that is allowed.

Counted is what the budget of the same name counts. What cannot be compared is said, not passed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.unknowns import CAPTURE
from toolsearch_cli.checks.addresses import names_source
from toolsearch_cli.checks.budgets import Budget, Doubt, Measurement
from toolsearch_cli.checks.figures import TOKENIZER, SourceKey, figures_of
from toolsearch_cli.checks.findings import Asked, Finding, Place
from toolsearch_cli.checks.rules import BUDGET_RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from toolsearch_cli.checks.budgets import Measure, Subject
    from toolsearch_cli.checks.figures import Baseline, Figures

_PHRASES: dict[Measure, str] = {
    "tools": "the number of tools",
    "eager-tokens": "all schemas",
    "listing-tokens": "the listing",
    "shown-tokens": "the turn",
}
_SHARED_BY_ALL: tuple[Measure, ...] = ("listing-tokens", "shown-tokens")
"""Measures of which one source's part rests on the other sources."""


class _Low(NamedTuple):
    """Why figures are too low."""

    reason: str
    remedy: str


_PAGES = _Low("one page of several was measured", "Capture all pages.")
_UNKNOWN = _Low("schemas or descriptions were unknown", CAPTURE)


@dataclass(frozen=True, slots=True)
class GrowthLimit:
    """The most that may be added: an amount, or a share of what was."""

    amount: Fraction
    is_percent: bool
    written: str
    pattern: str | None = None
    """A glob over source names; `None`: the whole catalog."""
    measure: Measure = "eager-tokens"
    place: str = field(default="", compare=False)
    """Where a settings file says it; empty for a flag."""

    def budget(self, base: int) -> Budget:
        """Return the budget as an amount."""
        limit = int(base * self.amount / 100) if self.is_percent else int(self.amount)
        return Budget("growth", limit, self.pattern, written=self.written, of=self.measure)


class Growth(NamedTuple):
    """One measure at one place, then and now."""

    asked: Asked
    measure: Measure
    place: Place
    base: int | None
    """`None` where the baseline cannot say."""
    head: int | None
    doubt: Doubt | None = None

    @property
    def added(self) -> int | None:
        """How much more it is; negative where it is less, `None` where nobody knows."""
        return None if self.base is None or self.head is None else self.head - self.base


def growths(
    subject: Subject, baseline: Baseline | None, measures: Iterable[Measure]
) -> tuple[Growth, ...]:
    """Compare one scenario, measure by measure: the whole catalog, then each source, by name."""
    head = figures_of(subject.catalog, subject.shown)
    base = None if baseline is None else baseline.of(subject.asked)
    reason = _incomparable(base, baseline, subject.asked)
    rows: list[Growth] = []
    for measure in measures:
        if baseline is None or base is None or reason is not None:
            remedy = "Measure the baseline again, with the scenarios checked here."
            if baseline is None:
                remedy = "Name one: --baseline FILE, or baseline: in the settings file."
            rows += _uncompared(subject, head, measure, Doubt(reason or "", remedy))
        else:
            rows += _compared(subject, (base, head), measure, baseline.name)
    return tuple(rows)


def _uncompared(
    subject: Subject, head: Figures, measure: Measure, doubt: Doubt
) -> Iterator[Growth]:
    yield Growth(subject.asked, measure, Place(), None, head.total.get(measure), doubt)
    for key, own in sorted(head.sources.items()):
        yield Growth(subject.asked, measure, _place(subject, key), None, own.get(measure), doubt)


def _compared(
    subject: Subject, figures: tuple[Figures, Figures], measure: Measure, name: str
) -> Iterator[Growth]:
    base, head = figures
    away = {key for key in _left_out(subject) if key in base.sources}
    missing = _missing(base, head, measure, name) or _entangled(away, measure, name)
    low = dict.fromkeys((*base.incomplete, *head.incomplete), _PAGES)
    if measure != "tools":
        low = dict.fromkeys((*base.unknown, *head.unknown), _UNKNOWN) | low
    gone = [key.source for key in base.sources if key not in head.sources and key not in away]
    was = base.total.get(measure, 0) - sum(base.sources[key].get(measure, 0) for key in away)
    yield Growth(
        subject.asked,
        measure,
        Place(),
        None if missing else was,
        head.total.get(measure),
        missing or _doubt(gone, low, name),
    )
    for key in sorted((base.sources.keys() - away) | head.sources.keys()):
        then, now = base.sources.get(key), head.sources.get(key)
        own = {key.source: low[key.source]} if key.source in low else {}
        doubt = _doubt([key.source] if now is None else [], own, name)
        if then is None:
            remedy = "Give it a budget of its own until the baseline is measured again."
            doubt = Doubt(f"{key.source} is not in {name}", remedy)
        yield Growth(
            subject.asked,
            measure,
            _place(subject, key),
            None if then is None or missing else then.get(measure),
            None if now is None else now.get(measure),
            missing or doubt,
        )


def judged_growth(
    rows: Sequence[Growth], limits: Sequence[GrowthLimit]
) -> Iterator[tuple[Measurement, Finding | None]]:
    """Hold one scenario's growth to the limits; of several that name a source the last counts."""
    for is_percent in (False, True):
        alike = [limit for limit in limits if limit.is_percent is is_percent]
        for row in rows:
            naming = [limit for limit in alike if names(limit, row)]
            if naming:
                yield _judged(row, naming[-1], rows)


def names(limit: GrowthLimit, row: Growth) -> bool:
    """Say whether a limit is about a row: its measure, at its own source or the whole catalog."""
    place = row.place
    if limit.measure != row.measure:
        return False
    if limit.pattern is None or place.source is None:
        return limit.pattern is None and place.source is None
    return names_source(limit.pattern, place.source, place.kind or "mcp")


def _judged(
    row: Growth, limit: GrowthLimit, rows: Sequence[Growth]
) -> tuple[Measurement, Finding | None]:
    budget = limit.budget(row.base or 0)
    measurement = Measurement(
        budget=budget, asked=row.asked, place=row.place, found=row.added, doubt=row.doubt
    )
    if measurement.status != "exceeded":
        return measurement, None
    finding = Finding(
        rule=BUDGET_RULES["growth"],
        place=row.place,
        message=f"growth of {_PHRASES[row.measure]} since the baseline, "
        f"{row.base:,} -> {row.head:,}",
        remedy=_remedy(row, rows),
        found=row.added,
        allowed=budget.limit,
        scenarios=(row.asked,),
    )
    return measurement, finding


def _remedy(row: Growth, rows: Sequence[Growth]) -> str:
    if row.place.source is not None:
        return "toolsearch diff says which tools have changed"
    grown = [
        ((one.head or 0) - (one.base or 0), one.place.address)
        for one in rows
        if one.measure == row.measure and one.place.source is not None
    ]
    most, where = max(grown, default=(0, ""))
    if most <= 0:
        return "toolsearch diff says what has changed"
    return f"start with {where}, which has grown by {most:,}"


def _incomparable(base: Figures | None, baseline: Baseline | None, asked: Asked) -> str | None:
    if baseline is None:
        return "no baseline is named"
    if base is None:
        context = "unknown context" if asked.context is None else f"{asked.context:,} tokens"
        return f"{baseline.name} has no figures of {asked.host} with {context}"
    if base.tokenizer != TOKENIZER:
        return f"{baseline.name} was counted with {base.tokenizer}, not with {TOKENIZER}"
    return None


def _missing(base: Figures, head: Figures, measure: Measure, name: str) -> Doubt | None:
    if measure not in head.total:
        reason = f"{head.asked.host} has no {measure} here"
        return Doubt(reason, "Leave that growth or that host out.")
    if measure not in base.total:
        return Doubt(f"{name} has no {measure}", "Measure the baseline again.")
    return None


def _entangled(away: set[SourceKey], measure: Measure, name: str) -> Doubt | None:
    """Say that what is outside the scope now cannot be taken out of what was measured then."""
    if not away or measure not in _SHARED_BY_ALL:
        return None
    names = ", ".join(sorted(key.source for key in away))
    reason = f"{names}: counted in {name}, and outside the scope here"
    return Doubt(reason, "Measure the baseline again, with the same scope.")


def _doubt(gone: Sequence[str], low: Mapping[str, _Low], name: str) -> Doubt | None:
    if gone:
        reason = f"{', '.join(gone)}: in {name}, and not in the catalog"
        return Doubt(reason, "Measure the baseline again if this was meant.")
    for why in dict.fromkeys(low.values()):
        names = ", ".join(one for one, its in low.items() if its is why)
        return Doubt(f"{names}: {why.reason}", why.remedy)
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
