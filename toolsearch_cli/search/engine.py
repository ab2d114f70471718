"""What a ranker is to a host: a query in, a ranking with its reasons out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from toolsearch_cli.search.ranking import Ranking


class Engine(Protocol):
    """An index of documents, searchable as one host searches it."""

    def search(self, query: str, limit: int) -> Ranking:
        """Return the best documents for one query.

        Args:
            query: As the model sent it.
            limit: Most hits, already clamped as the host clamps it.
        """

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return the name and score of every document that scores more than 0, best first."""
