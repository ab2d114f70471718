"""The manifest as lines: whose they are, and what the selected source lost in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.views.losses import loss_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.disclosure import Disclosure, Listing, SourceDisclosure
    from toolsearch_cli.tui.widgets.drawing import Line


def listing_lines(
    shown: Disclosure, listing: Listing, row: SourceDisclosure | None
) -> tuple[tuple[Line, ...], frozenset[int]]:
    """Return the lines of a listing, and which of them are the selected source's.

    Args:
        shown: The answer that the listing belongs to.
        listing: Its own listing, or one in another form, for which nothing is lost.
        row: The selected source.
    """
    lines: list[Line] = []
    marked: set[int] = set()
    lost = loss_text(shown, row) if row is not None and listing is shown.listing else ""
    if listing.blocks:
        lines.append(((visible(listing.header), drawing.DIM),))
    for block in listing.blocks:
        start = len(lines)
        lines += [((visible(text), ""),) for text in block.text.split("\n")]
        if row is not None and block.label == row.label:
            if lost:
                lines.append((("  " + visible(lost), drawing.WARNING),))
                lost = ""
            marked |= set(range(start, len(lines)))
    if not listing.blocks:
        lines += nothing_listed(shown)
    if lost:
        marked.add(len(lines))
        lines.append((("  " + visible(lost), drawing.WARNING),))
    return tuple(lines), frozenset(marked)


def nothing_listed(shown: Disclosure) -> Iterator[Line]:
    """Yield why there is no listing."""
    if shown.host_error:
        text = f"No listing: the host would fail ({shown.host_error}) and send every schema."
    elif not shown.activated:
        count, tokens = len(shown.eager), shown.payment.eager
        text = f"No listing: all {count:,} schemas are sent, {tokens:,} tokens."
    elif shown.budget is None:
        text = "No listing: this release lists nothing; the model has to search."
    else:
        text = "No listing: nothing fits the budget, or listing is off; the model has to search."
    yield ((visible(text), drawing.DIM),)
