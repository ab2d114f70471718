"""Why a hit has its score: the lines beside the results of a search."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.views.query_notes import notes_on
from toolsearch_cli.views.search_rows import steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.hosts.protocol import Description
    from toolsearch_cli.search.ranking import Hit, Ranking
    from toolsearch_cli.tui.widgets.drawing import Line, Part

_WORD = re.compile(r"\w+")
_BAR = 8


def hit_lines(
    call: SearchCall, ranking: Ranking, rank: int, described: Description | None
) -> tuple[Line, ...]:
    """Return the explanation of one hit, and what to know of the whole ranking.

    Args:
        call: The search.
        ranking: Its answer to one query.
        rank: The hit's place, from 0; beyond the last there is none.
        described: What describing the hit gives.
    """
    lines: list[Line] = []
    if rank < len(ranking.hits):
        lines += _hit(ranking, ranking.hits[rank], described)
    lines += _words(ranking)
    notes = notes_on(call, ranking)
    if notes:
        lines.append(())
    for note in notes:
        style = drawing.WARNING if note.startswith("!") else drawing.DIM
        lines.append(((visible(note), style),))
    lines += [(), (("what would follow", drawing.TITLE),)]
    for name, tokens in steps(call, described):
        lines.append(((f"  {visible(name)}", ""), (f"  its result {tokens:,} tokens", drawing.DIM)))
    if described is not None and call.steps:
        lines.append(((f"  {visible(call.steps[-1])}", ""), ("  the work itself", drawing.DIM)))
    return tuple(lines)


def _hit(ranking: Ranking, hit: Hit, described: Description | None) -> Iterator[Line]:
    words = {one.word.casefold() for one in ranking.terms}
    yield ((visible(hit.name), drawing.TITLE),)
    definition = described.definition if described is not None else None
    if definition is not None and isinstance(definition.description, str):
        for text in definition.description.split("\n")[:4]:
            yield tuple(_matched(visible(text), words))
    yield ()
    best = max((term.contribution for term in hit.terms), default=0.0)
    for term in sorted(hit.terms, key=lambda one: -one.contribution):
        bar = "█" * round(_BAR * term.contribution / best) if best > 0 else ""
        yield (
            (f"  {visible(term.term):<12}", drawing.MARK),
            (f"{term.contribution:>8.3f}  ", ""),
            (bar, drawing.FORM_STYLES["eager"]),
            (f" {term.count}x, in {term.document_frequency:,} tools", drawing.DIM),
        )


def _matched(text: str, words: set[str]) -> Iterator[Part]:
    """Part a text at the words of the query."""
    end = 0
    for match in _WORD.finditer(text):
        if match[0].casefold() in words:
            yield (text[end : match.start()], "")
            yield (match[0], drawing.MATCH)
            end = match.end()
    yield (text[end:], "")


def _words(ranking: Ranking) -> Iterator[Line]:
    """Yield the words of the query as the index has them, those that no tool has marked."""
    if not ranking.terms:
        return
    yield ()
    yield (("the words of the query", drawing.TITLE),)
    for one in ranking.terms:
        known = one.document_frequency > 0
        yield (
            (f"  {visible(one.word)}", "" if known else drawing.ERROR),
            (f" → {visible(one.term)}", drawing.DIM),
            (
                f"  in {one.document_frequency:,} tools" if known else "  no tool has it",
                drawing.DIM if known else drawing.ERROR,
            ),
        )
