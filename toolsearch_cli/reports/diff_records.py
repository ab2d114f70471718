"""The JSON record of `diff`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.changes.values import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.changes.diff import Diff, FailOn
    from toolsearch_cli.analysis.changes.effects import Effect, SourceEffect
    from toolsearch_cli.analysis.changes.values import Change, Tally
    from toolsearch_cli.catalog.model import Provenance
    from toolsearch_cli.hosts.disclosure import Disclosure, SourceDisclosure
    from toolsearch_cli.reports.records import Record


def diff_record(found: Diff, fail_on: Sequence[FailOn] = ()) -> Record:
    """Return `diff/1`: each change, counts, what every scenario makes of them, what fired."""
    changes = found.changes
    return {
        "passed": all(found.is_told(one) and not found.fires(one) for one in fail_on),
        "fail_on": list(fail_on),
        "fired": [condition for condition in fail_on if found.fires(condition)],
        "classes": {name: len(changes.of_class(name)) for name in CLASSES},
        "sources": _tally_record(changes.sources),
        "tools": _tally_record(changes.tools),
        "changes": [_change_record(one) for one in changes.changes],
        "scenarios": [_effect_record(one) for one in found.effects],
        "left_out": found.left_out,
        "incomplete": list(found.incomplete),
        "unknown": list(found.unknown),
        "unfollowed": [
            {
                "source": one.source,
                "kind": one.source_kind,
                "tool": one.tool,
                "file": one.where.file,
                "pointer": one.where.pointer,
                "reference": one.reference,
            }
            for one in changes.unfollowed
        ],
    }


def _tally_record(tally: Tally) -> Record:
    return {
        "added": tally.added,
        "removed": tally.removed,
        "renamed": tally.renamed,
        "changed": tally.changed,
        "same": tally.same,
    }


def _change_record(one: Change) -> Record:
    return {
        "class": one.change_class,
        "change": one.kind,
        "source": one.source,
        "kind": one.source_kind,
        "tool": one.tool,
        "argument": one.place,
        "before": one.before,
        "after": one.after,
        "old": _place_record(one.old),
        "new": _place_record(one.new),
    }


def _place_record(place: Provenance | None) -> Record | None:
    return None if place is None else {"file": place.file, "pointer": place.pointer}


def _effect_record(one: Effect) -> Record:
    return {
        "host": one.after.host,
        "context": one.after.context,
        "before": _standing_record(one.before),
        "after": _standing_record(one.after),
        "worse_tier": one.is_worse_tier,
        "sources": [_source_record(row) for row in one.sources],
        "tools": [
            {
                "source": row.source,
                "kind": row.kind,
                "tool": row.tool,
                "before": row.before,
                "after": row.after,
            }
            for row in one.tools
        ],
        "manifest": list(one.manifest),
        "array": {
            "offset": one.array.offset,
            "before": one.array.before,
            "after": one.array.after,
            "lost": one.array.lost,
        },
        "answers": [
            {
                "query": row.query,
                "changed": row.is_changed,
                "first_changed": row.is_first_changed,
                "before": list(row.before),
                "after": list(row.after),
            }
            for row in one.answers
        ],
    }


def _standing_record(shown: Disclosure) -> Record:
    return {
        "activated": shown.activated,
        "tier": shown.tier,
        "form": None if shown.budget is None else shown.listing.form,
        "budget": shown.budget,
        "all_tools_tokens": shown.all_tools_tokens,
        "listing_tokens": shown.listing_tokens,
        "turn_tokens": shown.payment.total,
        "host_error": shown.host_error,
    }


def _source_record(row: SourceEffect) -> Record:
    return {
        "source": row.source,
        "kind": row.kind,
        "changed": row.is_changed,
        "before": _row_record(row.before),
        "after": _row_record(row.after),
    }


def _row_record(row: SourceDisclosure | None) -> Record | None:
    if row is None:
        return None
    return {
        "source": row.source,
        "tools": row.tools,
        "eager_tokens": row.eager_tokens,
        "form": row.form,
        "now_tokens": row.now_tokens,
    }
