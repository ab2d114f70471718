"""What a call of `plan__search_tools` gives back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.candidates import standings_of
from toolsearch_cli.hosts.graph.values import DESCRIBED, planned_output

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values
    from toolsearch_cli.search.ranking import Hit, Ranking

_REASON: Final = "fallback_reason"
_THOUSAND: Final = 1000
_HALF: Final = 0.5


def result_of(session: Session, values: Values, ranking: Ranking, reason: str) -> dict[str, Json]:
    """Return `{mode, tools, always}`, or what a plan file makes of it.

    Args:
        session: Whose tools they are.
        values: The settings and the plan.
        ranking: What was found.
        reason: Why keywords ranked where a decision model should have; empty where it did not fail.
    """
    standings = standings_of(session, values)
    # Without candidates nobody is asked, and the mode is this one.
    decided = ranking.path == "decision" or not standings.searched
    found: dict[str, Json] = {
        "score.mode": "decision" if decided else "keyword",
        "score.selected": [_selected(session, hit) for hit in ranking.hits],
        "describe.tools": _described(session, values, ranking),
        "catalog.always": list(standings.always_names),
        "catalog.tools": [_brief(one) for one in standings.searched],
    }
    if reason:
        found[f"score.{_REASON}"] = reason
    result = {key: found[taken] for key, taken in planned_output(values) if taken in found}
    if reason:
        result.setdefault(_REASON, reason)
    return result


def _described(session: Session, values: Values, ranking: Ranking) -> list[Json]:
    schemas = values.flag(settings.SCHEMAS)
    if values.text(DESCRIBED) == "all":
        searched = standings_of(session, values).searched
        return [_entry(one, schemas=schemas) for one in searched]
    return [
        {**_entry(session.by_name[hit.name], schemas=schemas), "score": rounded(hit.score)}
        for hit in ranking.hits
    ]


def _selected(session: Session, hit: Hit) -> dict[str, Json]:
    return {**_brief(session.by_name[hit.name]), "score": rounded(hit.score)}


def _entry(one: Definition, *, schemas: bool) -> dict[str, Json]:
    """Return a tool as the planner reads it; what was observed of its output is not simulated."""
    entry = _brief(one)
    if schemas:
        entry["inputSchema"] = one.parameters
        if one.tool.output_schema is not None:
            entry["outputSchema"] = one.tool.output_schema
    return entry


def _brief(one: Definition) -> dict[str, Json]:
    return {"name": one.name, "description": one.description}


def rounded(score: float) -> float:
    """Return a score with three decimals, halves away from 0."""
    scaled = score * _THOUSAND
    whole = math.floor(scaled)
    return (whole + (scaled - whole >= _HALF)) / _THOUSAND
