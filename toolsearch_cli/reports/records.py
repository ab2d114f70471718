"""JSON records of the answers. Each names its version; its JSON Schema ships in `data/schemas`.

Strings from a catalog are untouched here; in the text, what hides or acts is a JSON escape.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from toolsearch_cli.text import visible_json
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.analysis.exact import ExactCounts
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import (
        Collision,
        Disclosure,
        Listing,
        Refusal,
        SourceDisclosure,
    )

Record = dict[str, object]


def json_text(kind: str, record: Record) -> str:
    """Return the record as one JSON document, its version first."""
    text = json.dumps({"toolsearch": kind, **record}, ensure_ascii=False, indent=2)
    return visible_json(text) + "\n"


def utf8(text: str) -> bytes:
    """Encode text; a lone surrogate, which no encoding has, keeps its three bytes."""
    return text.encode("utf-8", "surrogatepass")


def tiers_record(
    catalog: Catalog,
    answers: Sequence[Disclosure],
    exact: Sequence[ExactCounts] = (),
    found: Mapping[int, float] | None = None,
) -> Record:
    """Return `tiers/1`: one entry a scenario, in the order asked.

    `exact` where it was counted; `findability` of the first, where it was measured.
    """
    entries = [disclosure_record(catalog, shown) for shown in answers]
    counted = zip(entries, exact, strict=True) if exact else ()
    for entry, counts in counted:
        entry["exact"] = {
            "encoding": counts.encoding,
            "all_tools": counts.all_tools,
            "listing": counts.listing,
            "sources": list(counts.sources),
        }
    if found is not None:
        positions = (row.position for row in answers[0].sources)
        entries[0]["findability"] = [found.get(position) for position in positions]
    return {"scenarios": entries}


def manifest_record(shown: Disclosure, listing: Listing) -> Record:
    """Return `manifest/1`: the listing's text, its blocks, and what surrounds it."""
    text = listing.text
    return {
        "host": shown.host,
        "fidelity": shown.fidelity,
        "context": shown.context,
        "form": listing.form,
        "budget": shown.budget,
        **listing_record(listing, estimate(len(text))),
        "text": text,
        "blocks": [
            {"label": one.label, "form": one.form, "chars": len(one.text)} for one in listing.blocks
        ],
        "bridge": {
            "host_tokens": shown.payment.bridge,
            "host_framing_tokens": shown.payment.framing,
            "tokens_here": shown.bridge_tokens_here,
        },
    }


def disclosure_record(catalog: Catalog, shown: Disclosure) -> Record:
    """Return one disclosure: every figure that `tiers` prints, and the names behind them."""
    return {
        "host": shown.host,
        "fidelity": shown.fidelity,
        "context": shown.context,
        "activated": shown.activated,
        "tier": shown.tier,
        "standing": shown.standing or None,
        "form": _listing_form(shown),
        "budget": shown.budget,
        "threshold": shown.threshold,
        "all_tools_tokens": shown.all_tools_tokens,
        "deferred_count": len(shown.deferred),
        "deferred_tokens": shown.deferred_tokens,
        "listing": listing_record(shown.listing, shown.listing_tokens),
        "listing_tokens": {
            "full": shown.full_tokens,
            "names": shown.names_tokens,
            "summary": shown.summary_tokens,
        },
        "payment": {
            "eager": shown.payment.eager,
            "bridge": shown.payment.bridge,
            "framing": shown.payment.framing,
            "listing": shown.payment.listing,
            "total": shown.payment.total,
        },
        "eager": [definition.name for definition in shown.eager],
        "groups": [{"label": one.label, "form": one.form} for one in shown.listing.blocks],
        "sources": [source_record(row) for row in shown.sources],
        "left_out": shown.left_out,
        "collisions": [collision_record(catalog, one) for one in shown.collisions],
        "refusals": [refusal_record(catalog, one) for one in shown.refusals],
        "host_error": shown.host_error,
        "notes": [
            {"code": one.code, "level": one.level, "cause": one.cause, "remedy": one.remedy}
            for one in shown.notes
        ],
    }


def listing_record(listing: Listing, tokens: int) -> Record:
    """Return the size and digest of a listing's text; no digest where nothing is listed."""
    from hashlib import sha256

    text = listing.text
    return {
        "chars": len(text),
        "tokens": tokens,
        "sha256": sha256(utf8(text)).hexdigest() if text else None,
    }


def source_record(row: SourceDisclosure) -> Record:
    """Return one source's row."""
    return {
        "source": row.source,
        "kind": row.kind,
        "label": row.label,
        "tools": row.tools,
        "published": row.published,
        "deferred": row.deferred,
        "eager_tokens": row.eager_tokens,
        "full_tokens": row.full_tokens,
        "names_tokens": row.names_tokens,
        "summary_tokens": row.summary_tokens,
        "form": row.form,
        "listing_tokens": row.listing_tokens,
        "now_tokens": row.now_tokens,
        "saving_tokens": row.saving_tokens,
    }


def _listing_form(shown: Disclosure) -> str | None:
    """Return the form of the whole listing; `None` for a host that has none."""
    form = shown.listing.form
    return None if shown.budget is None and form == "none" else form


def refusal_record(catalog: Catalog, one: Refusal) -> Record:
    """Return a tool that the host does not give the model, or under another name."""
    return {
        "kind": one.kind,
        "source": catalog.sources[one.source].name,
        "raw_name": one.raw_name,
        "name": one.name,
        "reason": one.reason,
    }


def collision_record(catalog: Catalog, one: Collision) -> Record:
    """Return two tools that want one name, and what the host does about it."""
    return {
        "kind": one.kind,
        "name": one.name,
        "source": catalog.sources[one.source].name,
        "owner": catalog.sources[one.owner].name,
        "raw_names": list(one.raw_names),
        "file": one.provenance.file,
        "pointer": one.provenance.pointer,
    }
