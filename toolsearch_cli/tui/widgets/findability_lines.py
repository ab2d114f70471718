"""How well one tool is found by its own words, and what would set it apart: lines of its detail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.findability import DEEPEST_RANK
from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.views.numbers import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.analysis.findability import Findabilities, Findability, ProbeKind
    from toolsearch_cli.analysis.rivals import Rival
    from toolsearch_cli.tui.widgets.drawing import Line

_PROBES: Final[dict[ProbeKind, str]] = {
    "name": "its bare name",
    "words": "its words",
    "sentence": "its first sentence",
}


def findability_lines(found: Findabilities, name: str) -> tuple[Line, ...]:
    """Return what there is to say of the tool of a qualified name."""
    one = next((one for one in found.tools if one.name == name), None)
    if one is None:
        text = "findability is not measured: it is sent with its schema, and not searched"
        return (((text, drawing.DIM),), ())
    return tuple(_lines(one))


def _lines(one: Findability) -> Iterator[Line]:
    style = "" if one.score else drawing.ERROR
    yield (
        (f"findability {written(one.score, 'score')}", drawing.TITLE),
        (": the mean of 1 / rank, 1 is best", drawing.DIM),
    )
    for probe in one.probes:
        rank = f"rank {probe.rank}" if probe.rank else f"not among the first {DEEPEST_RANK}"
        yield ((f"  {_PROBES[probe.kind]:<20}", drawing.DIM), (rank, "" if probe.rank else style))
    yield from _against(one.rival)
    yield ()


def _against(rival: Rival | None) -> Iterator[Line]:
    if rival is None:
        yield (("  no other tool has its words", drawing.DIM),)
        return
    place = "ahead of it" if rival.ahead else "next behind it"
    yield ((f"  {place:<20}", drawing.DIM), (visible(rival.name), drawing.BOLD))
    if rival.shared:
        yield (("  both say            ", drawing.DIM), (visible(", ".join(rival.shared)), ""))
    if rival.separating:
        words = visible(", ".join(rival.separating))
        yield (("  only it says        ", drawing.DIM), (words, drawing.ADDED))
        yield (("  These belong into its first sentence.", drawing.DIM),)
    else:
        yield (("  nothing that it says sets it apart", drawing.WARNING),)
