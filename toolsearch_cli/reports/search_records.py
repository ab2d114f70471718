"""JSON records of `query` and `describe`. Text from a catalog is untouched here.

`query/1` and `describe/1` have one shape for one answer and for several: the list (`calls`,
`tools`) holds every answer; where there is exactly one, its fields also stand at the top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.analysis.searching import union
from toolsearch_cli.reports.records import collision_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.protocol import Description
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.reports.records import Record
    from toolsearch_cli.search.ranking import Hit, Ranking

_ALONE = ("fidelity", "remarks", "result", "explain")
"""What of a call stands at the top where it is the only one."""


def query_record(calls: Sequence[SearchCall]) -> Record:
    """Return `query/1`.

    `{"host", "context", "ranker", "limit", "calls": [CALL, ...]}`, and for one call also its
    `fidelity`, `remarks`, `result` and `explain` at the top. CALL is `{"queries", "offered",
    "left_out", "fidelity", "remarks", "result", "explain"}`: `fidelity` says how far the ranking
    can be trusted, `remarks` how it came about, `result` is the host's own JSON, untouched (null
    under another ranker), and `explain` holds one entry for each query that the host answered, in
    order. Where a host offers together what several calls find, `union` lists it:
    `{"name", "source", "queries"}`, each tool once.
    """
    first = calls[0]
    entries = [_call_record(call) for call in calls]
    alone = {key: entries[0][key] for key in _ALONE} if len(calls) == 1 else {}
    return {
        "host": first.scenario.host,
        "context": first.scenario.context,
        "ranker": first.ranker,
        "limit": first.limit,
        **alone,
        "calls": entries,
        **_union_record(calls),
    }


def _union_record(calls: Sequence[SearchCall]) -> Record:
    offered = union(calls)
    if not offered:
        return {}
    return {"union": [{**one._asdict(), "queries": list(one.queries)} for one in offered]}


def _call_record(call: SearchCall) -> Record:
    answer = call.answer
    return {
        "queries": list(call.queries),
        "offered": answer.offered,
        "left_out": call.left_out,
        "fidelity": answer.fidelity,
        "remarks": list(answer.remarks),
        "result": answer.result,
        "explain": [_ranking_record(one, answer.sources) for one in answer.rankings],
    }


def _ranking_record(ranking: Ranking, sources: Mapping[str, str]) -> Record:
    ties = ranking.tied_ranks
    hits = []
    for rank, hit in enumerate(ranking.hits, start=1):
        terms = [
            {
                "term": one.term,
                "tf": one.count,
                "df": one.document_frequency,
                "idf": one.idf,
                "contribution": one.contribution,
            }
            for one in hit.terms
        ]
        entry = {"rank": rank, **_hit_record(hit, sources), "tied": rank in ties, "terms": terms}
        hits.append(entry)
    return {
        "query": ranking.query,
        "limit": ranking.limit,
        "path": ranking.path,
        "refusal": ranking.refusal,
        "ranks": ranking.ranks,
        "found": ranking.found,
        "documents": ranking.documents,
        "average_length": ranking.average_length,
        "gate": ranking.gate,
        "floor": ranking.floor,
        "rejected": ranking.rejected,
        "words": [
            {"word": one.word, "term": one.term, "df": one.document_frequency, "idf": one.idf}
            for one in ranking.terms
        ],
        "hits": hits,
        "cut": [_hit_record(hit, sources) for hit in ranking.cut],
    }


def _hit_record(hit: Hit, sources: Mapping[str, str]) -> Record:
    """Return a hit; JSON has no infinity, so an exact name has no score."""
    return {
        "name": hit.name,
        "source": sources.get(hit.name),
        "score": None if hit.exact else hit.score,
        "exact": hit.exact,
    }


def describe_record(
    catalog: Catalog,
    scenario: Scenario,
    answers: Sequence[Description],
    exact: Sequence[int | None] = (),
) -> Record:
    """Return `describe/1`.

    `{"host", "context", "tools": [TOOL, ...]}`, and for one tool also its fields at the top. TOOL
    is `{"result", "name", "standing", "offered", "tool", "definition", "tokens", "exact", "own",
    "rivals", "collisions"}`: `result` is the host's own JSON for the qualified name, errors
    included; `definition` what is sent where the host sends the tool eagerly; `tool` says where it
    came from, and what of it its file does not tell. All but the first five are null or empty for
    a name that is none of the catalog's.

    Args:
        catalog: Where the tools are from.
        scenario: What was asked.
        answers: At least one.
        exact: o200k_base tokens of each definition, where they were counted.
    """
    entries = [_described(catalog, one) for one in answers]
    sizes = exact or [None] * len(entries)
    for entry, tokens in zip(entries, sizes, strict=True):
        entry["exact"] = None if tokens is None else {"encoding": "o200k_base", "tokens": tokens}
    alone = entries[0] if len(entries) == 1 else {}
    return {"host": scenario.host, "context": scenario.context, **alone, "tools": entries}


def _described(catalog: Catalog, one: Description) -> Record:
    definition = one.definition
    origin: Record | None = None
    if definition is not None:
        source, tool = catalog.sources[definition.source], definition.tool
        origin = {
            "source": source.name,
            "kind": source.kind,
            "name": tool.name,
            "file": tool.provenance.file,
            "pointer": tool.provenance.pointer,
            "unknown": list(tool.unknown),
        }
    return {
        "result": one.result,
        "name": one.name,
        "standing": one.standing,
        "offered": one.offered,
        "tool": origin,
        "definition": None if definition is None else definition.sent,
        "tokens": None if definition is None else definition.tokens,
        "exact": None,
        "own": None if one.own is None else _hit_record(one.own, one.sources),
        "rivals": [_hit_record(hit, one.sources) for hit in one.rivals],
        "collisions": [collision_record(catalog, other) for other in one.collisions],
    }
