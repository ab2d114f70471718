"""The difference of two listings: which sources change, and which lines or words."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.hosts.disclosure import Disclosure, SourceDisclosure

Side: TypeAlias = Literal["same", "removed", "added"]
_MOST_WORDS = 3_000
"""Words of a block that are compared one by one; more are removed and added whole."""
_NAMED = frozenset({"names", "full"})


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text, on both sides or on one."""

    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class BlockChange:
    """One group whose text differs."""

    label: str
    lines: tuple[tuple[Piece, ...], ...]


def headline(before: Disclosure, after: Disclosure) -> str:
    """Return what changes from one answer to another, in one line."""
    then = {(row.source, row.kind): row for row in before.sources}
    now = {(row.source, row.kind): row for row in after.sources}
    both = [(then[key], now[key]) for key in sorted(then.keys() & now.keys())]
    changed = sum(left.form != right.form for left, right in both)
    changed += len(then.keys() ^ now.keys())
    parts = [f"{changed} of {counted(len(then.keys() | now.keys()), 'source')} change"]
    gained = sum(right.deferred for left, right in both if not _named(left) and _named(right))
    lost = sum(left.deferred for left, right in both if _named(left) and not _named(right))
    described = sum(
        right.deferred for left, right in both if left.form != "full" and right.form == "full"
    )
    if gained:
        parts.append(f"{counted(gained, 'tool')} get their names")
    if lost:
        parts.append(f"{counted(lost, 'tool')} lose their names")
    if described:
        parts.append(f"{counted(described, 'tool')} get their descriptions")
    parts.append(f"{after.listing_tokens - before.listing_tokens:+,} tokens")
    parts.append(f"tier {_tier(before)} → {_tier(after)}")
    return ", ".join(parts)


def _named(row: SourceDisclosure) -> bool:
    return row.form in _NAMED


def _tier(shown: Disclosure) -> str:
    return "-" if shown.tier is None else str(shown.tier)


def changes(before: Disclosure, after: Disclosure, *, by_words: bool) -> Iterator[BlockChange]:
    """Yield the groups whose text differs, by label; with their lines, or word by word."""
    then = {block.label: block.text for block in before.listing.blocks}
    now = {block.label: block.text for block in after.listing.blocks}
    for label in sorted(then.keys() | now.keys()):
        old, new = then.get(label, ""), now.get(label, "")
        if old != new:
            lines = _by_words(old, new) if by_words else _by_lines(old, new)
            yield BlockChange(label, tuple(lines))


def _by_lines(old: str, new: str) -> Iterator[tuple[Piece, ...]]:
    for side, part in _compared(_lines(old), _lines(new)):
        for text in part:
            yield (Piece(side, text),)


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _by_words(old: str, new: str) -> Iterator[tuple[Piece, ...]]:
    """Yield lines in which the words of one side stand among those of both."""
    line: list[Piece] = []
    for side, part in _compared(_words(old), _words(new)):
        for word in part:
            if word == "\n":
                yield tuple(line)
                line = []
            else:
                line.append(Piece(side, word))
    if line:
        yield tuple(line)


def _words(text: str) -> list[str]:
    words: list[str] = []
    for at, line in enumerate(_lines(text)):
        if at:
            words.append("\n")
        words += [word for word in line.split(" ") if word]
    return words


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[Side, Sequence[str]]]:
    if len(old) > _MOST_WORDS or len(new) > _MOST_WORDS:
        yield ("removed", old)
        yield ("added", new)
        return
    for tag, left, left_end, right, right_end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            yield ("same", old[left:left_end])
            continue
        yield ("removed", old[left:left_end])
        yield ("added", new[right:right_end])
