"""Finding: one thing a check has to say, with rule, severity and place; and their one order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolsearch_cli.checks.addresses import address_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from toolsearch_cli.catalog.model import Kind, Provenance
    from toolsearch_cli.checks.context import Context

About: TypeAlias = Literal["budget", "catalog", "host"]
"""What a rule looks at: figures, what sources publish, or what a host makes of it. Only the last
is asked of every host."""

_NOWHERE = -1


class Severity(StrEnum):
    """How much a finding weighs; declared from worst to least."""

    error = "error"
    warning = "warning"
    info = "info"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Docs:
    """What a rule says of itself: the same text in `explain`, README and reports. Markdown."""

    why: str
    bad: str
    """What it finds; as a code block."""
    good: str
    """The same in order; as a code block."""
    fix: str
    known_from: str = ""
    """Where the limits it looks at are known from, a list; empty where it looks at none."""


NO_DOCS = Docs("", "", "", "")


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """What can be found. Compared by identity: a rule stands in many findings."""

    code: str
    """`TS101`: stable, never used again for another rule."""
    slug: str
    severity: Severity
    summary: str
    """What a finding of this rule is about, in a few words."""
    docs: Docs = NO_DOCS
    host: str = "every host"
    """Whom it matters for, in words."""
    about: About = "catalog"
    default: bool = True
    """Whether it runs without being selected."""
    fires: int | None = None
    """Of the real tools of `sample:fleet`, how many it has something to say about; `None` where
    it is not about single tools."""
    searches: bool = False
    """Whether it asks the host's search: where there is none, it measures nothing."""
    find: Callable[[Context], Iterator[Finding]] | None = None
    """`None` for what the gate itself finds: budgets, ignores that have expired."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The scenario that a finding or measurement belongs to."""

    host: str
    context: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a finding points at: the whole catalog, a source, or a tool of a source."""

    source: str | None = None
    """`None`: the whole catalog."""
    kind: Kind | None = None
    position: int = _NOWHERE
    """Position of the source in the catalog: tells two sources of one name apart."""
    tool: str | None = None
    """The bare name; `None`: the whole source."""
    provenance: Provenance | None = None

    @property
    def address(self) -> str:
        """`catalog`, `github`, `github/create_issue`, `notes/jot (plugin)`."""
        return "catalog" if self.source is None else address_of(self.source, self.tool, self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing a check has to say."""

    rule: Rule
    place: Place
    message: str
    """What was found, without the figures below."""
    remedy: str = ""
    found: int | None = None
    allowed: int | None = None
    scenarios: tuple[Asked, ...] = ()
    """Where it holds, in the order asked, the worst first; empty: in every scenario."""

    @property
    def excess(self) -> int | None:
        """How far over what is allowed; `None` where nothing is counted."""
        if self.found is None or self.allowed is None:
            return None
        return self.found - self.allowed


def folded(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Join findings that differ in nothing but the scenario and how much was found.

    Of several figures the worst is kept, and its scenario comes first.
    """
    alike: dict[Finding, list[Finding]] = {}
    for finding in findings:
        same = replace(finding, scenarios=(), found=None, remedy="")
        alike.setdefault(same, []).append(finding)
    return tuple(map(_joined, alike.values()))


def _joined(findings: list[Finding]) -> Finding:
    worst_first = sorted(findings, key=lambda one: -(one.found or 0))
    scenarios = [asked for one in worst_first for asked in one.scenarios]
    return replace(worst_first[0], scenarios=tuple(dict.fromkeys(scenarios)))


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Order findings: the catalog's own first, then source by source, the worst first in both.

    The worse of two has the higher severity, then the larger excess in proportion to what is
    allowed. Ties go by code, place and the rest: every order of the input gives one order.
    """
    groups: dict[tuple[str | None, int], list[Finding]] = {}
    for finding in findings:
        at = (finding.place.source, finding.place.position)
        groups.setdefault(at, []).append(finding)
    for group in groups.values():
        group.sort(key=_order)
    by_worst = sorted(groups.values(), key=lambda group: (_is_inside(group[0]), _order(group[0])))
    return tuple(finding for group in by_worst for finding in group)


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Order findings whatever their source, for a report that has room for the worst alone."""
    return tuple(sorted(findings, key=_order))


def _is_inside(finding: Finding) -> bool:
    return finding.place.source is not None


def _order(finding: Finding) -> tuple[object, ...]:
    place, where = finding.place, finding.place.provenance
    return (
        finding.rule.severity.rank,
        -_share(finding),
        finding.rule.code,
        *(_last_if_none(part) for part in (place.source, place.tool, place.kind)),
        place.position,
        (where.file, where.pointer) if where else (),
        finding.message,
        finding.remedy,
        *(_last_if_none(number) for number in (finding.found, finding.allowed)),
        tuple((one.host, _last_if_none(one.context)) for one in finding.scenarios),
    )


def _last_if_none(value: str | int | None) -> tuple[bool, str | int]:
    return (True, 0) if value is None else (False, value)


def _share(finding: Finding) -> Fraction:
    """Return the excess over what is allowed; one over nothing counts as one over one half."""
    excess, allowed = finding.excess or 0, finding.allowed or 0
    return Fraction(excess, allowed) if allowed else Fraction(excess * 2)
