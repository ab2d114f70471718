"""Breakpoints: where a growing budget changes what the model sees. Exact, not sampled."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import compress, pairwise
from operator import ne
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure, Form, ListingForm, SourceDisclosure
    from toolsearch_cli.hosts.ladder import Gate, Reach, Rung
    from toolsearch_cli.hosts.scenario import Scenario

_RICHER: dict[Form, frozenset[Form]] = {
    "hidden": frozenset({"summary", "names", "full"}),
    "summary": frozenset({"names", "full"}),
    "names": frozenset({"full"}),
    "full": frozenset(),
}
"""The forms that show more of a source than each form does."""


@dataclass(frozen=True, slots=True)
class SourceBreak:
    """A budget at which one source is shown in another form."""

    row: SourceDisclosure
    below: Rung
    """The shape of the listing under this budget."""
    above: Rung
    """The shape from this budget up to the catalog's next break."""

    @property
    def from_form(self) -> Form:
        """The source's form under this budget."""
        return self.below.forms[self.row.label]

    @property
    def to_form(self) -> Form:
        """The source's form from this budget up to its own next break."""
        return self.above.forms[self.row.label]

    @property
    def reach(self) -> Reach:
        """The budget, and what gives it."""
        return self.above.reach


@dataclass(frozen=True, slots=True)
class CatalogBreak:
    """A budget at which the tier or the form of the whole listing changes."""

    below: Rung
    above: Rung

    @property
    def reach(self) -> Reach:
        """The budget, and what gives it."""
        return self.above.reach


@dataclass(frozen=True, slots=True)
class Detachment:
    """What the session would be without one source, all else the same."""

    row: SourceDisclosure
    freed: int
    """Tokens of this turn that it frees; negative when what the others regain costs more."""
    listing: ListingForm
    """The form of the listing without it."""
    richer: int
    """Other sources that would then be shown more."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sweep:
    """All breakpoints of one scenario."""

    shown: Disclosure
    """What the scenario itself gives."""
    rungs: tuple[Rung, ...]
    """Ascending; empty where nothing is listed at any budget."""
    catalog_breaks: tuple[CatalogBreak, ...]
    source_breaks: tuple[SourceBreak, ...]
    """By source as in the disclosure, then by budget."""
    names_for_all: Reach | None
    """What gives every source its names, or more; `None` where nothing is listed."""
    full_for_all: Reach | None
    gate: Gate | None
    """Where the size of the schemas decides on the bridge; `None` where it does not."""
    detachments: tuple[Detachment, ...]
    """Most sources made richer first, then most tokens freed."""


def sweep(catalog: Catalog, scenario: Scenario) -> Sweep:
    """Find every budget at which something changes, and what reaches it."""
    host = host_named(scenario.host)
    shown = host.disclose(catalog, scenario)
    rungs = host.ladder(catalog, scenario)
    return Sweep(
        shown=shown,
        rungs=rungs,
        catalog_breaks=tuple(
            CatalogBreak(below, above)
            for below, above in pairwise(rungs)
            if (below.tier, below.form) != (above.tier, above.form)
        ),
        source_breaks=tuple(source_breaks(shown.sources, rungs)),
        names_for_all=_least(rungs, ("names", "full")),
        full_for_all=_least(rungs, ("full",)),
        gate=host.gate(catalog, scenario),
        detachments=detachments(catalog, scenario, shown),
    )


def narrowed(found: Sweep, catalog: Catalog, patterns: Sequence[str]) -> Sweep:
    """Keep the breaks and detachments of the sources that the globs name.

    Raises:
        UsageError: A pattern names no source of the session.
    """
    kept: set[int] = set()
    for pattern in patterns:
        scope = Scope(only=(pattern,))
        named = {
            row.position
            for row in found.shown.sources
            if scope.names(catalog.sources[row.position])
        }
        if not named:
            names = ", ".join(dict.fromkeys(row.source for row in found.shown.sources))
            raise UsageError(f"--of {pattern}: no such source", hint=f"sources: {names}")
        kept |= named
    return replace(
        found,
        source_breaks=tuple(one for one in found.source_breaks if one.row.position in kept),
        detachments=tuple(one for one in found.detachments if one.row.position in kept),
    )


def source_breaks(rows: Iterable[SourceDisclosure], rungs: Sequence[Rung]) -> Iterator[SourceBreak]:
    """Yield the budgets at which each source's form changes: by source, then ascending."""
    changes: defaultdict[str, list[tuple[Rung, Rung]]] = defaultdict(list)
    for below, above in pairwise(rungs):
        differs = map(ne, below.forms.values(), above.forms.values())
        for label in compress(above.forms, differs):
            changes[label].append((below, above))
    for row in rows:
        if row.deferred:
            for below, above in changes[row.label]:
                yield SourceBreak(row, below, above)


def _least(rungs: Sequence[Rung], enough: tuple[ListingForm, ...]) -> Reach | None:
    """Return what reaches the lowest rung on which the whole listing has one of the forms."""
    return next((rung.reach for rung in rungs if rung.form in enough), None)


def detachments(catalog: Catalog, scenario: Scenario, shown: Disclosure) -> tuple[Detachment, ...]:
    """Take each source away in turn, and say what that frees and gives back."""
    if len(shown.sources) == 1:
        return ()
    rows = {row.position: row for row in shown.sources}
    labels: defaultdict[Form, list[str]] = defaultdict(list)
    for row in shown.sources:
        if row.form is not None:
            labels[row.form].append(row.label)
    paid = shown.payment.total
    counts: dict[int, int] = {}  # many detachments leave the very same forms
    found = []
    for one in host_named(scenario.host).detached(catalog, scenario):
        if id(one.forms) not in counts:
            counts[id(one.forms)] = _richer(labels, one.forms)
        gone, richer = rows[one.position], counts[id(one.forms)]
        if gone.form is not None and one.forms.get(gone.label) in _RICHER[gone.form]:
            richer -= 1  # itself: its group is not gone with it, or would be shown more
        found.append(Detachment(gone, paid - one.total, one.listing, richer))
    return tuple(sorted(found, key=lambda one: (-one.richer, -one.freed, one.row.source)))


def _richer(labels: Mapping[Form, list[str]], forms: Mapping[str, Form]) -> int:
    """Count the labels, listed by the form they have now, that `forms` shows more of."""
    given = frozenset(forms.values())
    count = 0
    for form, having in labels.items():
        if better := _RICHER[form] & given:
            count += sum(map(better.__contains__, map(forms.get, having)))
    return count
