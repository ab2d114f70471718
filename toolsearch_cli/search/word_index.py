"""The general word ranker: BM25 under the rules of one host, every score explained."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING

from toolsearch_cli.search.bm25 import Bm25
from toolsearch_cli.search.formula import Parameters
from toolsearch_cli.search.okapi import Corpus, okapi_ranking
from toolsearch_cli.search.postings import Analysis, Postings
from toolsearch_cli.search.query_words import read
from toolsearch_cli.search.ranking import ASCII_ONLY, NEXT_BEST, Hit, Path, Ranking, TieOrder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.search.matching import Scored
    from toolsearch_cli.search.ranking import TermScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How one host ranks by words."""

    analysis: Analysis = field(default_factory=Analysis)
    parameters: Parameters = field(default_factory=Parameters)
    unique_terms: bool = False
    """A repeated word of the query counts once."""
    sorted_terms: bool = False
    """The words of the query are added up in code point order, which decides the last bit."""
    keeps_zero: bool = False
    """Documents without any word of the query fill the answer up to the limit."""
    scaled: bool = False
    """Scores are shares of the best one, which has 1.0."""
    least_share: float | None = None
    """With `scaled`: the least share of a hit, which decides on documents without any word of the
    query as well: 0 keeps them. `None`: any share above 0."""
    ties: TieOrder = "position"
    reads: str = ASCII_ONLY
    """What `analysis` keeps of a text, and what follows, after "the index keeps"."""

    @property
    def fills(self) -> bool:
        """Whether documents without any word of the query fill the answer."""
        if self.scaled and self.least_share is not None:
            return self.least_share <= 0
        return self.keeps_zero


@dataclass(frozen=True, slots=True)
class _Found:
    """What a query finds, before it becomes hits."""

    ordered: Sequence[Scored]
    """The best, by place in the index."""
    total: int
    best: float | None = None


class WordIndex:
    """Documents of one text a field, searchable as one host searches them (an `Engine`)."""

    __slots__ = ("_bm25", "_order", "_places", "names", "rules")

    def __init__(
        self, names: Sequence[str], documents: Iterable[Sequence[str]], rules: Rules
    ) -> None:
        """Index `documents`.

        Args:
            names: The name of each document.
            documents: For each name as many texts as `rules.analysis.weights` has numbers.
            rules: Whose search it is.

        Raises:
            ValueError: Not as many documents as names, or texts as weights.
        """
        self.names = tuple(names)
        self.rules = rules
        self._places: dict[str, list[int]] | None = None
        self._order: Sequence[int] = range(len(self.names))
        """The number of each indexed document, in the order that decides between equal scores."""
        if rules.ties != "position":
            texts = list(documents)
            if len(texts) == len(self.names):
                self._order = sorted(self._order, key=self.names.__getitem__)
                texts = [texts[at] for at in self._order]
            documents = texts
        postings = Postings(documents, rules.analysis)
        if len(postings) != len(self.names):
            raise ValueError(f"{len(postings)} documents for {len(self.names)} names")
        self._bm25 = Bm25(postings, rules.parameters)

    def search(self, query: str, limit: int, behind: int = NEXT_BEST) -> Ranking:
        """Return the best documents for one query.

        The parts of a score add up to it; where scores are shares, so are their parts, and the
        sum can differ from the score in its last digit.

        Args:
            query: As the model sent it.
            limit: Most hits, already clamped; none if it is 0 or less.
            behind: How many of those that the limit cuts are named, without their parts.
        """
        words, terms = self._asked(query)
        most = max(limit, 0)
        found = self._found(terms, most + behind)
        best, more = found.ordered[:most], found.ordered[most : most + behind]
        reading = read(query, self.rules.analysis.tokenize)
        typed = [reading.typed.get(word, word) for word in words]
        return Ranking(
            query=query,
            limit=limit,
            path=self._path(terms, best),
            hits=self._hits(best, terms, found.best),
            cut=self._hits(more, (), None),
            found=found.total,
            terms=self._bm25.query_terms(typed, terms),
            documents=len(self.names),
            average_length=self._bm25.postings.mean_length,
            best=found.best,
            tie_order=self.rules.ties,
            unread=reading.unread,
            reads=self.rules.reads,
        )

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return the name and score of every document that scores more than 0, best first."""
        _, terms = self._asked(query)
        scored = self._scored(terms, len(self.names)).ordered
        return [(self._name(at), score) for at, score in scored]

    def finds(self, query: str, name: str, limit: int) -> bool:
        """Say whether `search` has a hit called `name`, ranking no further than needed."""
        places = self._places_of(name)
        if not places or limit < 1:
            return False
        _, terms = self._asked(query)
        if self.rules.scaled and not self.rules.fills:
            return any(at in places for at in self._best_shares(terms, limit))
        if self.rules.fills:
            ordered = self._found(terms, limit).ordered[:limit]
            return any(at in places for at, _ in ordered)
        return any(self._bm25.is_among_best(terms, at, limit) for at in places)

    def hit(self, query: str, name: str) -> Hit | None:
        """Return what the first document called `name` scores for a query, whatever the others do.

        Its score is never a share. `None`: there is no such document.
        """
        places = self._places_of(name)
        if not places:
            return None
        _, terms = self._asked(query)
        parts = self._bm25.explain(places[0], terms)
        score = sum(part.contribution for part in parts)
        return Hit(name, self._order[places[0]], score, parts)

    def okapi(self, query: str, limit: int) -> Ranking:
        """Return what rank_bm25's Okapi would make of the same words: a what-if, not a host."""
        words, terms = self._asked(query)
        names = [self._name(at) for at in range(len(self.names))]
        corpus = Corpus(names=names, documents=self._bm25.postings.bags())
        ranking = okapi_ranking(corpus, query, words, terms, limit)
        return replace(ranking, tie_order=self.rules.ties)

    def _asked(self, query: str) -> tuple[list[str], list[str]]:
        """Return the words of a query that count, in adding order, and the term of each."""
        words = list(self.rules.analysis.tokenize(query))
        stem = self.rules.analysis.stem
        terms = words if stem is None else [stem(word) for word in words]
        pairs = list(zip(words, terms, strict=True))
        if self.rules.unique_terms:
            word_of: dict[str, str] = {}
            for word, term in pairs:
                word_of.setdefault(term, word)
            pairs = [(word, term) for term, word in word_of.items()]
        if self.rules.sorted_terms:
            pairs.sort(key=itemgetter(1))
        return [word for word, _ in pairs], [term for _, term in pairs]

    def _scored(self, terms: Sequence[str], most: int) -> _Found:
        """Return the documents that hold a term; with shares all of them, else at most `most`."""
        if not self.rules.scaled:
            matches = self._bm25.matches(terms, most)
            return _Found(matches.best, matches.found)
        scored = self._bm25.matches(terms, max(len(self.names), 1)).best
        if not scored:
            return _Found((), 0)
        shares = _shares(scored)
        return _Found(shares, len(shares), scored[0][1])

    def _best_shares(self, terms: Sequence[str], limit: int) -> list[int]:
        """Return the places of the first `limit` hits by share, scoring few documents more."""
        least = self.rules.least_share or 0.0
        shares: Sequence[Scored] = ()
        for most in (limit + 1, max(len(self.names), 1)):
            shares = _shares(self._bm25.matches(terms, most).best)
            # One that is not scored yet could have the share of the last: its place would decide.
            if len(shares) < most or shares[-1][1] < shares[limit - 1][1]:
                break
        return [at for at, share in shares[:limit] if share >= least]

    def _found(self, terms: Sequence[str], most: int) -> _Found:
        """Return what the host answers with, the first `most` at least."""
        found = self._scored(terms, most)
        least = self.rules.least_share
        if self.rules.scaled and least is not None:
            kept = [one for one in found.ordered if one[1] >= least]
            found = _Found(kept, len(kept), found.best)
        if not self.rules.fills:
            return found
        ordered = found.ordered
        most = min(most, len(self.names))
        if len(ordered) < most:
            scored = {at for at, _ in ordered}
            rest = ((at, 0.0) for at in range(len(self.names)) if at not in scored)
            ordered = [*ordered, *islice(rest, most - len(ordered))]
        return _Found(ordered, len(self.names), found.best)

    def _path(self, terms: Sequence[str], best: Sequence[Scored]) -> Path:
        if not best:
            return "none" if terms else "no-token"
        if not best[0][1]:
            return "all-zero"
        if not best[-1][1]:
            return "filled"
        return "share" if self.rules.scaled else "bm25"

    def _hits(
        self, ordered: Iterable[Scored], terms: Sequence[str], best: float | None
    ) -> tuple[Hit, ...]:
        return tuple(
            Hit(self._name(at), self._order[at], score, self._parts(at, terms, best))
            for at, score in ordered
        )

    def _parts(self, at: int, terms: Sequence[str], best: float | None) -> tuple[TermScore, ...]:
        parts = self._bm25.explain(at, terms)
        if best is None:
            return parts
        return tuple(replace(part, contribution=part.contribution / best) for part in parts)

    def _name(self, at: int) -> str:
        return self.names[self._order[at]]

    def _places_of(self, name: str) -> Sequence[int]:
        if self._places is None:
            self._places = {}
            for at in range(len(self.names)):
                self._places.setdefault(self._name(at), []).append(at)
        return self._places.get(name, ())


def _shares(scored: Sequence[Scored]) -> list[Scored]:
    """Return scores, best first, as shares of the best one. Dividing can make two of them equal."""
    if not scored:
        return []
    best = scored[0][1]
    shares = ((at, score / best) for at, score in scored)
    return sorted(shares, key=lambda one: (-one[1], one[0]))
