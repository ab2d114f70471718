"""What would help against a budget that is exceeded: one sentence, from the figures at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.anatomy import anatomy

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Budget, Share, Subject
    from toolsearch_cli.hosts.disclosure import Definition, SourceDisclosure

_SLIGHT = 160
"""Characters of a part that nobody would shorten; what every definition has is less."""

_SHORTENED = {
    "name": "shorten its name, which takes {} of them",
    "description": "shorten its description, which takes {} of them",
    "properties": "shorten its schema: the parameters take {} of them",
    "enums": "shorten its schema: the listed values take {} of them",
    "rest": "shorten its schema: what stands beside the parameters takes {} of them",
}
"""By the part of a definition that weighs most."""

_ENOUGH: tuple[tuple[str, ...], ...] = (
    ("crowded", "degraded", "listing-off"),
    ("only-search", "listing-off"),
    ("nothing-fits", "only-search", "listing-off"),
)
"""Notes on a disclosure whose remedy gives descriptions, names, or one line a source."""


def remedy_for(subject: Subject, share: Share) -> str:
    """Return the remedy where a catalog or a source is over its budget."""
    match share.budget.measure:
        case "tools":
            return _fewer_tools(share)
        case "eager-tokens":
            return _smaller_schemas(subject, share)
        case "listing-tokens":
            return _shorter_listing(share)
        case "shown-tokens":
            return _lighter_turn(share)
        case "tier" | "form":
            return _better_tier(subject, share.budget)
        case "tool-tokens" | "growth":
            return ""


def tool_remedy(definition: Definition) -> str:
    """Return the remedy for one tool: which of the parts that one can shorten weighs most."""
    heaviest = max(anatomy(definition), key=lambda part: part.chars)
    if heaviest.chars <= _SLIGHT:
        return "none of its parts is long: hardly any tool is smaller"
    return _SHORTENED[heaviest.name].format(f"{heaviest.tokens:,}")


def _fewer_tools(share: Share) -> str:
    if not share.whole:
        return "publish fewer tools, or split the server"
    largest = max(share.rows, key=lambda row: (row.tools, row.source))
    return f"leave sources or tools out; {largest.source} has the most tools, {largest.tools:,}"


def _smaller_schemas(subject: Subject, share: Share) -> str:
    if share.whole:
        row = max(share.rows, key=lambda row: (row.eager_tokens, row.source))
        return f"start with {row.source}, which takes {row.eager_tokens:,}"
    largest = max(subject.tools_of(share), key=lambda one: (one.tokens, one.name))
    return f"start with {largest.tool.name}, which takes {largest.tokens:,}"


def _shorter_listing(share: Share) -> str:
    row = max(share.rows, key=lambda row: (row.listing_tokens, row.source))
    if share.whole:
        return f"start with {row.source}, which takes {row.listing_tokens:,}"
    sizes = _by_form(row)
    return f"publish fewer tools or shorter names{f'; {sizes}' if sizes else ''}"


def _lighter_turn(share: Share) -> str:
    row = max(share.rows, key=lambda row: (row.now_tokens, row.source))
    if not share.whole:
        return "publish fewer tools, or let the host defer them"
    if not row.now_tokens:
        return "all of it is what the host itself sends"
    return f"start with {row.source}, which takes {row.now_tokens:,}"


def _by_form(row: SourceDisclosure) -> str:
    sizes = (("as names", row.names_tokens), ("as one line", row.summary_tokens))
    return ", ".join(f"{form} it takes {size:,}" for form, size in sizes if size is not None)


def _better_tier(subject: Subject, budget: Budget) -> str:
    """Return what the host says would help, and no more than is asked: in tier 1 one line each."""
    if budget.measure == "tier" and budget.limit == 0:
        return "tier 0 is every schema sent up front: switch the bridge off"
    codes = _ENOUGH[min(budget.limit, len(_ENOUGH) - 1) if budget.measure == "form" else -1]
    by_code = {note.code: note.remedy for note in reversed(subject.shown.notes) if note.remedy}
    for code in codes:
        if code in by_code:
            return by_code[code].removesuffix(".")
    return "give the listing a larger budget, or the session fewer sources"
