"""What a source's form keeps from the model, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure, SourceDisclosure

_EXAMPLE = 60


def loss_text(shown: Disclosure, row: SourceDisclosure) -> str:
    """Return what is lost here, with an example; empty where nothing is.

    `lost here: 26 descriptions (308 tokens), e.g. create_issue: "Create a new issue"`
    """
    if row.form is None or row.form == "full" or not row.deferred:
        return ""
    tokens = (row.full_tokens or 0) - row.listing_tokens
    price = f"({tokens:,} tokens)"
    if row.form == "names":
        return f"lost here: {counted(row.deferred, 'description')} {price}{_example(shown, row)}"
    what = f"names and descriptions of {counted(row.deferred, 'tool')} {price}"
    if row.form == "summary":
        return f"lost here: {what}"
    return f"{row.source} is not listed. Lost here: {what}"


def _example(shown: Disclosure, row: SourceDisclosure) -> str:
    for definition in shown.deferred:
        if definition.source == row.position and isinstance(definition.description, str):
            text = " ".join(definition.description.split())
            if text:
                cut = text if len(text) <= _EXAMPLE else f"{text[:_EXAMPLE]}…"
                return f', e.g. {definition.tool.name}: "{cut}"'
    return ""
