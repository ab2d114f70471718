"""`tool_search` of Hermes: what each release finds, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.collector import collector_paused
from toolsearch_cli.search.bm25 import Bm25
from toolsearch_cli.search.formula import Parameters
from toolsearch_cli.search.matching import Admission
from toolsearch_cli.search.okapi import Corpus, okapi_ranking
from toolsearch_cli.search.postings import Analysis, Postings
from toolsearch_cli.search.ranking import NEXT_BEST, Hit, Path, QueryTerm, Ranking
from toolsearch_cli.search.substring import names_containing
from toolsearch_cli.search.words import ascii_runs, english_stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.hermes.releases import SearchRules
    from toolsearch_cli.search.matching import Scored

_MCP = "mcp__"
_NAME_JOINT = re.compile(r"[_.:-]")
_FLOOR_FROM = 4
"""With fewer answerable terms than this a hit need only contain the gate term."""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """What Hermes indexes of one deferred tool."""

    name: str
    """The qualified name."""
    label: str
    """The group label of its source; empty where the source has no name."""
    description: str
    parameters: tuple[str, ...]
    """Top-level property names of the schema that the model gets."""


def search_document(definition: Definition) -> SearchDocument:
    """Return what is indexed of a registered tool. Other values than text as Python prints them."""
    schema = definition.parameters
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return SearchDocument(
        name=definition.name,
        label=definition.label if definition.toolset else "",
        description=str(definition.description or ""),
        parameters=tuple(properties) if isinstance(properties, dict) else (),
    )


def document_text(document: SearchDocument, rules: SearchRules) -> str:
    """Return the text a release indexes: name, label, description and parameter names."""
    name = _own_name(document.name, rules)
    parts = [name, document.description, *document.parameters]
    if rules.label_indexed and document.label not in _NAME_JOINT.sub(" ", name).split():
        parts.insert(1, document.label)
    return " ".join(parts)


def _own_name(name: str, rules: SearchRules) -> str:
    return name.removeprefix(_MCP) if rules.label_indexed else name


class HermesIndex:
    """The deferred tools of one session, searchable as one release searches them."""

    def __init__(self, documents: Iterable[SearchDocument], rules: SearchRules) -> None:
        """Index `documents`, which come in name order: by qualified name."""
        with collector_paused():
            self.documents = tuple(documents)
        self.rules = rules
        self._positions: dict[str, list[int]] | None = None
        self._analysis = Analysis(stem=english_stem if rules.stems else None)
        texts = ((document_text(document, rules),) for document in self.documents)
        self._bm25 = Bm25(
            Postings(texts, self._analysis), Parameters(idf_first=rules.idf_first, least_mean=1.0)
        )

    def search(self, query: str, limit: int, behind: int = NEXT_BEST) -> Ranking:
        """Return the host's answer to one query.

        Args:
            query: As the model sent it.
            limit: Most hits, at least 1 and already clamped.
            behind: How many of those that the limit cuts are named, without their parts.
        """
        terms = self._analysis.terms(query)
        asked = self._bm25.query_terms(ascii_runs(query), terms)
        unanswered = self._unanswered(query, limit, asked)
        if not terms:
            return replace(unanswered, path="no-token")
        admission = _admission(unanswered.terms) if self.rules.gate else None
        exact = self._exact(query) if self.rules.exact_name else ()
        matches = self._bm25.matches(terms, limit + behind, admission, exact)
        if not matches.found and not matches.rejected:
            return self._fallback(unanswered, behind)
        return replace(
            unanswered,
            path="exact" if exact else "bm25" if admission is None else "gate",
            hits=self._hits(matches.best[:limit], terms),
            cut=self._hits(matches.best[limit:], []),
            found=matches.found,
            gate=None if admission is None else admission.gate,
            floor=None if admission is None else admission.floor,
            rejected=matches.rejected,
        )

    def hit(self, query: str, name: str) -> Hit | None:
        """Return what the document called `name` scores for a query, whatever the others do."""
        if self._positions is None:
            self._positions = self._by_name()
        places = self._positions.get(name.lower(), ())
        at = next((at for at in places if self.documents[at].name == name), None)
        if at is None:
            return None
        terms = self._analysis.terms(query)
        parts = self._bm25.explain(at, terms)
        return Hit(name, at, sum(part.contribution for part in parts), parts)

    def finds(self, query: str, name: str, limit: int) -> bool:
        """Say whether `search` returns the tool called `name`, without ranking the others."""
        if self._positions is None:
            self._positions = self._by_name()
        positions = [
            at for at in self._positions.get(name.lower(), ()) if self.documents[at].name == name
        ]
        terms = self._analysis.terms(query)
        if not positions or not terms:
            return False
        if self.rules.exact_name and self._exact(query):
            return any(hit.name == name for hit in self.search(query, limit).hits)
        admission = None
        if self.rules.gate:
            admission = _admission(self._bm25.query_terms(ascii_runs(query), terms))
        if any(len(self._bm25.column(term)) for term in terms):
            return self._bm25.is_among_best(terms, positions[0], limit, admission)
        return any(hit.name == name for hit in self.search(query, limit).hits)

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every tool that shares a term with the query and its BM25, best first.

        Plain BM25: before any admission rule, without exact names and without the fallback.
        """
        matches = self._bm25.matches(self._analysis.terms(query), len(self.documents))
        return [(self.documents[at].name, score) for at, score in matches.best]

    def rivals(self, name: str, limit: int) -> tuple[Hit, ...]:
        """Return the tools that score best when a tool's own name and description are the query.

        Raises:
            KeyError: No document has the qualified name `name`.
        """
        position, terms = self._own_words(name)
        best = self._bm25.matches(terms, limit + 1).best
        return self._hits([hit for hit in best if hit[0] != position][:limit], terms)

    def own_hit(self, name: str) -> Hit:
        """Return what a tool itself scores for the query that `rivals` asks.

        Raises:
            KeyError: No document has the qualified name `name`.
        """
        position, terms = self._own_words(name)
        parts = self._bm25.explain(position, terms)
        return Hit(name, position, sum(part.contribution for part in parts), parts)

    def _own_words(self, name: str) -> tuple[int, list[str]]:
        position = next((at for at, one in enumerate(self._names) if one == name), None)
        if position is None:
            raise KeyError(name)
        own = self.documents[position]
        return position, self._analysis.terms(f"{_own_name(name, self.rules)} {own.description}")

    def okapi(self, query: str, limit: int) -> Ranking:
        """Return what rank_bm25's Okapi would make of the same words: a what-if, not a host."""
        corpus = Corpus(
            names=tuple(self._names),
            documents=[
                self._analysis.terms(document_text(one, self.rules)) for one in self.documents
            ],
        )
        return okapi_ranking(corpus, query, ascii_runs(query), self._analysis.terms(query), limit)

    @property
    def _names(self) -> Iterable[str]:
        return (document.name for document in self.documents)

    def _unanswered(self, query: str, limit: int, terms: tuple[QueryTerm, ...]) -> Ranking:
        return Ranking(
            query=query,
            limit=limit,
            path="none",
            hits=(),
            found=0,
            terms=terms,
            documents=len(self.documents),
            average_length=self._bm25.postings.mean_length,
        )

    def _exact(self, query: str) -> Sequence[int]:
        if self._positions is None:
            self._positions = self._by_name()
        return self._positions.get(query.strip().lower(), ())

    def _by_name(self) -> dict[str, list[int]]:
        positions: dict[str, list[int]] = {}
        for at, name in enumerate(self._names):
            positions.setdefault(name.lower(), []).append(at)
        return positions

    def _fallback(self, unanswered: Ranking, behind: int) -> Ranking:
        """Look for the whole query inside names, where the release still does."""
        if self.rules.gate:
            return unanswered
        matches = names_containing(self._names, unanswered.query.strip())
        limit = unanswered.limit
        best = self._hits([(at, 0.0) for at in matches[: limit + behind]], [])
        path: Path = "substring" if matches else "none"
        return replace(
            unanswered, path=path, hits=best[:limit], cut=best[limit:], found=len(matches)
        )

    def _hits(self, ordered: Iterable[Scored], terms: list[str]) -> tuple[Hit, ...]:
        return tuple(
            Hit(self.documents[at].name, at, score, self._bm25.explain(at, terms) if terms else ())
            for at, score in ordered
        )


def _admission(terms: tuple[QueryTerm, ...]) -> Admission:
    """Hits contain the first term of the highest idf, known or not, and half of the known ones."""
    gate = max(terms, key=lambda term: term.idf).term
    known = len({term.term for term in terms if term.document_frequency})
    return Admission(gate, (known + 1) // 2 if known >= _FLOOR_FROM else None)
