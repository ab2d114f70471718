"""How the block of namespaces keeps to 4,096 bytes (`context/world_state/tools_budget.rs`).

Held to answers of the binary 0.171.0.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

BLOCK_BYTES: Final = 4_096
"""Most bytes of the block, its tags and its heading included."""
HEADER: Final = "<tools>\nDeferred tool namespaces:"
END: Final = "\n</tools>"
DOTS: Final = "..."

_BULLET: Final = "- "
_COLON: Final = ": "
_ROOM: Final = BLOCK_BYTES - len(HEADER) - len(END)
"""For the rows, each with the line break before it."""
_KEPT_FOR_OMISSION: Final = 64


def fitted(rows: Sequence[tuple[str, str]]) -> list[str | None]:
    """Return the line of each namespace, None where it is left out.

    Every name comes before any description. What room names leave is dealt out to descriptions a
    character at a time, in turns; names that do not fit leave room for a line that counts them.

    Args:
        rows: Namespace and description, in order.
    """
    sizes = [len(f"\n{row(name, '')}".encode("utf-8", "replace")) for name, _ in rows]
    room = _ROOM - sum(sizes)
    if room < 0:
        return _names_that_fit(rows, sizes)
    texts = [text for _, text in rows]
    kept = _dealt(texts, room)
    return [row(name, _cut(text, size)) for (name, text), size in zip(rows, kept, strict=True)]


def row(namespace: str, description: str) -> str:
    """Return `- namespace: description`; the name alone without any."""
    return _BULLET + namespace + (_COLON + description if description else "")


def omission(count: int) -> str:
    """Return the line that stands for namespaces that are left out."""
    return f"{DOTS} {count} additional namespaces omitted."


def _names_that_fit(rows: Sequence[tuple[str, str]], sizes: Sequence[int]) -> list[str | None]:
    room = _ROOM - _KEPT_FOR_OMISSION
    lines: list[str | None] = []
    for (name, _), size in zip(rows, sizes, strict=True):
        fits = size <= room
        room -= size if fits else 0
        lines.append(row(name, "") if fits else None)
    return lines


def _dealt(texts: Sequence[str], room: int) -> list[int]:
    """Return how many bytes of each text there is room for; the colon before it counts too."""
    sizes = [[len(one.encode("utf-8", "replace")) for one in text] for text in texts]
    whole = [sum(size) for size in sizes]
    if sum(size + len(_COLON) for size in whole if size) <= room:
        return whole
    kept = [0] * len(texts)
    turns = deque((position, 0) for position, text in enumerate(texts) if text)
    while turns:
        position, at = turns.popleft()
        cost = sizes[position][at] + (0 if at else len(_COLON))
        if cost > room:
            continue  # for good: room only shrinks
        room -= cost
        kept[position] += sizes[position][at]
        if at + 1 < len(sizes[position]):
            turns.append((position, at + 1))
    return kept


def _cut(text: str, size: int) -> str:
    """Return a text in `size` bytes: whole, with dots at its end, or not at all."""
    encoded = text.encode("utf-8", "replace")
    if size >= len(encoded):
        return text
    if size < len(DOTS):
        return ""
    return encoded[: size - len(DOTS)].decode("utf-8", "ignore") + DOTS
