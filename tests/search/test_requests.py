"""The query forms of Claude Code's ToolSearch."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.search.requests import Request, RequestIndex, read_request

DOCUMENTS = (
    ("mcp__slack__send_message", "Send a message to a channel"),
    ("mcp__slack__list_channels", "List the channels of a workspace"),
    ("mcp__mail__send", "Send an email; not for Slack"),
    ("mcp__docs__read", "Read a page"),
)
INDEX = RequestIndex(DOCUMENTS)

words = st.one_of(st.sampled_from(["a", "b", "+a", "+b", "select:", "a,b", "+"]), st.text())
queries = st.lists(words, max_size=5).map(" ".join)
documents = st.lists(st.tuples(st.text("abc_", max_size=4), st.text("ab ", max_size=6)), max_size=6)


def names(query: str, limit: int = 5) -> list[str]:
    return [hit.name.removeprefix("mcp__") for hit in INDEX.search(query, limit).hits]


@pytest.mark.parametrize(
    ("query", "request_"),
    [
        ("select:A,B", Request(select=("A", "B"))),
        (" select: A , B,,A ", Request(select=("A", "B"))),
        ("select:", Request(select=())),
        ("selected things", Request(words=("selected", "things"))),
        ("+slack send", Request(required=("slack",), words=("send",))),
        ("send +slack_bot", Request(required=("slack", "bot"), words=("send",))),
        ("create_issue, now", Request(words=("create", "issue", "now"))),
        ("+", Request()),
        ("", Request()),
    ],
)
def test_a_query_is_names_or_words(query: str, request_: Request) -> None:
    assert read_request(query) == request_


def test_names_come_as_asked_whatever_the_limit() -> None:
    asked = "select:mcp__docs__read,mcp__absent__x,mcp__mail__send"
    ranking = INDEX.search(asked, 1)
    assert [hit.name for hit in ranking.hits] == ["mcp__docs__read", "mcp__mail__send"]
    assert (ranking.path, ranking.scored, ranking.found) == ("select", False, 2)
    assert [one.word for one in ranking.terms if not one.document_frequency] == ["mcp__absent__x"]


def test_names_are_exact() -> None:
    assert names("select:mcp__docs__READ") == []
    assert names("select:read") == []


def test_a_word_in_the_name_counts_more_than_one_in_the_description() -> None:
    assert names("slack") == ["slack__send_message", "slack__list_channels", "mail__send"]
    assert names("send email") == ["mail__send", "slack__send_message"]


def test_a_required_word_must_be_in_the_name_and_the_rest_ranks() -> None:
    assert names("+slack list") == ["slack__list_channels", "slack__send_message"]
    assert names("+SLACK") == ["slack__send_message", "slack__list_channels"]
    assert names("+slack +mail") == []


@pytest.mark.parametrize(
    ("query", "path"),
    [("", "no-token"), ("+", "no-token"), ("select:", "no-token"), ("zzz", "none")],
)
def test_what_is_not_found_says_why(query: str, path: str) -> None:
    assert INDEX.search(query, 5).path == path


@given(documents, queries, st.integers(1, 4))
def test_rankings_hold_together(rows: list[tuple[str, str]], query: str, limit: int) -> None:
    index = RequestIndex(rows)
    ranking = index.search(query, limit)
    assert ranking == RequestIndex(rows).search(query, limit)
    request = read_request(query)
    for hit in ranking.hits:
        assert hit.name == rows[hit.document][0]
        assert sum(part.contribution for part in hit.terms) == hit.score
        assert all(word.casefold() in hit.name for word in request.required)
    if request.select is None:
        shown = [(hit.name, hit.score) for hit in (*ranking.hits, *ranking.cut)]
        assert shown == index.scores(query)[: limit + 3]


WORDS = st.sampled_from(("get", "issue", "+git", "+issue", "select:git_log", "", "a", "git_log,x"))


@given(
    documents=st.lists(
        st.tuples(st.text("gitlo_\n \u0130", max_size=8), st.text("git log\n", max_size=12)),
        max_size=8,
        unique_by=lambda one: one[0],
    ),
    query=st.lists(WORDS | st.text("gitlo+ ", max_size=6), max_size=4).map(" ".join),
    limit=st.integers(1, 9),
)
def test_what_is_found_one_by_one_is_what_a_search_gives(
    documents: list[tuple[str, str]], query: str, limit: int
) -> None:
    index = RequestIndex(documents)
    hits = {hit.name for hit in index.search(query, limit).hits}
    assert {name for name, _ in documents if index.finds(query, name, limit)} == hits


@given(
    documents=st.lists(st.tuples(st.text(max_size=8), st.text(max_size=12)), max_size=8),
    words=st.lists(st.text("abcäß\u0130", min_size=1, max_size=2), min_size=1, max_size=3),
)
def test_points_are_those_of_the_definition(
    documents: list[tuple[str, str]], words: list[str]
) -> None:
    folded = [word.casefold() for piece in words for word in re.findall(r"[^\W_]+", piece)]
    expected = []
    for name, description in documents:
        described = set(re.findall(r"[^\W_]+", description.casefold()))
        points = (2.0 * (word in name.casefold()) + (word in described) for word in folded)
        expected.append((name, sum(points)))
    expected.sort(key=lambda one: -one[1])
    found = RequestIndex(documents).scores(" ".join(words))
    assert found == [one for one in expected if one[1]]
