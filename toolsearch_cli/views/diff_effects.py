"""What a change does in one scenario, as a page: tier, forms, tokens, listing, cache, answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.addresses import source_title, tool_title
from toolsearch_cli.views.grid import Cell, Column, Grid, Page, Row
from toolsearch_cli.views.heading import heading
from toolsearch_cli.views.numbers import NOTHING, counted
from toolsearch_cli.views.tiers import form_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.changes.effects import Effect, SourceEffect
    from toolsearch_cli.hosts.disclosure import Disclosure, SourceDisclosure

_SOURCES = (
    Column(key="source", title="source"),
    Column(key="tools", title="tools", unit="count", rank=1),
    Column(key="eager", title="eager", unit="tokens", rank=2),
    Column(key="eager_change", title="+/-", unit="tokens", rank=2),
    Column(key="was", title="shown as", unit="form"),
    Column(key="form", title="now as", unit="form"),
    Column(key="now", title="now", unit="tokens", rank=1),
    Column(key="now_change", title="+/-", unit="tokens"),
)
_TOOLS = (
    Column(key="tool", title="tool"),
    Column(key="before", title="before", unit="tokens", rank=1),
    Column(key="after", title="after", unit="tokens", rank=1),
    Column(key="change", title="+/-", unit="tokens"),
)
_ANSWERS = (
    Column(key="query", title="query"),
    Column(key="before", title="first before"),
    Column(key="after", title="first after"),
    Column(key="hits", title="hits lost", unit="count", rank=1),
    Column(key="new", title="hits new", unit="count", rank=1),
)
_SHOWN = 10
"""Rows and lines that are shown unless everything is wanted."""
_LONGEST = 200
"""Characters of a listing's line that are shown unless everything is wanted."""
_BETWEEN_NAMES = ", "


def effect_page(one: Effect, *, detailed: bool, everything: bool) -> Page:
    """Return the page of one scenario; `detailed` adds tokens by tool and lines of the listing."""
    before, after = one.before, one.after
    notes = (_array_line(one), *_answer_lines(one))
    following = [*_answers(one, everything=everything)]
    if detailed:
        following = [
            *_tools(one, everything=everything),
            *_manifest(one, everything=everything),
            *following,
        ]
    return Page(
        head=(
            heading(after.host, after.fidelity, after.context),
            _standing(before, after),
            _tokens(before, after),
        ),
        grid=_sources(one.sources),
        notes=notes,
        following=tuple(following),
    )


def _standing(before: Disclosure, after: Disclosure) -> str:
    was, now = standing_words(before), standing_words(after)
    return f"{now}, as before" if was == now else f"{was} → {now}"


def standing_words(shown: Disclosure) -> str:
    """Return `TIER 1 full`, `bridge on`, `host fails`; of a host without tiers what it has."""
    if shown.host_error is not None:
        return "host fails"
    if shown.standing:
        return shown.standing
    if shown.tier is None:
        return "bridge on" if shown.activated else "bridge off"
    return f"TIER {shown.tier} {shown.listing.form if shown.activated else 'eager'}"


def _tokens(before: Disclosure, after: Disclosure) -> str:
    parts = [
        ("this turn", before.payment.total, after.payment.total),
        ("all eager", before.all_tools_tokens, after.all_tools_tokens),
    ]
    if after.budget is not None:
        parts.append(("listing", before.listing_tokens, after.listing_tokens))
    return ", ".join(f"{name} {_step(old, new)}" for name, old, new in parts)


def _step(old: int, new: int) -> str:
    return f"{new:,} (as before)" if old == new else f"{old:,} → {new:,} ({_signed(new - old)})"


def _signed(number: int) -> str:
    return f"{number:+,}" if number else "0"


def _sources(sources: Sequence[SourceEffect]) -> Grid:
    changed = [one for one in sources if one.is_changed]
    return Grid(columns=_SOURCES, rows=tuple(Row(_source_cells(one)) for one in changed))


def _source_cells(one: SourceEffect) -> tuple[Cell, ...]:
    old, new = one.before, one.after
    eager = [row.eager_tokens if row else 0 for row in (old, new)]
    now = [row.now_tokens if row else 0 for row in (old, new)]
    tools = [row.tools if row else 0 for row in (old, new)]
    return (
        source_title(one.source, one.kind),
        f"{tools[1]:,}" if tools[0] == tools[1] else f"{tools[0]:,} → {tools[1]:,}",
        eager[1],
        _signed(eager[1] - eager[0]),
        _form(old),
        _form(new),
        now[1],
        _signed(now[1] - now[0]),
    )


def _form(row: SourceDisclosure | None) -> str:
    return form_word(row) if row else NOTHING


def _tools(one: Effect, *, everything: bool) -> Iterator[Page]:
    tools = one.tools if everything else one.tools[:_SHOWN]
    if tools:
        rows = (
            Row((tool_title(of.source, of.tool, of.kind), of.before, of.after, _signed(of.growth)))
            for of in tools
        )
        yield Page(
            head=("Tokens of each tool, sent eagerly",),
            grid=Grid(columns=_TOOLS, rows=tuple(rows), folded=len(one.tools) - len(tools)),
        )


def _manifest(one: Effect, *, everything: bool) -> Iterator[Page]:
    if not one.manifest:
        return
    gone = sum(line.startswith("-") for line in one.manifest)
    came = len(one.manifest) - gone
    lines: Sequence[str] = one.manifest
    if not everything:
        lines = [_cut(line) for line in _shortened(lines)[: 2 * _SHOWN]]
    left = len(one.manifest) - len(lines)
    more = (f"({counted(left, 'more line')}; -v shows all)",) if left else ()
    yield Page(
        head=(f"The listing: {counted(came, 'line')} added, {gone:,} removed",),
        body="\n".join((*lines, *more)),
    )


def _shortened(lines: Sequence[str]) -> list[str]:
    """Leave out of long lines of names those that are on the other side too."""
    names = {
        sign: {name for line in lines if line[0] == sign for name in _names(line)} for sign in "-+"
    }
    return [
        line if len(line) <= _LONGEST else _without(line, names["+" if line[0] == "-" else "-"])
        for line in lines
    ]


def _names(line: str) -> list[str]:
    return line[1:].split(_BETWEEN_NAMES)


def _without(line: str, stay: set[str]) -> str:
    own = [name for name in _names(line) if name not in stay]
    left = len(_names(line)) - len(own)
    if not left:
        return line
    return f"{line[0]}{_BETWEEN_NAMES.join(own)} ({counted(left, 'name')} as before)"


def _cut(line: str) -> str:
    if len(line) <= _LONGEST:
        return line
    return f"{line[:_LONGEST]}… ({len(line) - _LONGEST:,} more characters)"


def _array_line(one: Effect) -> str:
    array = one.array
    if array.offset is None:
        return "· The tools array is the same, byte for byte: a cached prompt stays good."
    return (
        f"· The tools array is another from byte {array.offset:,} of {array.after:,} on: the "
        f"{array.lost:,} bytes after it, and the prompt behind them, are no longer cached."
    )


def _answer_lines(one: Effect) -> Iterator[str]:
    if not one.answers:
        return
    changed = [answer for answer in one.answers if answer.is_changed]
    first = sum(answer.is_first_changed for answer in changed)
    asked = counted(len(one.answers), "query", "queries")
    if changed:
        yield f"! {len(changed):,} of {asked} answered otherwise, {first:,} with another first hit."
    else:
        yield f"· {asked}: every answer is as before."


def _answers(one: Effect, *, everything: bool) -> Iterator[Page]:
    changed = [answer for answer in one.answers if answer.is_changed]
    shown = changed if everything else changed[:_SHOWN]
    if shown:
        rows = (
            Row(
                (
                    answer.query,
                    next(iter(answer.before), NOTHING),
                    next(iter(answer.after), NOTHING),
                    len(set(answer.before) - set(answer.after)),
                    len(set(answer.after) - set(answer.before)),
                )
            )
            for answer in shown
        )
        yield Page(
            head=("Queries that are answered otherwise",),
            grid=Grid(columns=_ANSWERS, rows=tuple(rows), folded=len(changed) - len(shown)),
        )
