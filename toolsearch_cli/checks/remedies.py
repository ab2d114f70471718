"""What would help against a budget that is exceeded: one sentence, from the figures at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Share, Subject
    from toolsearch_cli.hosts.disclosure import Definition, SourceDisclosure

_TIER_NOTES = ("crowded", "only-search", "nothing-fits", "listing-off", "degraded")


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
            return _better_tier(subject)
        case "tool-tokens" | "growth":
            return ""


def tool_remedy(definition: Definition) -> str:
    """Return the remedy for one tool: which part of it weighs most."""
    schema = estimate(chars(definition.parameters))
    description = estimate(chars(definition.description))
    part, tokens = ("schema", schema) if schema >= description else ("description", description)
    return f"shorten its {part}, which takes {tokens:,} of them"


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
    return f"publish fewer tools or shorter names; {_by_form(row)}"


def _lighter_turn(share: Share) -> str:
    row = max(share.rows, key=lambda row: (row.now_tokens, row.source))
    if share.whole:
        return f"start with {row.source}, which takes {row.now_tokens:,}"
    return "publish fewer tools, or let the host defer them"


def _by_form(row: SourceDisclosure) -> str:
    return f"as names it takes {row.names_tokens or 0:,}, as one line {row.summary_tokens or 0:,}"


def _better_tier(subject: Subject) -> str:
    for note in subject.shown.notes:
        if note.code in _TIER_NOTES and note.remedy:
            return note.remedy.removesuffix(".")
    return "give the listing a larger budget, or the session fewer sources"
