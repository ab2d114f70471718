"""What a user should know of what graph is offered: cause first, then the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.disclosure import Note
from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.candidates import is_always_loaded
from toolsearch_cli.hosts.graph.facts import (
    BRIDGE,
    BUILT_INS,
    CONTROL_STEPS,
    MOST_CHOICE,
    QUESTION,
)
from toolsearch_cli.hosts.graph.values import QUESTION as PLANNED_QUESTION
from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.graph.candidates import Standings
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

NEWER = (
    f"Newer code counts {settings.CHUNK} {MOST_CHOICE} as {MOST_CHOICE - 1}: it keeps one of "
    f"{MOST_CHOICE} options for that no tool fits."
)


def notes_on(session: Session, values: Values, standings: Standings) -> Iterator[Note]:
    """Yield every note that applies, the most useful first."""
    yield from _always(session, values)
    yield from _absent(standings)
    yield from _output_schemas(standings)
    yield from _plan(values)
    if values.whole(settings.CHUNK) == MOST_CHOICE:
        yield Note("chunk-size", "info", NEWER)
    yield Note(
        "control-steps",
        "info",
        f"Every draft is offered all control steps ({', '.join(CONTROL_STEPS)}) too: they are never"
        " searched for, and stand in the prompt, which is not counted here.",
    )
    yield Note(
        "drafting",
        "info",
        "Drafting searches once for each capability that a goal needs and is offered what all "
        f"searches find; an agent, or a step of a plan, calls {BRIDGE}.",
    )


def _always(session: Session, values: Values) -> Iterator[Note]:
    patterns = values.names(settings.ALWAYS)
    lost = [name for name in BUILT_INS if not is_always_loaded(name, patterns)]
    if lost:
        plural = "is" if len(lost) == 1 else "are"
        yield Note(
            "built-ins",
            "warning",
            f"{' and '.join(lost)} {plural} no longer always offered: the list of "
            f"{settings.ALWAYS} replaces the default.",
            f"Add {' and '.join(lost)} to the list.",
        )
    names = [*session.by_name, *BUILT_INS]
    idle = [one for one in patterns if not any(is_always_loaded(name, (one,)) for name in names)]
    if idle:
        yield Note(
            "always-loaded",
            "warning",
            f"{settings.ALWAYS} names no tool with {', '.join(idle)}.",
            "A tool is called SERVER__TOOL there; without a * the name must be whole.",
        )


def _absent(standings: Standings) -> Iterator[Note]:
    if not standings.absent:
        return
    one = len(standings.absent) == 1
    yield Note(
        "built-ins",
        "info",
        f"graph itself always offers {' and '.join(standings.absent)}; the catalog does not hold "
        f"{'it, so its schema is' if one else 'them, so their schemas are'} not counted.",
    )


def _output_schemas(standings: Standings) -> Iterator[Note]:
    declared = [one.tool.output_schema for one in standings.always if one.tool.output_schema]
    if declared:
        tokens = estimate(sum(map(chars, declared)))
        declare = "tool declares" if len(declared) == 1 else "tools declare"
        yield Note(
            "output-schemas",
            "info",
            f"{len(declared):,} always-loaded {declare} an output schema, which graph sends too: "
            f"{tokens:,} tokens that are not counted.",
        )


def _plan(values: Values) -> Iterator[Note]:
    file = values.text(settings.PLAN)
    if not file:
        return
    asked = values.text(PLANNED_QUESTION)
    question = "" if asked == QUESTION else f" It asks: {asked}"
    yield Note("plan", "info", f"{file} replaces the built-in search_tools.{question}")
