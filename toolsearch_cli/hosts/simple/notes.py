"""What a user should know of any host's turn: scope, collisions, refusals, incomplete sources."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from toolsearch_cli.errors import nearest
from toolsearch_cli.hosts.collisions import in_words
from toolsearch_cli.hosts.disclosure import Note
from toolsearch_cli.hosts.simple.patterns import names_tool
from toolsearch_cli.hosts.unknown import unknown_notes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Setting, Values
    from toolsearch_cli.hosts.simple.turn import Turn

_MANY = 3
"""Notes of one kind that are spelled out before the rest is counted."""


def common_notes(
    session: Session, turn: Turn, settings: Sequence[Setting], values: Values
) -> Iterator[Note]:
    """Yield the notes that any host may have, the most useful first."""
    yield from _names_of_nothing(session, settings, values)
    yield from _collisions(session)
    yield from _refusals(session, turn)
    left_out = len(session.catalog.sources) - len(session.granted)
    if left_out:
        yield Note(
            "scope",
            "info",
            f"{left_out} {'source is' if left_out == 1 else 'sources are'} outside the session's "
            "scope: the model can neither see, find nor call them.",
            "Grant more with --only, or take less away with --without.",
        )
    granted = [session.catalog.sources[position] for position in session.granted]
    yield from unknown_notes(session.catalog, session.scope, granted)
    for source in granted:
        if source.incomplete:
            yield Note(
                "incomplete",
                "warning",
                f"{source.name}: the file holds one page and names a next one: every count of it "
                "is too low.",
                "Capture all pages.",
            )


def _names_of_nothing(
    session: Session, settings: Sequence[Setting], values: Values
) -> Iterator[Note]:
    """Yield a note for each name in a setting that no tool of the catalog has, in scope or not."""
    tools = session.everything.definitions
    for one in settings:
        given = values.names(one.key) if one.names_tools else ()
        for name in given if given != one.default else ():
            if not any(names_tool((name,), session, tool) for tool in tools):
                known = [*(session.source(tool).name for tool in tools), *(t.name for t in tools)]
                near = nearest(name, known)
                yield Note(
                    "names-nothing",
                    "warning",
                    f"{one.key}: {name} is no tool and no source of this catalog.",
                    f"D{near[1:]}" if near.startswith("did you mean") else "",
                )


def _collisions(session: Session) -> Iterator[Note]:
    for one in session.collisions[:_MANY]:
        yield Note("collision", "warning", in_words(one, session.catalog), "Rename one of them.")
    rest = len(session.collisions) - _MANY
    if rest > 0:
        tools = "1 more tool wants" if rest == 1 else f"{rest:,} more tools want"
        yield Note(
            "collisions",
            "warning",
            f"And {tools} a name that is taken.",
            "The JSON report lists them all.",
        )


def _refusals(session: Session, turn: Turn) -> Iterator[Note]:
    for one in turn.refusals[:_MANY]:
        source = session.catalog.sources[one.source].name
        yield Note(one.kind, "warning", f"{source}/{one.raw_name}: {one.reason}.")
    rest = Counter(one.kind for one in turn.refusals[_MANY:])
    if rest:
        counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(rest.items()))
        yield Note("refusals", "warning", f"And more tools of the same kind: {counts}.")
