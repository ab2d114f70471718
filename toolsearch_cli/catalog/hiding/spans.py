"""A stretch of a text that is a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Span(NamedTuple):
    """Where a secret stands in a text, in code points, and what it is."""

    start: int
    stop: int
    name: str
    """What to call it; empty where nothing has to stand in its place."""
    held: tuple[tuple[str, str], ...]
    """The secrets in it by their names, as their reader gets them: unquoted, unescaped."""


def whole(name: str, text: str, start: int = 0) -> Span:
    """Return the span of a text that is one secret from its first character to its last."""
    return Span(start, start + len(text), name, ((name, text),))


def moved(spans: Iterable[Span], by: int) -> Iterator[Span]:
    """Yield spans of a part of a text as spans of the text, in which it starts `by` later."""
    for one in spans:
        yield one._replace(start=one.start + by, stop=one.stop + by)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order; of those that overlap one, which has the first one's name."""
    found: list[Span] = []
    for one in sorted(spans, key=lambda span: (span.start, -span.stop)):
        if found and one.start < found[-1].stop:
            last = found.pop()
            found.append(last._replace(stop=max(last.stop, one.stop), held=(*last.held, *one.held)))
        elif one.start < one.stop:
            found.append(one)
    return found


def mapped(spans: Iterable[Span], places: Sequence[int], written: str) -> Iterator[Span]:
    """Yield spans of what a word means as spans of the text in which it is written.

    Quotes around nothing but the secret go with it.

    Args:
        spans: Places in the meaning.
        places: For each character of the meaning the place where it is written.
        written: The text.
    """
    for one in spans:
        if one.start == one.stop:
            continue
        start, stop = places[one.start], places[one.stop - 1] + 1
        opens = not one.start or places[one.start - 1] != start - 1
        closes = one.stop == len(places) or places[one.stop] != stop
        around = written[max(0, start - 1) : start] + written[stop : stop + 1]
        if opens and closes and around in ("''", '""'):
            start, stop = start - 1, stop + 1
        yield one._replace(start=start, stop=stop)
