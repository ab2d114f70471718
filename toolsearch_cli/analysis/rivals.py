"""Which tool comes in the way of another one, and which words would set the two apart."""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.search.tokenizers import camel_words, nltk_stop_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.search.ranking import Ranking

_MOST_WORDS: Final = 5
_SHORTEST: Final = 3


class Rival(NamedTuple):
    """The tool that comes first, or next, for words that should find another one."""

    name: str
    """The qualified name."""
    source: str
    """Empty where the rival is no deferred tool."""
    ahead: bool
    """Whether it comes before the tool itself."""
    shared: tuple[str, ...]
    """Words that both say, the most telling first."""
    separating: tuple[str, ...]
    """Words that only the tool says, the most telling first; empty: nothing sets it apart."""


class Wording(NamedTuple):
    """The words of every tool of a catalog, to tell what sets two of them apart."""

    of_tool: Mapping[str, Mapping[str, int]]
    """By qualified name: how often the tool says each word."""
    source_of: Mapping[str, int]
    """Positions of the sources."""
    having: Mapping[str, int]
    """How many tools say a word."""

    @classmethod
    def of(cls, definitions: Iterable[Definition]) -> Wording:
        """Read names and descriptions."""
        of_tool, source_of = {}, {}
        having: Counter[str] = Counter()
        for one in definitions:
            text = one.description if isinstance(one.description, str) else ""
            words = of_tool[one.name] = Counter(camel_words(f"{one.tool.name} {text}"))
            source_of[one.name] = one.source
            having.update(words.keys())
        return cls(of_tool, source_of, having)

    def rival(self, catalog: Catalog, one: Definition, ranking: Ranking) -> Rival | None:
        """Return who comes first in a ranking, the tool itself aside.

        Returns:
            `None`: nothing else was found, or servers were ranked, of which none is a rival.
        """
        if ranking.ranks == "server":
            return None
        at = next((at for at, hit in enumerate(ranking.hits) if hit.name != one.name), None)
        if at is None:
            return None
        name = ranking.hits[at].name
        own, other = self.of_tool[one.name].keys(), self.of_tool.get(name, {}).keys()
        return Rival(
            name=name,
            source=catalog.sources[self.source_of[name]].name if name in self.source_of else "",
            ahead=at == 0,
            shared=self._telling(one.name, own & other),
            separating=self._telling(one.name, own - other),
        )

    def _telling(self, name: str, words: Iterable[str]) -> tuple[str, ...]:
        """Return the words that say most about a tool: often in it, seldom in others.

        Stop words, numbers and short words tell nothing.
        """
        own, tools, dropped = self.of_tool[name], len(self.of_tool), nltk_stop_words()
        telling = (
            word
            for word in words
            if len(word) >= _SHORTEST and not word.isdecimal() and word not in dropped
        )

        def weight(word: str) -> float:
            return own[word] * log((tools + 1) / self.having[word])

        return tuple(sorted(telling, key=lambda word: (-weight(word), word))[:_MOST_WORDS])
