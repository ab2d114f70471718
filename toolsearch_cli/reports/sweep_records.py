"""The JSON record of `sweep`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolsearch_cli.analysis.sweep import Detachment, SourceBreak, Sweep
    from toolsearch_cli.hosts.ladder import Gate, Reach, Rung
    from toolsearch_cli.reports.records import Record


def sweep_record(found: Sweep) -> Record:
    """Return `sweep/1`: every shape of the listing, every break, what gives all, detachments."""
    shown = found.shown
    return {
        "host": shown.host,
        "context": shown.context,
        "budget": shown.budget,
        "tier": shown.tier,
        "form": None if shown.budget is None else shown.listing.form,
        "rungs": [
            {"budget": one.budget, "tokens": one.tokens, **_shape_record(one)}
            for one in found.rungs
        ],
        "catalog_breaks": [
            {
                "from": _shape_record(one.below),
                "to": _shape_record(one.above),
                "reach": _reach_record(one.reach),
            }
            for one in found.catalog_breaks
        ],
        "source_breaks": [_break_record(one) for one in found.source_breaks],
        "names_for_all": _maybe_reach(found.names_for_all),
        "full_for_all": _maybe_reach(found.full_for_all),
        "gate": None if found.gate is None else _gate_record(found.gate),
        "detachments": [_detachment_record(one) for one in found.detachments],
        "left_out": shown.left_out,
        "host_error": shown.host_error,
    }


def _shape_record(rung: Rung) -> Record:
    return {"tier": rung.tier, "form": rung.form}


def _maybe_reach(reach: Reach | None) -> Record | None:
    return None if reach is None else _reach_record(reach)


def _reach_record(reach: Reach) -> Record:
    return {
        "budget": reach.budget,
        "context": reach.context,
        "threshold_pct": reach.threshold_pct,
        "cap": reach.cap,
        "given": reach.given,
        "possible": reach.possible,
        "cap_stands_in_the_way": reach.cap_stands_in_the_way,
        "share_stands_in_the_way": reach.share_stands_in_the_way,
    }


def _break_record(one: SourceBreak) -> Record:
    return {
        "source": one.row.source,
        "kind": one.row.kind,
        "label": one.row.label,
        "from": one.from_form,
        "to": one.to_form,
        "reach": _reach_record(one.reach),
    }


def _gate_record(gate: Gate) -> Record:
    return {
        "tokens": gate.tokens,
        "context": gate.context,
        "threshold_pct": gate.threshold_pct,
    }


def _detachment_record(one: Detachment) -> Record:
    return {
        "source": one.row.source,
        "kind": one.row.kind,
        "freed": one.freed,
        "listing": one.listing,
        "richer": one.richer,
    }
