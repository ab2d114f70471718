"""The JSON record of `findability`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.findability import Findabilities, Findability
    from toolsearch_cli.reports.records import Record


def findability_record(found: Findabilities, shown: Sequence[Findability]) -> Record:
    """Return `findability/1`: the mean over all tools, and those that are shown, in order."""
    return {
        "host": found.scenario.host,
        "context": found.scenario.context,
        "fidelity": found.fidelity,
        "measured": len(found.tools),
        "mean": found.mean,
        "tools": [_tool_record(one) for one in shown],
    }


def _tool_record(one: Findability) -> Record:
    rival = one.rival
    return {
        "name": one.name,
        "source": one.source,
        "tool": one.tool,
        "score": one.score,
        "probes": [probe._asdict() for probe in one.probes],
        "rival": None
        if rival is None
        else {
            "name": rival.name,
            "source": rival.source,
            "ahead": rival.ahead,
            "shared": list(rival.shared),
            "separating": list(rival.separating),
        },
    }
