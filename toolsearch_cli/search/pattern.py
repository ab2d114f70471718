"""Searches by regular expression: what matches, in the order given, without scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolsearch_cli.search.pattern_matches import PatternMatches
from toolsearch_cli.search.python_regex import python_matches
from toolsearch_cli.search.ranking import NEXT_BEST, Hit, Ranking, TieOrder
from toolsearch_cli.search.rust_regex import rust_matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Engine: TypeAlias = Literal["rust", "python"]


@dataclass(frozen=True, slots=True)
class PatternRules:
    """Whose regular expressions they are."""

    engine: Engine
    longest: int
    """Most code points of a pattern."""
    order: TieOrder = "position"
    """What the order of the documents, and so of the matches, is by."""


FASTMCP = PatternRules("rust", 1_000)
"""Case never counts; one text a tool; what is invalid or too long finds nothing."""

ANTHROPIC = PatternRules("python", 200, order="name")
"""Case counts unless the pattern says `(?i)`; which matches come first is not documented, so
name order is a guess."""


class PatternIndex:
    """Tools that are searched by regular expression."""

    def __init__(
        self, documents: Iterable[tuple[str, Sequence[str]]], rules: PatternRules = FASTMCP
    ) -> None:
        """Index `documents`, in the order of the rules.

        Args:
            documents: A name each, and the texts one of which must match.
            rules: Whose regular expressions they are.
        """
        self.rules = rules
        self._names: list[str] = []
        self._texts: list[tuple[str, ...]] = []
        for name, texts in documents:
            self._names.append(name)
            self._texts.append(tuple(texts))
        words = sum(len(text.split()) for texts in self._texts for text in texts)
        self._mean_length = words / max(len(self._names), 1)

    def search(self, query: str, limit: int) -> Ranking:
        """Return the first tools that match a pattern; `limit` is at least 1.

        `refusal` says why a pattern was not looked for, or not to the end.
        """
        matches = self._matches(query, limit)
        hits = tuple(Hit(self._names[at], at, 0.0) for at in matches.documents[: limit + NEXT_BEST])
        return Ranking(
            query=query,
            limit=limit,
            path="regex" if hits else "none",
            hits=hits[:limit],
            found=len(matches.documents),
            terms=(),
            documents=len(self._names),
            average_length=self._mean_length,
            cut=hits[limit:],
            tie_order=self.rules.order,
            unread=(),
            refusal=matches.refusal,
        )

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every tool that matches, in the order given; nothing is scored, so with 0."""
        matches = self._matches(query, len(self._names))
        return [(self._names[at], 0.0) for at in matches.documents]

    def _matches(self, pattern: str, limit: int) -> PatternMatches:
        if len(pattern) > self.rules.longest:
            return PatternMatches(refusal="pattern_too_long")
        if self.rules.engine == "rust":
            return rust_matches(pattern, self._texts, limit)
        return python_matches(pattern, self._texts)
