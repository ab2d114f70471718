"""The two search tools of Anthropic's API, and what they answer."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.anthropic.documents import texts_of
from toolsearch_cli.search.formula import Parameters
from toolsearch_cli.search.pattern import ANTHROPIC, PatternIndex
from toolsearch_cli.search.postings import Analysis
from toolsearch_cli.search.tokenizers import unicode_words
from toolsearch_cli.search.word_index import Rules, WordIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.protocol import SearchAnswer
    from toolsearch_cli.search.ranking import Ranking

REGEX: Final = "regex"
BM25: Final = "bm25"
LONGEST_PATTERN: Final = ANTHROPIC.longest
SEARCH_TOOLS: Final = {REGEX: "tool_search_tool_regex", BM25: "tool_search_tool_bm25"}
_VERSION: Final = "20251119"

RULES: Final = Rules(
    analysis=Analysis(tokenize=unicode_words),
    parameters=Parameters(k1=1.2),
    ties="name",
    reads="runs of letters and digits of any script, as assumed here",
)
"""BM25 as it is usually set up: parameters and words of the API's own are not public."""


def search_tool(variant: str) -> dict[str, Json]:
    """Return the search tool as a request holds it; its schema is the server's."""
    name = SEARCH_TOOLS[variant]
    return {"type": f"{name}_{_VERSION}", "name": name}


def words(tools: Sequence[Definition]) -> WordIndex:
    """Return BM25 over the tools, which come in name order."""
    return WordIndex([one.name for one in tools], ((texts_of(one).joined,) for one in tools), RULES)


class Patterns(PatternIndex):
    """`re.search` over the tools, which come in name order."""

    def __init__(self, tools: Sequence[Definition]) -> None:
        """Index the tools."""
        found = [texts_of(one) for one in tools]
        super().__init__(((one.name, one.all) for one in found), ANTHROPIC)
        self._places = {one.name: at for at, one in enumerate(found)}
        self._whole = "".join(f"{one.joined}\n" for one in found)
        self._ends = list(accumulate(len(one.joined) + 1 for one in found))

    def finds(self, query: str, name: str, limit: int) -> bool:
        """Say whether a text, looked for as it stands, finds a tool among the first matches.

        A model that knows a text writes it so; a longer one than the tool takes is cut.
        """
        literal = query[:LONGEST_PATTERN]
        place = self._places.get(name)
        if place is None:
            return False
        start = self._ends[place - 1] if place else 0
        if self._whole.find(literal, start, self._ends[place]) < 0:
            return False
        found = islice(self._matching(literal, start), limit)
        return sum(1 for _ in found) < limit

    def _matching(self, literal: str, end: int) -> Iterator[int]:
        """Yield the tools that hold a text, of those whose texts stand before `end`."""
        at = self._whole.find(literal, 0, end)
        while at >= 0:
            place = bisect_right(self._ends, at)
            following = self._ends[place]
            if at + len(literal) <= following:
                yield place
                at = following - 1
            at = self._whole.find(literal, at + 1, end)


def result_of(rankings: Sequence[Ranking]) -> Json:
    """Return the block that the server adds to the answer, for each query; one of them bare."""
    blocks: list[Json] = [_block(one) for one in rankings]
    return blocks[0] if len(blocks) == 1 else blocks


def _block(ranking: Ranking) -> dict[str, Json]:
    content: dict[str, Json]
    if ranking.refusal is not None:
        content = {"type": "tool_search_tool_result_error", "error_code": ranking.refusal}
    else:
        references: list[Json] = [
            {"type": "tool_reference", "tool_name": hit.name} for hit in ranking.hits
        ]
        content = {"type": "tool_search_tool_search_result", "tool_references": references}
    return {"type": "tool_search_tool_result", "content": content}


def remarks_on(rankings: Sequence[Ranking], variant: str) -> Iterator[str]:
    """Yield what to know of an answer: what of it is not documented."""
    if variant == BM25:
        yield (
            "Anthropic's BM25 is not public: words, parameters and order are those of a usual one, "
            "and it may return 3 to 5 tools."
        )
        return
    for one in rankings:
        if one.refusal is not None:
            yield f"The API answers {one.refusal}; its SDK has other codes than its documentation."
        elif one.cut:
            yield (
                f"{one.found:,} tools match. Which of them the API returns is not documented; here "
                "the first by name."
            )


def trusted(answer: SearchAnswer) -> SearchAnswer:
    """Return the answer, approximate where more matched than it gives: which is not documented."""
    if any(one.cut for one in answer.rankings):
        return replace(answer, fidelity="approximate")
    return answer
