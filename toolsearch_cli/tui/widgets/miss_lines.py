"""One miss in words: what was asked, what should be found, why it is not, and what won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.views.misses import parts_in_words, reason_in_words
from toolsearch_cli.views.numbers import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.evaluation.misses import Miss, Reason
    from toolsearch_cli.tui.widgets.drawing import Line

_INDENT = "  "
_FOUND_NOTHING: Final[tuple[Reason, ...]] = ("no-word", "not-admitted", "not-matched")
"""Reasons of a search that was made: without hits it found nothing."""


def miss_lines(miss: Miss) -> tuple[Line, ...]:
    """Return what there is to say of a miss, without another search."""
    return (
        *wanted_lines(miss),
        (),
        *_won(miss),
        *_words("words that no tool has", miss.unknown_words),
        *_words("words that are not looked up", miss.unread),
    )


def wanted_lines(miss: Miss) -> tuple[Line, ...]:
    """Return what was asked, what it should find, and why it does not."""
    rank = "" if miss.rank is None else f": rank {miss.rank:,}"
    return (
        ((visible(miss.query.text), drawing.TITLE),),
        (),
        (("should find", drawing.DIM),),
        *_targets(miss),
        (("why not", drawing.DIM),),
        ((_INDENT, ""), (visible(reason_in_words(miss)) + rank, drawing.WARNING)),
        *_own(miss),
    )


def _targets(miss: Miss) -> Iterator[Line]:
    target = miss.target
    yield ((_INDENT, ""), (visible(target.address), drawing.BOLD))
    for also in target.candidates:
        yield ((f"{_INDENT}or {visible(also)}", ""),)


def _own(miss: Miss) -> Iterator[Line]:
    """Yield what the words of the query give the tool that they should find."""
    if miss.own:
        yield (("the query's words give it", drawing.DIM),)
        yield ((_INDENT, ""), (visible(parts_in_words(miss.own) or ""), drawing.MARK))
    elif miss.winners and miss.rank is None:
        yield (("the query's words give it nothing", drawing.DIM),)


def _won(miss: Miss) -> Iterator[Line]:
    if not miss.winners:
        if miss.reason in _FOUND_NOTHING:
            yield (("nothing is found in its place", drawing.DIM),)
        return
    yield (("found instead", drawing.DIM),)
    for winner in miss.winners:
        score = "" if winner.score is None else f" {written(winner.score, 'score')}"
        yield ((f"{_INDENT}{visible(winner.name)}", ""), (score, drawing.DIM))
        parts = parts_in_words(winner.parts)
        if parts:
            yield ((_INDENT * 2, ""), (visible(parts), drawing.MARK))


def _words(title: str, words: Sequence[str]) -> Iterator[Line]:
    if words:
        yield ((title, drawing.DIM),)
        yield ((_INDENT, ""), (visible(", ".join(words)), drawing.ERROR))
