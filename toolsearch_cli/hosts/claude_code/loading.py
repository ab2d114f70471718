"""Which tools Claude Code defers: all that may be, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.hosts.claude_code import settings
from toolsearch_cli.hosts.simple.patterns import names_tool
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

ASSUMED_CONTEXT: Final = 200_000
"""What `auto` takes a share of where the context is unknown."""
_MARK: Final = "anthropic/alwaysLoad"
_WHOLE: Final = 100


class Stock(NamedTuple):
    """The tools of a session, each in name order."""

    always: tuple[Definition, ...]
    """Core tools and those marked alwaysLoad: sent in every mode."""
    deferrable: tuple[Definition, ...]

    @property
    def tokens(self) -> int:
        """The estimate of everything deferrable."""
        return estimate(sum(one.chars for one in self.deferrable))


def stock_of(session: Session, values: Values) -> Stock:
    """Return what may be deferred: all but core tools and what is exempt."""
    patterns = values.names(settings.ALWAYS_LOAD)
    always: list[Definition] = []
    deferrable: list[Definition] = []
    for one in session.definitions:
        exempt = (
            session.source(one).kind == "core"
            or _is_marked(session, one)
            or names_tool(patterns, session, one)
        )
        (always if exempt else deferrable).append(one)
    return Stock(tuple(always), tuple(deferrable))


def _is_marked(session: Session, one: Definition) -> bool:
    if session.source(one).extra.get("alwaysLoad") is True:
        return True
    return isinstance(one.tool.meta, dict) and one.tool.meta.get(_MARK) is True


def defers(tokens: int, values: Values, context: int | None) -> bool:
    """Say whether so many deferrable tokens are held back: all of them, or none."""
    if values.flag(settings.NO_BETAS) or values.flag(settings.DENIED):
        return False
    percent = settings.share_of(values)
    if percent is not None:
        return tokens * _WHOLE >= percent * known(context)
    mode = values.text(settings.MODE)
    return mode == "true" or (not mode and values.text(settings.BASE_URL) == settings.FIRST_PARTY)


def known(context: int | None) -> int:
    """Return the context that a share is taken of."""
    return context if context and context > 0 else ASSUMED_CONTEXT


def least_deferred(percent: int, context: int | None) -> int:
    """Return the fewest tokens that `auto` defers."""
    return -(-percent * known(context) // _WHOLE)


def largest_context(tokens: int, percent: int) -> int | None:
    """Return the largest context in which `auto` defers so many tokens; `None` where all do."""
    return tokens * _WHOLE // percent if percent else None


def largest_percent(tokens: int, context: int) -> int:
    """Return the largest N of `auto:N` that defers so many tokens."""
    return min(_WHOLE, tokens * _WHOLE // context)
