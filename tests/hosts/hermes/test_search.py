"""Search of the five releases, against the answers of the releases themselves."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden_cases import golden_catalog, hermes_cases
from toolsearch_cli.catalog.model import Catalog, Provenance, Source, Tool
from toolsearch_cli.hosts.hermes.assembly import assembled
from toolsearch_cli.hosts.hermes.releases import RELEASES, Release, release_named
from toolsearch_cli.hosts.hermes.search import (
    HermesIndex,
    SearchDocument,
    document_text,
    search_document,
)
from toolsearch_cli.hosts.hermes.settings import parse
from toolsearch_cli.hosts.scenario import EVERYTHING
from toolsearch_cli.search.okapi import reference
from toolsearch_cli.search.words import ascii_words, english_stem

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
FALLBACK = [release for release in RELEASES if not release.search.gate]
LATEST = release_named("hermes@0.22")
DEV = release_named("hermes@0.21-dev")
DEFAULT = release_named("hermes")


@cache
def _index(key: str, release: str, defer: frozenset[str]) -> HermesIndex:
    catalog = golden_catalog(json.loads(key))
    deferred = assembled(catalog, release, "double", defer, EVERYTHING).deferred
    return HermesIndex(map(search_document, deferred), release_named(release).search)


def _golden(release: Release) -> Iterator[tuple[HermesIndex, dict[str, Any]]]:
    for case in hermes_cases(release.name):
        settings, _ = parse(case["settings"].get("config"), release)
        for search in case["expect"].get("searches", ()):
            yield _index(json.dumps(case["catalog"]), release.name, settings.defer), search


@ALL
def test_every_golden_query_scores_as_the_reference(release: Release) -> None:
    queries: dict[HermesIndex, set[str]] = {}
    for index, expected in _golden(release):
        queries.setdefault(index, set()).add(expected["query"])
    assert queries
    for index, asked in queries.items():
        texts = [document_text(document, release.search) for document in index.documents]
        score_all = reference([_terms(text, release) for text in texts], k1=1.5, b=0.75, idf="plus")
        names = [document.name for document in index.documents]
        for query in asked:
            scored = zip(names, score_all(_terms(query, release)), strict=True)
            expected_scores = {name: score for name, score in scored if score > 0}
            assert dict(index.scores(query)) == pytest.approx(expected_scores, abs=1e-9, rel=0)


def _terms(text: str, release: Release) -> list[str]:
    words = ascii_words(text)
    return [english_stem(word) for word in words] if release.search.stems else words


def _tool(name: str, description: str = "", label: str = "", *parameters: str) -> SearchDocument:
    return SearchDocument(name, label, description, parameters)


def _small(release: Release) -> HermesIndex:
    documents = (
        _tool("mcp__github__create_issue", "Open a new issue", "github", "title", "body"),
        _tool("mcp__github__list_issues", "List issues of a repository", "github", "state"),
        _tool("mcp__slack__send_message", "Send a message to a channel", "slack", "channel"),
        _tool("weather", "Forecast for a city", "climate", "city"),
    )
    return HermesIndex(documents, release.search)


@pytest.mark.parametrize("release", FALLBACK, ids=lambda release: release.name)
def test_without_a_known_word_names_are_searched_for_the_whole_query(release: Release) -> None:
    ranking = _small(release).search("  HUB__  ", 5)
    assert ranking.path == "substring"
    assert [(hit.name, hit.score) for hit in ranking.hits] == [
        ("mcp__github__create_issue", 0.0),
        ("mcp__github__list_issues", 0.0),
    ]
    assert ranking.found == 2


@pytest.mark.parametrize("release", FALLBACK, ids=lambda release: release.name)
def test_one_known_word_and_names_are_not_searched(release: Release) -> None:
    ranking = _small(release).search("hub message", 5)
    assert ranking.path == "bm25"
    assert [hit.name for hit in ranking.hits] == ["mcp__slack__send_message"]


def test_the_latest_release_never_searches_names() -> None:
    ranking = _small(LATEST).search("hub", 5)
    assert (ranking.path, ranking.hits, ranking.rejected) == ("none", (), 0)


@ALL
@pytest.mark.parametrize("query", ["", "   ", "_", "公众号", "…"])
def test_a_query_without_a_word_finds_nothing(release: Release, query: str) -> None:
    ranking = _small(release).search(query, 5)
    assert (ranking.path, ranking.hits, ranking.terms) == ("no-token", (), ())


@pytest.mark.parametrize("release", [DEV, LATEST], ids=lambda release: release.name)
def test_an_exact_name_comes_first(release: Release) -> None:
    """Even where nothing of it is a known word: `mcp` is not indexed in these releases."""
    ranking = _small(release).search(" MCP__GitHub__list_issues ", 5)
    assert ranking.path == "exact"
    assert ranking.hits[0].name == "mcp__github__list_issues"
    assert ranking.hits[0].score == math.inf
    assert dict(_small(release).scores("mcp__github__list_issues"))["mcp__github__list_issues"] < 99


@pytest.mark.parametrize("name", ["hermes", "hermes@0.19", "hermes@0.20"])
def test_older_releases_rank_a_full_name_by_its_words(name: str) -> None:
    ranking = _small(release_named(name)).search("mcp__github__list_issues", 5)
    assert ranking.path == "bm25"
    assert ranking.hits[0].score < math.inf


def test_a_name_that_is_no_ascii_word_is_not_found_by_it() -> None:
    index = HermesIndex([_tool("公众号", "publish", "wx")], LATEST.search)
    assert index.search("公众号", 5).path == "no-token"


def test_the_label_is_indexed_where_the_name_lacks_it() -> None:
    assert [hit.name for hit in _small(DEV).search("climate", 5).hits] == ["weather"]
    assert _small(DEFAULT).search("climate", 5).hits == ()


@pytest.mark.parametrize(
    ("label", "count"), [("slack", 1), ("Slack", 2), ("brave-search", 1), ("send-x", 1)]
)
def test_the_label_is_left_out_only_if_it_is_a_word_of_the_name(label: str, count: int) -> None:
    document = _tool("mcp__slack__send.message", "", label)
    assert ascii_words(document_text(document, DEV.search)).count("slack") == count


def test_a_stem_finds_other_forms_of_the_word() -> None:
    assert _small(DEV).search("listing", 5).hits[0].name == "mcp__github__list_issues"
    assert _small(DEFAULT).search("listing", 5).hits == ()


def test_one_unknown_word_empties_the_latest_release() -> None:
    ranking = _small(LATEST).search("create github jira issue", 5)
    assert (ranking.path, ranking.gate, ranking.hits) == ("gate", "jira", ())
    assert ranking.rejected == 2


def test_the_gate_is_the_first_of_equally_rare_words() -> None:
    index = _small(LATEST)
    assert [hit.name for hit in index.search("weather slack", 5).hits] == ["weather"]
    assert [hit.name for hit in index.search("slack weather", 5).hits] == [
        "mcp__slack__send_message"
    ]


@pytest.mark.parametrize(
    ("query", "floor", "found"),
    [("state issue", None, 1), ("state send city", None, 1), ("state send city body", 2, 0),
     ("state list send city", 2, 1), ("state list send city body", 3, 0)],
)  # fmt: skip
def test_from_four_known_words_half_of_them_are_asked_for(
    query: str, floor: int | None, found: int
) -> None:
    ranking = _small(LATEST).search(query, 5)
    assert (ranking.gate, ranking.floor, ranking.found) == ("state", floor, found)


def test_words_are_told_as_typed_and_as_indexed() -> None:
    terms = _small(DEV).search("Listing the Issues", 5).terms
    assert [(term.word, term.term, term.document_frequency) for term in terms] == [
        ("Listing", "list", 1),
        ("the", "the", 0),
        ("Issues", "issu", 2),
    ]


@ALL
def test_an_empty_catalog_answers(release: Release) -> None:
    index = HermesIndex((), release.search)
    ranking = index.search("create issue", 5)
    assert (ranking.hits, ranking.found, ranking.documents) == ((), 0, 0)
    assert index.scores("create issue") == []
    assert index.okapi("create issue", 5).hits == ()


@ALL
def test_the_strongest_rival_shares_most_words(release: Release) -> None:
    rivals = _small(release).rivals("mcp__github__create_issue", 2)
    assert rivals[0].name == "mcp__github__list_issues"
    assert "mcp__github__create_issue" not in {rival.name for rival in rivals}
    assert rivals[0].score == sum(part.contribution for part in rivals[0].terms)
    with pytest.raises(KeyError):
        _small(release).rivals("no_such_tool", 2)


@ALL
def test_okapi_is_a_what_if_over_the_same_words(release: Release) -> None:
    index = _small(release)
    ranking = index.okapi("issue", 5)
    assert ranking.path == "okapi"
    assert {hit.name for hit in ranking.hits} == {name for name, _ in index.scores("issue")}


WORDS = st.sampled_from(("list", "lists", "create", "issue", "zone", "dns", "a"))
INDEXES = st.builds(
    lambda texts, release: HermesIndex(
        (_tool(f"mcp__s__t{at:02}", text, "s") for at, text in enumerate(texts)), release.search
    ),
    st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=12),
    st.sampled_from(RELEASES),
)
QUERIES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)


@given(INDEXES, QUERIES)
def test_an_unknown_word_changes_nothing_or_empties(index: HermesIndex, query: str) -> None:
    before, after = index.search(query, 50), index.search(f"{query} unheard", 50)
    assert after.hits == (() if index.rules.gate else before.hits)


@given(INDEXES, QUERIES, st.integers(1, 12))
def test_a_limit_only_cuts(index: HermesIndex, query: str, limit: int) -> None:
    everything, some = index.search(query, 50), index.search(query, limit)
    assert some.hits == everything.hits[:limit]
    assert (some.found, some.rejected) == (everything.found, everything.rejected)
    assert some.found == len(everything.hits)


@given(INDEXES, QUERIES)
def test_the_parts_of_a_hit_add_up(index: HermesIndex, query: str) -> None:
    for hit in index.search(query, 50).hits:
        assert hit.score == sum(part.contribution for part in hit.terms)
        assert index.documents[hit.document].name == hit.name


@pytest.mark.parametrize("release", [DEV, LATEST], ids=lambda release: release.name)
def test_a_source_without_a_name_is_listed_as_other_but_not_found_by_it(release: Release) -> None:
    nameless = Source(
        name="",
        kind="plugin",
        tools=(Tool(name="aa", description="zz", provenance=Provenance("t")),),
        provenance=Provenance("t"),
    )
    catalog = Catalog((nameless,))
    deferred = assembled(
        catalog, release.name, "double", release.default_defer, EVERYTHING
    ).deferred
    assert [definition.label for definition in deferred] == ["other"]
    index = HermesIndex(map(search_document, deferred), release.search)
    assert index.search("other", 5).hits == ()
    assert [hit.name for hit in index.search("zz", 5).hits] == ["aa"]
