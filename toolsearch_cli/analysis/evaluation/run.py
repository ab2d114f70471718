"""Everything that one run of a query file found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.analysis.evaluation.floors import Verdict
    from toolsearch_cli.analysis.evaluation.recordings import Searches
    from toolsearch_cli.analysis.evaluation.running import Comparison, Evaluation, Options
    from toolsearch_cli.analysis.evaluation.what_if import WhatIf


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRun:
    """Everything that one run of `eval` found."""

    options: Options
    evaluations: tuple[Evaluation, ...]
    """Those of another catalog, which the first is compared with, come last."""
    comparisons: tuple[Comparison, ...] = ()
    what_ifs: tuple[tuple[Evaluation, WhatIf], ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    remarks: tuple[str, ...] = ()
    """What to know of the verdicts; what is doubtful starts with an exclamation mark."""

    recorded: Searches | None = None
    """What a recording holds; `None` where the queries come from none."""

    @property
    def failed(self) -> bool:
        """Whether a limit does not hold."""
        return any(one.measured and not one.holds for one in self.verdicts)

    @property
    def unmeasured(self) -> tuple[Verdict, ...]:
        """The limits that nothing could be held against."""
        return tuple(one for one in self.verdicts if not one.measured)
