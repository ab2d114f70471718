"""Which tools are always loaded, which are searched, and which are neither."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.facts import BUILT_INS, PLANNING_PLANS
from toolsearch_cli.hosts.graph.globs import matches

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values


class Standings(NamedTuple):
    """The tools of a session."""

    own: tuple[Definition, ...]
    """Of `core` sources: the host's own, offered and never searched; in name order."""
    always: tuple[Definition, ...]
    """Those that `always_loaded` names, in name order."""
    searched: tuple[Definition, ...]
    """The candidates, in the order of the catalog."""
    planning: tuple[Definition, ...]
    """The two built-in planning plans, which are neither; in name order."""
    absent: tuple[str, ...]
    """The two built-in tools that are always loaded and that the catalog does not hold."""

    @property
    def always_names(self) -> list[str]:
        """What a search returns as `always`: sorted names."""
        return sorted([*(one.name for one in self.always), *self.absent])


def standings_of(session: Session, values: Values) -> Standings:
    """Return where each tool of the session stands."""
    return _standings(session, values.names(settings.ALWAYS))


@lru_cache(maxsize=32)
def _standings(session: Session, patterns: tuple[str, ...]) -> Standings:
    own: list[Definition] = []
    always: list[Definition] = []
    searched: list[Definition] = []
    planning: list[Definition] = []
    for one in session.published:
        if session.source(one).kind == "core":
            own.append(one)
        elif one.name in PLANNING_PLANS:
            planning.append(one)
        elif is_always_loaded(one.name, patterns):
            always.append(one)
        else:
            searched.append(one)
    absent = tuple(
        name
        for name in BUILT_INS
        if name not in session.by_name and is_always_loaded(name, patterns)
    )
    return Standings(_sorted(own), _sorted(always), tuple(searched), _sorted(planning), absent)


def is_always_loaded(name: str, patterns: tuple[str, ...]) -> bool:
    """Say whether a name fits one of the patterns."""
    return any(matches(pattern, name) for pattern in patterns)


def _sorted(tools: list[Definition]) -> tuple[Definition, ...]:
    return tuple(sorted(tools, key=lambda one: one.name))
