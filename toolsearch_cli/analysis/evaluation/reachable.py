"""Whether the model gets to a tool at all: it has the schema, it reads the name, or it finds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from toolsearch_cli.analysis.evaluation.labels import Target
    from toolsearch_cli.hosts.disclosure import Disclosure

Reach: TypeAlias = Literal["schema", "name", "search", "none"]
"""The first that holds: its schema is sent; its name is read in the listing; a query found it
within the limit of a search that the model has; or none of these."""

REACHES: tuple[Reach, ...] = get_args(Reach)


@dataclass(frozen=True, slots=True)
class Visible:
    """What the model sees at the start of a turn."""

    schemas: frozenset[str]
    """Qualified names of the tools whose schemas are sent."""
    names: frozenset[str]
    """Those whose names the model reads."""
    searches: bool
    """Whether the model has a search."""

    def reach(self, target: Target, *, found: bool) -> Reach:
        """Return how the model gets to a right answer that its search found, or did not find."""
        if target.names & self.schemas:
            return "schema"
        if target.names & self.names:
            return "name"
        return "search" if found and self.searches else "none"


def visible(shown: Disclosure) -> Visible:
    """Return what a disclosure makes visible."""
    return Visible(
        schemas=frozenset(one.name for one in shown.eager),
        names=shown.readable,
        searches=shown.activated,
    )
