"""`manifest` as pages: the figures of the text, not the text, which goes out as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.tokens.chars4 import estimate
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.heading import heading
from toolsearch_cli.views.numbers import percent

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure, Listing

_COLUMNS = (
    Column(key="group", title="group"),
    Column(key="form", title="shown as", unit="form"),
    Column(key="lines", title="lines", unit="count", rank=1),
    Column(key="chars", title="characters", unit="count"),
    Column(key="tokens", title="tokens", unit="tokens"),
)


def stats_page(shown: Disclosure, listing: Listing) -> Page:
    """Return what `--stats` prints: the size of each block and of the bridge around it."""
    text = listing.text
    rows = tuple(
        Row(
            (
                block.label,
                block.form,
                block.text.count("\n") + 1,
                len(block.text),
                estimate(len(block.text)),
            )
        )
        for block in listing.blocks
    )
    lines = text.count("\n") + 1 if text else 0
    total = Row(("total", listing.form, lines, len(text), estimate(len(text))))
    head = [f"{heading(shown.host, shown.fidelity, shown.context)} · listing {listing.form}"]
    if shown.budget is not None:
        used = estimate(len(text))
        head.append(f"{used:,} of {shown.budget:,} tokens ({percent(used, shown.budget)})")
    return Page(
        head=tuple(head),
        grid=Grid(columns=_COLUMNS, rows=rows, totals=(total,)),
        notes=_bridge_notes(shown),
    )


def _bridge_notes(shown: Disclosure) -> tuple[str, ...]:
    if not shown.activated:
        return ("· The bridge is not in use: every schema is sent and nothing is listed.",)
    host, ours = shown.payment.bridge + shown.payment.framing, shown.bridge_tokens_here
    text = (
        f"· The bridge around the listing costs {host:,} tokens in the host's own words (measured "
        f"there); the ones that --array writes are ours and take {ours:,}, "
        f"{abs(host - ours):,} {'fewer' if ours < host else 'more'}."
    )
    return (text,)
