"""The one sentence that stands for a tool in a choice question (`pipeline/prompts.rs`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

MOST_CHARACTERS: Final = 200
LONGEST_HEAD: Final = 60
"""Most bytes of a title before a dash that is left out."""

_DASH: Final = " — "
_BULLET: Final = "- "
# The property White_Space; `str.strip` takes four control characters more.
_SPACE: Final = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


def trimmed(text: str) -> str:
    """Return a text without white space around it, as Rust sees it."""
    return text.strip(_SPACE)


def summary_line(description: Json) -> str:
    """Return the first sentence of a description; "" for what is no text.

    A short title before " — " goes, the full stop stays, and an ellipsis says that it was cut.
    """
    if not isinstance(description, str):
        return ""
    text = trimmed(description)
    head, dash, rest = text.partition(_DASH)
    if dash and len(head.encode("utf-8", "surrogatepass")) <= LONGEST_HEAD:
        text = trimmed(rest)
    line = text.partition("\n")[0].removesuffix("\r")
    sentence, stop, _ = line.partition(". ")
    whole = f"{sentence}." if stop else line
    cut = f"{whole[:MOST_CHARACTERS]}…" if len(whole) > MOST_CHARACTERS else whole
    kept = trimmed(cut)
    while kept.startswith(_BULLET):
        kept = kept.removeprefix(_BULLET)
    return kept
