"""What a user should know of an Arion gateway's turn: cause first, then the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.hosts.arion import settings, vectors
from toolsearch_cli.hosts.arion.documents import carrying, supplied_vectors
from toolsearch_cli.hosts.arion.facts import BRIDGE, MOST_NAMES
from toolsearch_cli.hosts.arion.settings import MAX_RESULTS
from toolsearch_cli.hosts.disclosure import Note
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.hosts.arion.modes import Modes
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

MANY_EAGER: Final = 50
"""Eager tools from which on a user is warned: the document says a handful, and no number."""
EAGER_SHARE: Final = 0.1
"""The share of a known context from which on their schemas are warned of."""
_MOST_SPELLED: Final = 3


def notes_on(session: Session, values: Values, modes: Modes, context: int | None) -> Iterator[Note]:
    """Yield every note that applies, the most useful first."""
    if values.flag(settings.CODE_MODE):
        yield Note(
            "code-mode",
            "info",
            f"This gateway serves code mode: neither {BRIDGE} nor /mcp/search. A script calls "
            "catalog.tools.search over every permitted tool, whatever its mode. The tool that runs "
            "scripts is not in Arion's documentation of tool search and not counted here.",
        )
    else:
        yield from _large(modes, context)
        yield from _unnamed(modes)
    yield from _gateways(session)
    yield from _vectors(session, values)


def _large(modes: Modes, context: int | None) -> Iterator[Note]:
    count = len(modes.eager)
    tokens = estimate(sum(one.chars for one in modes.eager))
    share = tokens / context if context else 0.0
    if count < MANY_EAGER and share < EAGER_SHARE:
        return
    of = f", {100 * share:.1f} % of the context" if context else ""
    yield Note(
        "eager",
        "warning",
        f"{count:,} eager tools go out in every tools/list, which is not paginated: "
        f"{tokens:,} tokens a turn{of}.",
        "Leave all but those that most tasks need PROGRESSIVE.",
    )


def _unnamed(modes: Modes) -> Iterator[Note]:
    held = len(modes.progressive)
    if held > MOST_NAMES:
        yield Note(
            "unnamed",
            "info",
            f"{BRIDGE} names {MOST_NAMES} of {held:,} progressive tools, here the first by name: "
            "which ones the gateway names is not documented. The others are found by searching, "
            "and can be called by name all the same.",
        )


def _gateways(session: Session) -> Iterator[Note]:
    blocks = [one.search for one in session.catalog.gateways if one.search is not None]
    if any(block != blocks[0] for block in blocks):
        yield Note(
            "gateways",
            "info",
            f"{len(session.catalog.gateways):,} gateways are configured and they search in "
            "different ways: all tools are searched as the first one says.",
            "Name the file of one gateway at a time.",
        )
    least = next((int(str(block.get(MAX_RESULTS, 1))) for block in blocks), 1)
    if least < 1:
        yield Note(
            "limit",
            "warning",
            f"{MAX_RESULTS} is {least}: what the gateway does with that is not documented; here "
            "it is 1.",
            "Set it to 1 or more.",
        )
    served = {one.code_mode for one in session.catalog.gateways}
    if len(served) > 1:
        yield Note(
            "gateways",
            "info",
            "Some gateways serve code mode and some do not: all are taken as without it.",
            f"Name the file of one gateway at a time, or take --set {settings.CODE_MODE}=true.",
        )


def _vectors(session: Session, values: Values) -> Iterator[Note]:
    given = carrying(session.catalog)
    tools = [one for one in session.definitions if id(one.tool) in given] if given else []
    if vectors.is_configured(values):
        yield from _embeddings(values)
        yield from _unusable(session, values, tools)
    elif tools:
        verb = "tool brings" if len(tools) == 1 else "tools bring"
        yield Note(
            "vectors",
            "info",
            f"{len(tools):,} {verb} a vector along, and no embeddings are configured for the "
            "query: BM25 ranks.",
            f"Set {settings.CLUSTER}, {settings.MODEL} and {settings.DIMENSIONS}.",
        )


def _embeddings(values: Values) -> Iterator[Note]:
    lacking = vectors.missing(values)
    if lacking:
        yield Note(
            "embeddings",
            "warning",
            f"Embeddings are configured without {' and '.join(lacking)}: the gateway refuses that.",
            "Set what is missing; until then BM25 ranks here.",
        )
    odd = vectors.odd_timeout(values)
    if odd:
        yield Note("embeddings", "warning", odd, "Write 5s, 500ms or 1m.")


def _unusable(session: Session, values: Values, tools: Sequence[Definition]) -> Iterator[Note]:
    """Supplied vectors of another length than configured, or not of finite numbers."""
    if values.get(settings.DIMENSIONS) is None:
        return
    given = supplied_vectors(session.catalog, values.whole(settings.DIMENSIONS))
    wrong = [
        f"{one.name}: {reason}"
        for one in tools
        if isinstance(reason := given.get(id(one.tool)), Failure)
    ]
    if wrong:
        more = len(wrong) - _MOST_SPELLED
        rest = f"; and {more:,} more" if more > 0 else ""
        yield Note(
            "vectors",
            "warning",
            f"Vectors that the gateway does not load: {'; '.join(wrong[:_MOST_SPELLED])}{rest}.",
            "Here these tools have none, and so BM25 ranks all.",
        )
