"""What a user of Claude Code should know of a turn: cause first, then the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.claude_code import settings
from toolsearch_cli.hosts.claude_code.loading import ASSUMED_CONTEXT, known, least_deferred
from toolsearch_cli.hosts.disclosure import Note
from toolsearch_cli.hosts.simple.counting import some_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.claude_code.loading import Stock
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values


def notes_on(session: Session, values: Values, stock: Stock, context: int | None) -> Iterator[Note]:
    """Yield every note that applies, the most useful first."""
    yield from _cut_texts(session, values.whole(settings.CUT))
    yield from _switched_off(values)
    percent = settings.share_of(values)
    if percent is not None:
        yield Note(
            "auto",
            "info",
            f"auto:{percent} defers everything from {least_deferred(percent, context):,} tokens "
            f"on ({percent} % of {known(context):,}). Here it is {stock.tokens:,} by an estimate, "
            "code points / 4: Claude Code's own counter is not public.",
            "Near the limit, set true or false.",
        )
        if not context:
            yield Note(
                "context",
                "info",
                f"The context is unknown: auto takes its share of {ASSUMED_CONTEXT:,} here.",
                "Give --context.",
            )


def _cut_texts(session: Session, cut: int) -> Iterator[Note]:
    described = [
        f"{session.source(one).name}/{one.tool.name}"
        for one in session.definitions
        if isinstance(one.tool.description, str) and len(one.tool.description) > cut
    ]
    instructed = sorted(
        source.name
        for source in map(session.catalog.sources.__getitem__, session.granted)
        if len((source.instructions or "").strip()) > cut
    )
    for what, found in (("descriptions", described), ("servers' instructions", instructed)):
        if found:
            yield Note(
                "description-cut",
                "warning",
                f"{len(found):,} {what} cut at {cut:,} characters, and the model sees no more: "
                f"{some_of(found)}.",
                "Say what matters first, or raise max_mcp_description_length.",
            )


def _switched_off(values: Values) -> Iterator[Note]:
    if values.flag(settings.NO_BETAS) or values.flag(settings.DENIED):
        key = settings.NO_BETAS if values.flag(settings.NO_BETAS) else settings.DENIED
        yield Note("no-search", "info", f"{key} switches tool search off.", "Unset it.")
    elif not values.text(settings.MODE) and values.text(settings.BASE_URL) != settings.FIRST_PARTY:
        yield Note(
            "no-search",
            "warning",
            "Behind another base URL tool search is off while enable_tool_search is unset.",
            "Set enable_tool_search to true, if what is behind it passes tool_reference on.",
        )
