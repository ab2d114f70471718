"""What stands first: tier, how full the budget is and of what, the price, the cause and remedy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.numbers import percent
from toolsearch_cli.views.shares import listing_shares
from toolsearch_cli.views.tiers import saving_words

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure, Note
    from toolsearch_cli.tui.widgets.drawing import Line, Part

_SHADES = (
    "$text-primary",
    "$text-success",
    "$text-warning",
    "$text-accent",
    "$text-secondary",
)
_FULL, _EMPTY = "▇", "·"
_NAMED = 7


class Headline(LineBlock):
    """The lines above the table."""

    def show(self, shown: Disclosure, *, compact: bool, name: str) -> None:
        """Draw the lines for an answer; `name` is the catalog's, where it is empty."""
        self.redraw = partial(self.show, shown, compact=compact, name=name)
        width = max(20, self.size.width)
        lines = [_badge(shown, width, compact=compact)]
        if not compact:
            lines.append(_by_source(shown, width))
        lines += [_price(shown, width, compact=compact), *_note(shown, width)]
        if not shown.sources:
            lines[-1] = ((f"  No source of {visible(name)} is in this session.", drawing.WARNING),)
        self.put(lines)


def _badge(shown: Disclosure, width: int, *, compact: bool) -> Line:
    if shown.standing:
        state = f" {'DEFERRED' if shown.activated else 'EAGER'} "
        text = drawing.shortened(f"{shown.fidelity} · {shown.standing}", width - len(state) - 3)
        return ((state, _badge_style(shown)), (f"  {text}", ""))
    if shown.budget is None:
        state = "BRIDGE ON" if shown.activated else "BRIDGE OFF"
        tier = "" if shown.tier is None else f" TIER {shown.tier} "
        price = f"{shown.deferred_tokens:,} deferrable tokens"
        threshold = "" if shown.threshold is None else f" / threshold {shown.threshold:,}"
        return ((f" {tier}{state} ", _badge_style(shown)), (f"  {price}{threshold}", ""))
    form = shown.listing.form if shown.activated else "eager"
    badge = f" TIER {shown.tier} "
    share = percent(shown.listing_tokens, shown.budget)
    use = f"{shown.listing_tokens:,} / {shown.budget:,}  {share}"
    word = f" {form:<7} "
    room = max(10, min(60, width - len(badge) - len(word) - len(use) - 9))
    return (
        (" ", ""),
        (badge, _badge_style(shown)),
        (word, f"bold {drawing.form_style(form)}"),
        *(() if compact else (("budget ", drawing.DIM),)),
        *_bar(shown, room - (0 if compact else 7)),
        (f"  {use}", drawing.BOLD),
    )


def _badge_style(shown: Disclosure) -> str:
    style = {0: "primary", 1: "success", 2: "error"}.get(shown.tier or 0, "primary")
    if shown.tier == 1 and shown.listing.form == "mixed":
        style = "warning"
    return f"bold reverse $text-{style}"


def _bar(shown: Disclosure, room: int) -> list[Part]:
    """Return the budget as cells, each source's part in another shade."""
    budget = max(shown.budget or 0, 1)
    parts: list[Part] = [("▐", drawing.DIM)]
    filled, sofar = 0, 0
    for at, share in enumerate(listing_shares(shown)):
        sofar += share.tokens
        end = min(room, round(room * sofar / budget))
        parts.append((_FULL * (end - filled), _SHADES[at % len(_SHADES)]))
        filled = end
    if not filled and sofar:
        parts.append((_FULL, _SHADES[0]))
        filled = 1
    return [*parts, (_EMPTY * (room - filled), drawing.DIM), ("▌", drawing.DIM)]


def _by_source(shown: Disclosure, width: int) -> Line:
    shares = listing_shares(shown)
    if not shares:
        return (("  by source: nothing is listed", drawing.DIM),)
    parts: list[Part] = [("  by source: ", drawing.DIM)]
    room = width - 30
    for at, share in enumerate(shares):
        text = f"{visible(share.label)} {share.tokens:,}"
        room -= drawing.width_of(text) + 3
        if at and (room < 0 or at >= _NAMED):
            rest = sum(one.tokens for one in shares[at:])
            parts.append((f" · others {rest:,}", drawing.DIM))
            break
        parts += [(" · " if at else "", drawing.DIM), (text, _SHADES[at % len(_SHADES)])]
    return tuple(parts)


def _price(shown: Disclosure, width: int, *, compact: bool) -> Line:
    paid = shown.payment
    eager = f"all eager {shown.all_tools_tokens:,}"
    saving = saving_words(shown)
    if compact:
        return ((f" this turn {paid.total:,}", drawing.BOLD), (f" · {eager} · {saving}", ""))
    named = (
        ("eager", paid.eager),
        ("bridge", paid.bridge),
        ("framing", paid.framing),
        ("listing", paid.listing),
    )
    parts = " + ".join(f"{name} {tokens:,}" for name, tokens in named if tokens)
    first = f"  model pays this turn {paid.total:,}"
    rest = f"{f' = {parts}' if parts else ''}      {eager}      {saving}"
    return ((first, drawing.BOLD), (drawing.shortened(rest, width - len(first)), ""))


def _note(shown: Disclosure, width: int) -> list[Line]:
    """Return the most useful note: its cause, then its remedy."""
    if not shown.notes:
        return [((" · nothing to note", drawing.DIM),), ()]
    note: Note = shown.notes[0]
    mark = "!" if note.level == "warning" else "·"
    style = drawing.WARNING if note.level == "warning" else drawing.DIM
    lead = f" {mark} "
    more = f"  (w: {len(shown.notes)} notes)" if len(shown.notes) > 1 else "  (w)"
    room = width - len(lead)
    cause, remedy = visible(note.cause), f"→ {visible(note.remedy)}" if note.remedy else ""
    start = _words_within(cause, room, cut=False)
    flowing = f"{cause[len(start) :].strip()} {remedy}".strip()
    if drawing.width_of(flowing) + len(more) <= room and start != cause:
        return [
            _filled(lead, start, "", style, width),
            _filled(" " * len(lead), flowing, more, style, width),
        ]
    # The count of notes stands in the line that has room for it; the remedy is whole if it can be.
    more_first = drawing.width_of(cause) + len(more) <= room or (
        bool(remedy) and drawing.width_of(remedy) + len(more) > room
    )
    first = _words_within(cause, room - len(more) * more_first, cut=True)
    return [
        _filled(lead, first, more * more_first, style, width),
        _filled(" " * len(lead), remedy, more * (not more_first), style, width),
    ]


def _filled(lead: str, text: str, more: str, style: str, width: int) -> Line:
    """Return a line whose last part stands at the right edge."""
    text = drawing.shortened(text, width - len(lead) - len(more))
    space = " " * max(0, width - len(lead) - drawing.width_of(text) - len(more))
    return ((lead, style), (text, style), (space + more if more else "", drawing.DIM))


def _words_within(text: str, room: int, *, cut: bool) -> str:
    """Return the words that fit, whole; with an ellipsis where the rest is shown nowhere."""
    if drawing.width_of(text) <= room:
        return text
    start = drawing.shortened(text, room - cut)[:-1]
    start = start[: start.rfind(" ")] if " " in start else start
    return f"{start} …" if cut else start
