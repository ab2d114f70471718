"""What to know of one answer of graph's search, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.endpoints.address import cluster_variable
from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.facts import MOST_CHOICE
from toolsearch_cli.hosts.graph.notes import NEWER
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.hosts.simple.settings import Values
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking


def remarks_on(values: Values, ranking: Ranking, engine: Engine, reason: str) -> Iterator[str]:
    """Say how an answer came about; `reason` is why keywords ranked instead of a decision model."""
    if not ranking.documents:
        yield "Without candidates nobody is asked, and the mode reads decision."
        return
    if ranking.path == "decision":
        yield "A chat model plays the decision model of graph: its probabilities are its own."
        if values.whole(settings.CHUNK) == MOST_CHOICE:
            yield NEWER
        return
    if reason:
        yield f"Keywords rank: {reason}."
    else:
        role = values.text(settings.MODEL)
        yield (
            f"Keywords rank: the role {role} has no decision model. --set {settings.BASE_URL}=URL, "
            f"or {cluster_variable(role)} in the environment, gives it one."
        )
    least = values.number(settings.LEAST)
    below = ""
    if isinstance(engine, WordIndex):
        count = len(engine.scores(ranking.query)) - ranking.found
        if count > 0:
            below = f"; {count:,} more {_share(count)} a word and stay below it"
    yield (
        f"Scores are shares of the best one, which is always 1, so {settings.LEAST} {least:g} is "
        f"such a share and no probability{below}."
    )


def _share(count: int) -> str:
    return "tool shares" if count == 1 else "tools share"


def on_limit(limit: object) -> Sequence[str]:
    """Say that graph refuses a limit that the model sent."""
    if limit is None or is_limit(limit):
        return ()
    return (f"graph refuses a limit of {limit}: it takes whole numbers from 0. Here its default.",)


def is_limit(limit: object) -> bool:
    """Say whether a value is a limit that graph takes."""
    return isinstance(limit, int) and not isinstance(limit, bool) and limit >= 0
