"""Tools that their own words do not find, and what would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog.unknowns import CAPTURE, untold_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.rivals import Rival
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.hosts.disclosure import Definition

_WORDS: Final = 3
"""Words that a remedy proposes."""


class Unfound(NamedTuple):
    """One tool that a search with its own words does not return."""

    query: str
    tool: Definition
    rival: Rival | None
    """What comes first instead; `None`: nothing does, or the host ranks servers."""

    @property
    def doubt(self) -> str:
        """What of the tool is unknown, and may find it, to be put behind the message."""
        unknown = untold_in_words(self.tool.tool)
        return f"; {unknown}, and may say more" if unknown else ""

    def remedy(self, advice: str) -> str:
        """Return who comes first instead, `advice`, and the words to follow it with."""
        if self.tool.tool.unknown:
            advice = f"{CAPTURE[:1].lower()}{CAPTURE[1:-1]}, or {advice}"
        if self.rival is None:
            return advice
        words = ", ".join(self.rival.separating[:_WORDS])
        beside = f"only it says {words}" if words else "so far no word of it does"
        return f"{self.rival.name} comes first: {advice}; {beside}"


def unfound(context: Context, asked: Sequence[tuple[str, Definition]]) -> Iterator[Unfound]:
    """Yield each tool that its query does not find at the host's default limit.

    Args:
        context: Whose search.
        asked: Queries, each with the deferred tool that it should find.
    """
    if not asked:
        return
    wanted = [(query, one.name) for query, one in asked]
    found = context.host.finds(context.catalog, context.scenario, wanted)
    missing = [one for one, is_found in zip(asked, found, strict=True) if not is_found]
    for query, one in missing:
        yield Unfound(query, one, _rival(context, query, one))


def _rival(context: Context, query: str, one: Definition) -> Rival | None:
    rankings = context.host.search(context.catalog, context.scenario, [query]).rankings
    return context.wording.rival(context.catalog, one, rankings[0]) if rankings else None
