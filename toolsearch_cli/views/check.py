"""`check` as a page: one line when all is well, else one line a finding, source by source."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Severity
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.numbers import context_name, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.checks.budgets import Measurement
    from toolsearch_cli.checks.findings import Asked, Finding, Place
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.checks.growth import Growth

_COLUMNS = (
    Column(key="budget", title="budget"),
    Column(key="place", title="measured at"),
    Column(key="scenario", title="scenario", rank=1),
    Column(key="found", title="found", unit="count"),
    Column(key="headroom", title="headroom", unit="count"),
    Column(key="status", title="status", rank=2),
)

_GROWTH_COLUMNS = (
    Column(key="place", title="since the baseline"),
    Column(key="measure", title="measure"),
    Column(key="scenario", title="scenario", rank=1),
    Column(key="base", title="base", unit="count"),
    Column(key="head", title="head", unit="count"),
    Column(key="growth", title="growth"),
)


def check_page(outcome: Outcome, *, all_budgets: bool = False) -> Page:
    """Return the page; `all_budgets` adds a row for each budget that was measured."""
    return Page(
        head=(headline(outcome),),
        grid=budget_grid(outcome.measurements) if all_budgets else None,
        notes=(
            *(f"! {unmeasured_line(one)}" for one in outcome.unmeasured),
            *(f"! {one.host}: {one.limit} not measured" for one in outcome.unmeasured_floors),
        ),
        following=tuple(_group(group, outcome) for group in _by_source(outcome.findings)),
    )


def _by_source(findings: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Yield findings that stand one after the other and are about one source, or the catalog."""
    for _, group in groupby(findings, lambda one: (one.place.source, one.place.position)):
        yield list(group)


def _group(findings: list[Finding], outcome: Outcome) -> Page:
    """Return one source with its findings: `!` is before what fails the check."""
    places = [one.place for one in findings]
    files = list(dict.fromkeys(one.provenance.file for one in places if one.provenance))
    alone = files[0] if len(files) == 1 else None
    source = replace(places[0], tool=None)
    title = place_title(source) + (f" ({alone})" if alone else "")
    lines = []
    for one in findings:
        where = one.place.provenance
        file = f" ({where.file})" if where and not alone else ""
        tool = "" if one.place.tool is None else f" {one.place.tool}"
        mark = "!" if one.rule.severity.rank <= outcome.fail_level.rank else "·"
        lines.append(
            f"{mark} {one.rule.code} {one.rule.severity.value}{tool}{file}: {finding_text(one)}"
        )
    return Page(notes=(title, *lines))


def finding_line(finding: Finding) -> str:
    """Return a finding as one line: code, place, what, by how much, where, and what helps."""
    where = finding.place.provenance
    file = f" ({where.file})" if where else ""
    return f"{finding.rule.code} {place_title(finding.place)}{file}: {finding_text(finding)}"


def finding_text(finding: Finding) -> str:
    """Return what was found, by how much, where, and what helps."""
    parts = [finding.message]
    if finding.excess is not None:
        figures = f"found {finding.found:,}, allowed {finding.allowed:,}"
        parts.append(f": {figures} (+{finding.excess:,})")
    if finding.scenarios:
        parts.append(f" [{', '.join(scenario_name(one) for one in finding.scenarios)}]")
    if finding.remedy:
        parts.append(f"; {finding.remedy}")
    return "".join(parts)


def place_title(place: Place) -> str:
    """Return `catalog`, `github`, `github/create_issue`, `notes/jot (plugin)`."""
    return place.address


def scenario_name(asked: Asked) -> str:
    """Return `hermes 200k`."""
    return f"{asked.host} {context_name(asked.context)}"


def headline(outcome: Outcome) -> str:
    """Return how a check ended, in one line of its own words."""
    said = ", ".join((*_about_budgets(outcome), *_about_floors(outcome), *_about_rules(outcome)))
    if outcome.passed:
        return f"ok: {said}"
    return f"failed: {said}" if outcome.failed else f"not measured: {said or 'nothing'}"


def _about_budgets(outcome: Outcome) -> Iterator[str]:
    budgets = len({str(one.budget) for one in outcome.measurements})
    exceeded = len({str(one.budget) for one in outcome.measurements if one.status == "exceeded"})
    if exceeded:
        yield f"{exceeded:,} of {counted(budgets, 'budget')} exceeded"
    elif outcome.unmeasured:
        yield _of(outcome.unmeasured, budgets)
    elif budgets:
        yield f"{counted(budgets, 'budget')} {'holds' if budgets == 1 else 'hold'}"


def _about_floors(outcome: Outcome) -> Iterator[str]:
    """Count what labelled queries must find; silence where none are asked."""
    floors = counted(len(outcome.floors), "search floor")
    broken = sum(one.measured and not one.holds for one in outcome.floors)
    if broken:
        yield f"{broken:,} of {floors} broken"
    elif outcome.unmeasured_floors:
        yield f"{len(outcome.unmeasured_floors):,} of {floors}"
    elif outcome.floors:
        yield f"{floors} {'holds' if len(outcome.floors) == 1 else 'hold'}"


def _about_rules(outcome: Outcome) -> Iterator[str]:
    """Count what the rules found; silence where none ran and nothing was set aside."""
    of_rules = [one.rule.severity for one in outcome.findings if one.rule.about != "budget"]
    for severity in Severity:
        if severity in of_rules:
            plural = "infos" if severity is Severity.info else None
            yield counted(of_rules.count(severity), severity.value, plural)
    if outcome.rules and not of_rules:
        verb = "finds" if len(outcome.rules) == 1 else "find"
        yield f"{counted(len(outcome.rules), 'rule')} {verb} nothing"
    if outcome.ignored:
        yield f"{len(outcome.ignored):,} ignored"


def _of(some: Iterable[Measurement], number: int) -> str:
    return f"{len({str(one.budget) for one in some}):,} of {counted(number, 'budget')}"


def unmeasured_line(one: Measurement) -> str:
    """Return which budget was not measured, where, and why."""
    found = "" if one.found is None else f": found {one.found:,} or more"
    why = f"; {one.doubt.reason}" if one.doubt else ""
    scenario = scenario_name(one.asked)
    return f"{place_title(one.place)}: {one.budget} not measured{found} [{scenario}]{why}"


def _figure(one: Measurement) -> str | int | None:
    if one.found is None or one.budget.measure != "form":
        return one.found
    return one.budget.named(one.found)


def growth_grid(rows: Iterable[Growth]) -> Grid:
    """Return what was and what is, a row for each measure at each place."""
    return Grid(
        columns=_GROWTH_COLUMNS,
        rows=tuple(
            Row(
                (
                    place_title(one.place),
                    one.measure,
                    scenario_name(one.asked),
                    one.base,
                    one.head,
                    _growth(one),
                )
            )
            for one in rows
        ),
    )


def _growth(one: Growth) -> str | None:
    """Return `+272 (+16.9 %)`; without a share where there was nothing."""
    if one.added is None or one.base is None:
        return None
    share = f" ({100 * one.added / one.base:+.1f} %)" if one.base else ""
    return f"{one.added:+,}{share}"


def budget_grid(measurements: Iterable[Measurement]) -> Grid:
    """Return a row for each budget at each place it counts for."""
    rows = (
        Row(
            (
                str(one.budget),
                place_title(one.place),
                scenario_name(one.asked),
                _figure(one),
                one.headroom if one.budget.counts else None,
                one.status,
            ),
            marked=one.status != "held",
        )
        for one in measurements
    )
    return Grid(columns=_COLUMNS, rows=tuple(rows))
