"""`manifest` as pages: the figures of the text, not the text, which goes out as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.tokens.chars4 import estimate
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.heading import heading
from toolsearch_cli.views.numbers import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        notes=tuple(_notes(shown, listing)),
    )


def why_empty(shown: Disclosure) -> str:
    """Say why there is no text, and what would give one."""
    if shown.host_error:
        return f"No listing: the host would fail ({shown.host_error}) and send every schema."
    if shown.standing:
        what = "has none; the model must search" if shown.activated else "holds nothing back here"
        return f"No listing: {shown.host} {what}."
    if not shown.activated:
        return "No listing: the bridge is not in use and every schema is sent."
    if shown.budget is None:
        return f"No listing: {shown.host} has none; the model must search."
    reasons = (str(note) for note in shown.notes if note.code in ("listing-off", "nothing-fits"))
    return f"No listing. {next(reasons, 'See: toolsearch tiers')}"


def _notes(shown: Disclosure, listing: Listing) -> Iterator[str]:
    if listing.ours:
        yield f"· {listing.ours}"
    if shown.standing:
        yield f"· {_stand_in_tools(shown)}"
    elif not shown.activated:
        yield "· The bridge is not in use: every schema is sent and nothing is listed."
    else:
        yield f"· {_measured_bridge(shown)}"


def _stand_in_tools(shown: Disclosure) -> str:
    """Say what the tools around the listing cost, of a host whose texts nobody measured."""
    if not shown.activated:
        return f"{shown.host} holds nothing back here, so nothing is listed."
    if not shown.bridge:
        return f"{shown.host} sends no tools of its own for what it holds back."
    described = any("description" in one or "function" in one for one in shown.bridge)
    return (
        f"{counted(len(shown.bridge), 'tool')} of {shown.host} itself: "
        f"{shown.payment.bridge:,} tokens as --array writes them"
        f"{', with descriptions of ours' if described else ''}."
    )


def _measured_bridge(shown: Disclosure) -> str:
    host, ours = shown.payment.bridge + shown.payment.framing, shown.bridge_tokens_here
    return (
        f"The bridge around the listing costs {host:,} tokens in the host's own words (measured "
        f"there); the ones that --array writes are ours and take {ours:,}, "
        f"{abs(host - ours):,} {'fewer' if ours < host else 'more'}."
    )
