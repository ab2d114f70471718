"""`tool_search` of Hermes: what each release finds, and why."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli.search.bm25 import Bm25, Parameters, best
from toolsearch_cli.search.postings import Analysis, Postings
from toolsearch_cli.search.ranking import Hit, Path, QueryTerm, Ranking
from toolsearch_cli.search.substring import names_containing
from toolsearch_cli.search.words import ascii_words, english_stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.hermes.releases import SearchRules

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
        label=definition.label,
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


@dataclass(frozen=True, slots=True)
class _Admission:
    """hermes@0.22: hits contain the rarest query term and half of the answerable ones."""

    gate: str
    floor: int | None


class HermesIndex:
    """The deferred tools of one session, searchable as one release searches them."""

    def __init__(self, documents: Iterable[SearchDocument], rules: SearchRules) -> None:
        """Index `documents`, which come in catalog order: by qualified name."""
        self.documents = tuple(documents)
        self.rules = rules
        self._analysis = Analysis(stem=english_stem if rules.stems else None)
        texts = ((document_text(document, rules),) for document in self.documents)
        self._bm25 = Bm25(
            Postings(texts, self._analysis), Parameters(idf_first=rules.idf_first, least_mean=1.0)
        )

    def search(self, query: str, limit: int) -> Ranking:
        """Return the host's answer to one query; `limit` is at least 1 and already clamped."""
        words = ascii_words(query)
        terms = self._analysis.terms_of(words)
        unanswered = self._unanswered(query, limit, self._bm25.query_terms(words, terms))
        if not terms:
            return replace(unanswered, path="no-token")
        scores = self._bm25.scores(terms)
        exact = self._exact(query) if self.rules.exact_name else []
        if not scores and not exact:
            return self._fallback(unanswered)
        path: Path = "bm25"
        admitted = scores
        if self.rules.gate:
            admission = _admission(unanswered.terms)
            unanswered = replace(unanswered, gate=admission.gate, floor=admission.floor)
            path, admitted = "gate", self._admitted(scores, terms, admission)
        if exact:
            path, admitted = "exact", admitted | dict.fromkeys(exact, math.inf)
        return replace(
            unanswered,
            path=path,
            hits=self._hits(best(admitted, limit), terms),
            found=len(admitted),
            rejected=len(scores.keys() - admitted.keys()),
        )

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return every tool that shares a term with the query and its BM25, best first.

        Plain BM25: before any admission rule, without exact names and without the fallback.
        """
        scores = self._bm25.scores(self._analysis.terms(query))
        return [(self.documents[at].name, score) for at, score in best(scores, len(scores))]

    def rivals(self, name: str, limit: int) -> tuple[Hit, ...]:
        """Return the tools that score best when a tool's own name and description are the query.

        Raises:
            KeyError: No document has the qualified name `name`.
        """
        position = next((at for at, one in enumerate(self._names) if one == name), None)
        if position is None:
            raise KeyError(name)
        own = self.documents[position]
        terms = self._analysis.terms(f"{_own_name(name, self.rules)} {own.description}")
        scores = self._bm25.scores(terms)
        scores.pop(position, None)
        return self._hits(best(scores, limit), terms)

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

    def _exact(self, query: str) -> list[int]:
        wanted = query.strip().lower()
        return [at for at, name in enumerate(self._names) if name.lower() == wanted]

    def _fallback(self, unanswered: Ranking) -> Ranking:
        """Look for the whole query inside names, where the release still does."""
        if self.rules.gate:
            return unanswered
        matches = names_containing(self._names, unanswered.query.strip())
        hits = self._hits([(at, 0.0) for at in matches[: unanswered.limit]], [])
        path: Path = "substring" if matches else "none"
        return replace(unanswered, path=path, hits=hits, found=len(matches))

    def _admitted(
        self, scores: Mapping[int, float], terms: list[str], admission: _Admission
    ) -> dict[int, float]:
        admitted = set(self._bm25.documents(admission.gate))
        if admission.floor is not None:
            held = dict.fromkeys(admitted, 0)
            for term in set(terms):
                for at in admitted.intersection(self._bm25.documents(term)):
                    held[at] += 1
            admitted = {at for at, count in held.items() if count >= admission.floor}
        return {at: scores[at] for at in admitted}

    def _hits(self, ordered: list[tuple[int, float]], terms: list[str]) -> tuple[Hit, ...]:
        return tuple(
            Hit(self.documents[at].name, at, score, self._bm25.explain(at, terms))
            for at, score in ordered
        )


def _admission(terms: tuple[QueryTerm, ...]) -> _Admission:
    """Return the gate (the first term of the highest idf, known or not) and the floor."""
    gate = max(terms, key=lambda term: term.idf).term
    answerable = len({term.term for term in terms if term.document_frequency})
    return _Admission(gate, (answerable + 1) // 2 if answerable >= _FLOOR_FROM else None)
