"""What labelled queries must find, as part of a check."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Asked, Finding, Place, folded, ordered
from toolsearch_cli.checks.rules import SEARCH_FLOOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.evaluation.floors import Verdict
    from toolsearch_cli.checks.gate import Outcome


def with_floors(outcome: Outcome, verdicts: Sequence[Verdict]) -> Outcome:
    """Add the limits of an evaluation, and a finding for each that does not hold."""
    found = tuple(_findings(verdicts))
    return replace(
        outcome,
        findings=ordered((*outcome.findings, *folded(found))),
        floors=(*outcome.floors, *verdicts),
    )


def _findings(verdicts: Sequence[Verdict]) -> Iterator[Finding]:
    for one in verdicts:
        if one.found is None or one.holds:
            continue
        before = "" if one.before is None else f"{one.before:.3f} before, "
        ties = ", as equal scores are ordered" if one.by_ties else ""
        yield Finding(
            rule=SEARCH_FLOOR,
            place=Place(),
            message=f"{one.limit}: {before}{one.found:.3f} now{ties}",
            remedy="toolsearch eval lists what is missed, and why",
            scenarios=(Asked(one.host, one.context),),
        )
