"""What to know about a ranking, in plain words: which path ran, what no tool has, ties, cuts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolsearch_cli.search.requests import IN_DESCRIPTION, IN_NAME
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from toolsearch_cli.analysis.searching import SearchCall
    from toolsearch_cli.search.ranking import Hit, Path, Ranking, Refusal, TieOrder

_PATHS: dict[Path, str] = {
    "bm25": "BM25, by shared words",
    "exact": "exact name first, then BM25",
    "substring": "substring fallback on names",
    "gate": "BM25, gated by the rarest word",
    "okapi": "rank_bm25's BM25Okapi",
    "fts5": "SQLite FTS5, by shared words and phrases",
    "keyword": "a point for each query word found",
    "points": f"{IN_NAME:.0f} points for a word of it in a name, {IN_DESCRIPTION:.0f} for one in a "
    "description",
    "regex": "regular expression",
    "select": "the names it asks for",
    "vectors": "cosine of embeddings",
    "decision": "probabilities of a decision model",
    "share": "BM25 as a share of the best score",
    "filled": "BM25, then tools without a word of it up to the limit",
    "all-zero": "no tool contains a word of it, so the first ones by name fill the limit",
    "no-token": "it has no word to look up",
    "none": "no tool contains a word of it",
}

_WORDLESS: frozenset[Path] = frozenset({"vectors", "decision", "regex", "select"})
"""Paths on which no word of the query is looked up."""

_ORDERS: dict[TieOrder, str] = {
    "name": "name order",
    "position": "catalog order",
    "random": "random order",
}

_REFUSALS: dict[Refusal, str] = {
    "invalid_pattern": "The host does not take this pattern, so nothing is searched.",
    "pattern_too_long": "The pattern is longer than the host takes, so nothing is searched.",
    "execution_time_exceeded": "The host's time for a search is over before it is at its end; "
    "what it found until then is returned.",
}


def path_in_words(ranking: Ranking) -> str:
    """Return which path gave the hits, as the end of a sentence."""
    if ranking.path == "none" and ranking.found:
        return "the limit leaves none"
    if ranking.path == "none" and not ranking.terms:
        return "nothing matches"
    ordered = f", in {_ORDERS[ranking.tie_order]}" if ranking.path == "regex" else ""
    return _PATHS[ranking.path].replace("tool", ranking.ranks) + ordered


def matched_words(ranking: Ranking, hit: Hit) -> str:
    """Return the query's words that a hit contains, as typed."""
    held = {one.term for one in hit.terms}
    return ", ".join(dict.fromkeys(one.word for one in ranking.terms if one.term in held))


def notes_on(call: SearchCall, ranking: Ranking) -> tuple[str, ...]:
    """Return every note that applies; a `!` marks what keeps a search from finding its tool."""
    return (
        *_refusal(ranking),
        *_dead_words(ranking),
        *_unread_text(ranking),
        *_admission(ranking),
        *_worthless_words(ranking),
        *_ties(ranking),
        *_cut(ranking),
        *_setting(call, ranking),
        *_remarks(call, ranking),
    )


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in dict.fromkeys(words))


def _refusal(ranking: Ranking) -> Iterator[str]:
    if ranking.refusal is not None:
        yield f"! {_REFUSALS[ranking.refusal]} ({ranking.refusal})"


def _dead_words(ranking: Ranking) -> Iterator[str]:
    dead = [one.word for one in ranking.terms if not one.document_frequency]
    if dead:
        yield f"! No {ranking.ranks} contains {_quoted(dead)}."
    if ranking.path == "substring":
        yield (
            f"· No word of the query is in any tool, so the host looks for “{ranking.query}” in "
            "their names, in name order."
        )


def _unread_text(ranking: Ranking) -> Iterator[str]:
    """Text between the words that were read: letters of other scripts, for most hosts."""
    if ranking.path in _WORDLESS:
        return
    unread = _between_words(ranking) if ranking.unread is None else ranking.unread
    if unread:
        # A word too common or too short to look up does no harm beside others.
        mark = "!" if ranking.unread is None or not ranking.terms else "·"
        yield f"{mark} {_quoted(unread)} cannot be looked up: the index keeps {ranking.reads}."
    elif ranking.path == "no-token":
        yield "! The query holds punctuation only: the index keeps letters and digits."


def _between_words(ranking: Ranking) -> Sequence[str]:
    rest = ranking.query
    unread: list[str] = []
    for one in ranking.terms:
        before, _, rest = rest.partition(one.word)
        unread += re.findall(r"\w+", before.replace("_", " "))
    return unread + re.findall(r"\w+", rest.replace("_", " "))


def _admission(ranking: Ranking) -> Iterator[str]:
    if ranking.gate is None:
        return
    gate = next(one for one in ranking.terms if one.term == ranking.gate)
    rule = f"Every hit must contain “{gate.word}”, the rarest word"
    if ranking.floor is not None:
        known = len({one.term for one in ranking.terms if one.document_frequency})
        rule += f", and {ranking.floor} of the {known} words that tools contain"
    if not gate.document_frequency:
        others = counted(ranking.rejected, "tool has", "tools have")
        yield f"! {rule}. No tool does; {others} only other words. Leave “{gate.word}” out."
    elif ranking.rejected:
        refused = counted(
            ranking.rejected, "tool that shares a word does", "tools that share a word do"
        )
        yield f"· {rule}: {refused} not."
    else:
        yield f"· {rule}."


def _worthless_words(ranking: Ranking) -> Iterator[str]:
    """Return the words whose idf is 0 or less: a host's formula never gives one."""
    words = [one.word for one in ranking.terms if one.document_frequency and one.idf <= 0]
    if words:
        yield (
            f"! {_quoted(words)} {'adds' if len(words) == 1 else 'add'} nothing to a score here: "
            "half of the tools or more contain it, and this idf is then 0 or less. A filter on "
            "positive scores would drop such hits."
        )


def _ties(ranking: Ranking) -> Iterator[str]:
    groups = ranking.ties
    if not groups:
        return
    order = _ORDERS[ranking.tie_order]
    decides = (
        f"the host returns them in {order}" if ranking.tie_order == "random" else f"{order} decides"
    )
    last = len(ranking.hits)
    spans = [f"{ranks[0]} to {min(ranks[-1], last)}" for ranks in groups if ranks[0] < last]
    if spans:
        yield f"· Equal scores (=) at ranks {', '.join(spans)}: {decides}."
    if groups[-1][-1] > last:
        yield f"! Rank {last} ties with a {ranking.ranks} that the limit cuts: {decides}."


def _cut(ranking: Ranking) -> Iterator[str]:
    more = ranking.found - len(ranking.hits)
    if not more:
        return
    following = ", ".join(f"{hit.name}{_scored(ranking, hit)}" for hit in ranking.cut)
    yield f"· The limit of {ranking.limit} cuts {counted(more, 'hit')}; next: {following}."


def _scored(ranking: Ranking, hit: Hit) -> str:
    if not ranking.scored:
        return ""
    return " (exact)" if hit.exact else f" ({hit.score:.3f})"


def _setting(call: SearchCall, ranking: Ranking) -> Iterator[str]:
    """What the scenario makes of it: nothing to search, no bridge, sources left out."""
    if not ranking.documents:
        yield (
            f"! There is nothing to search: the session holds no {ranking.ranks} that this search "
            "ranks."
        )
    elif not call.answer.offered:
        yield (
            "! The bridge is not in use in this scenario: the model has every schema and no "
            "search tool. This is what it would find."
        )
    if call.left_out:
        verb = "source is" if call.left_out == 1 else "sources are"
        yield f"· {call.left_out:,} {verb} outside the scope and not searched."


def _remarks(call: SearchCall, ranking: Ranking) -> Iterator[str]:
    """What the host says of the whole answer, once: under the last ranking of a call."""
    if ranking is call.answer.rankings[-1]:
        yield from (f"· {remark}" for remark in call.answer.remarks)
