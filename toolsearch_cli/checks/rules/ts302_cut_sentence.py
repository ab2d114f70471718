"""TS302: a first sentence that the host ends too early."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[])(?:e\.g|i\.e|etc|vs|cf|incl|excl|approx|resp|a\.k\.a|Dr|Mr|Ms|St|Nr|No)\.\Z",
    re.IGNORECASE,
)
_ELLIPSIS = "…"


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose line in a full listing ends before or inside a word or number."""
    for one in context.shown.definitions:
        if not isinstance(one.description, str):
            continue
        line = context.host.listed_line(one.description)
        if line is not None and _is_cut_inside(line, " ".join(one.description.split())):
            message = f"the listing says only {line!r}"
            remedy = "write the first sentence without a full stop inside"
            yield context.at_tool(RULE, one, message, remedy)


def _is_cut_inside(line: str, text: str) -> bool:
    """Say whether the sentence that the host found is none: the text goes on at once."""
    if line.endswith(_ELLIPSIS) or len(line) >= len(text):
        return False
    if not any(character.isalnum() for character in line):
        return any(character.isalnum() for character in text)
    end = len(line) if line.endswith(".") else len(line) + 1
    after = text[end : end + 1]
    if after.isupper() and text[end - 2 : end - 1].islower():
        return False  # only the space behind the full stop is missing
    if after.isalnum() or after in ("/", "_"):
        return True
    return bool(after and _ABBREVIATION.search(text[:end]))


RULE = Rule(
    "TS302",
    "cut-sentence",
    Severity.warning,
    "the first sentence is cut inside a word",
    docs=Docs(
        why=(
            "A full listing shows the first sentence, at most 60 characters. Hermes up to 0.20 "
            "ends it at the first `.`, `!` or `?` wherever that stands: in `e.g.`, in a version, "
            "in a file name, in an address. Later releases want white space behind it, and know "
            "`e.g.`, `i.e.` and `etc.`, but no other abbreviation."
        ),
        bad='"Query the v1.2 API for e.g. open issues."   ->   Query the v1.',
        good='"Query the API, version 1-2, for open issues."',
        fix="Move versions, file names, addresses and abbreviations behind the first sentence.",
    ),
    host="hermes, hermes@0.20; abbreviations also in hermes@0.21-dev and hermes@0.22",
    about="host",
    fires=23,
    find=find,
)
