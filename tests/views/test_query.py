"""`query` as pages: what is said about hits, words, ties, cuts and empty answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.views.query import EXACT, query_page, query_rows
from toolsearch_cli.workbench import search

if TYPE_CHECKING:
    from toolsearch_cli.analysis.searching import Ranker, SearchCall
    from toolsearch_cli.views.grid import Cell, Page

CATALOG = catalog(*TRACKERS)
TIES = catalog(*(source(f"s{n}", tool("same", "the very same words")) for n in range(6)))
LATEST = Scenario(host="hermes@0.22")


def asked(*queries: str, **options: object) -> tuple[SearchCall, ...]:
    of = options.pop("of", CATALOG)
    scenario = options.pop("scenario", Scenario())
    ranker: Ranker = "okapi" if options.pop("okapi", False) else "host"
    limit = options.pop("limit", None)
    assert isinstance(scenario, Scenario)
    assert not options
    assert isinstance(of, type(CATALOG))
    return search(of, scenario, queries, limit, ranker)


def column(page: Page, key: str) -> list[Cell]:
    assert page.grid is not None
    return [row.cells[page.grid.index(key)] for row in page.grid.rows]


def notes(page: Page) -> str:
    return "\n".join(page.notes)


def test_hits_come_with_source_score_and_the_words_they_contain() -> None:
    page = query_page(asked("create issue"))
    assert column(page, "tool")[:2] == ["mcp__linear__create_issue", "mcp__github__create_issue"]
    assert column(page, "source")[:2] == ["linear", "github"]
    assert column(page, "matched")[:2] == ["create, issue", "create, issue"]
    scores = [score for score in column(page, "score") if isinstance(score, float)]
    assert scores == sorted(scores, reverse=True)
    assert "BM25" in page.head[1]


def test_what_no_tool_contains_is_said() -> None:
    page = query_page(asked("frobnicate issue"))
    assert "! No tool contains “frobnicate”." in page.notes
    assert column(page, "tool")


def test_an_empty_answer_says_why() -> None:
    page = query_page(asked("frobnicate"))
    assert page.head[1] == "no hit among 6 tools: no tool contains a word of it"
    assert column(page, "tool") == []


@pytest.mark.parametrize(
    ("query", "unread"), [("日本語", "日本語"), ("issue 作成", "作成"), ("créer", "é")]
)
def test_text_that_the_index_does_not_read_is_said(query: str, unread: str) -> None:
    page = query_page(asked(query))
    assert f"“{unread}” cannot be looked up" in notes(page)


def test_a_query_of_marks_only_says_so() -> None:
    page = query_page(asked("_ -"))
    assert "punctuation only" in notes(page)
    assert "no word to look up" in page.head[1]


def test_the_fallback_is_named_and_its_hits_have_no_score() -> None:
    page = query_page(asked("hub"))
    assert "substring fallback" in page.head[1]
    assert column(page, "score") == [None, None, None]
    assert "looks for “hub” in their names" in notes(page)


def test_an_exact_name_comes_first_and_says_so() -> None:
    page = query_page(asked("MCP__github__create_issue", scenario=LATEST))
    assert column(page, "tool")[0] == "mcp__github__create_issue"
    assert column(page, "score")[0] == EXACT
    assert "exact name first" in page.head[1]
    rows = query_rows(asked("mcp__github__create_issue", scenario=LATEST))
    assert column(rows, "score")[0] is None, "JSON lines and CSV have no infinity"


def test_the_gate_is_explained_with_its_word() -> None:
    page = query_page(asked("archive issue", scenario=LATEST))
    assert "gated by the rarest word" in page.head[1]
    assert "Every hit must contain “archive”" in notes(page)


def test_a_gate_that_no_tool_passes_says_which_word_to_leave_out() -> None:
    page = query_page(asked("kubernetes issue", scenario=LATEST))
    assert "no hit" in page.head[1]
    assert "Leave “kubernetes” out." in notes(page)


def test_the_floor_is_explained() -> None:
    page = query_page(asked("create new issue repository code", scenario=LATEST))
    assert "of the 5 words that tools contain" in notes(page)


def test_ties_are_marked_and_the_one_across_the_cut_is_a_warning() -> None:
    page = query_page(asked("same words", of=TIES, limit=3))
    assert column(page, "tied") == ["=", "=", "="]
    assert "Equal scores (=) at ranks 1 to 3" in notes(page)
    assert "! Rank 3 ties with a tool that the limit cuts" in notes(page)
    assert column(page, "tool") == [f"mcp__s{n}__same" for n in range(3)]


def test_a_tie_that_begins_at_the_cut_is_only_the_warning() -> None:
    page = query_page(asked("same words", of=TIES, limit=1))
    assert "Equal scores" not in notes(page)
    assert "Rank 1 ties" in notes(page)


def test_without_ties_there_is_no_column_for_them() -> None:
    page = query_page(asked("archive"))
    assert page.grid is not None
    assert "tied" not in [one.key for one in page.grid.columns]


def test_what_the_limit_cuts_is_counted_and_the_next_are_named() -> None:
    page = query_page(asked("same words", of=TIES, limit=1))
    assert page.head[1].startswith("1 of 6 hits among 6 tools (limit 1)")
    assert "cuts 5 hits; next: mcp__s1__same" in notes(page)


def test_to_explain_is_to_show_words_and_the_parts_of_each_score() -> None:
    page = query_page(asked("create the issue frobnicate", limit=1), explain=True)
    words, parts = page.following
    assert column(words, "word") == ["create", "the", "issue", "frobnicate"]
    assert column(words, "remark")[3] == "no tool contains it"
    total = sum(part for part in column(parts, "contribution") if isinstance(part, float))
    assert total == pytest.approx(column(page, "score")[0])


def test_a_repeated_word_is_said_to_count_again() -> None:
    words = query_page(asked("issue issue"), explain=True).following[0]
    assert column(words, "remark") == ["", "repeated: counts again"]


def test_stems_are_shown_beside_the_words() -> None:
    words = query_page(asked("archived", scenario=LATEST), explain=True).following[0]
    assert (column(words, "word"), column(words, "term")) == (["archived"], ["archiv"])


def test_okapi_is_marked_as_no_host_and_shows_the_zero_idf_case() -> None:
    half = catalog(source("a", tool("red box"), tool("red pen"), tool("cat"), tool("dog")))
    page = query_page(asked("red", of=half, okapi=True))
    assert page.head[1].startswith("NOT A HOST")
    assert column(page, "score") == [0.0, 0.0]
    assert "“red” adds nothing to a score" in notes(page)
    assert "idf" not in notes(query_page(asked("red", of=half)))


def test_the_scope_says_what_it_left_out() -> None:
    page = query_page(asked("issue", scenario=Scenario(scope=Scope(only=("linear",)))))
    assert set(column(page, "source")) == {"linear"}
    assert "3 sources are outside the scope" in notes(page)


def test_a_search_that_the_model_does_not_have_is_said_to_be_a_what_if() -> None:
    page = query_page(asked("issue", scenario=Scenario(config={"enabled": "off"})))
    assert "no search tool" in notes(page)
    assert column(page, "tool")


def test_nothing_to_search_is_said() -> None:
    page = query_page(asked("command", of=catalog(TRACKERS[3])))
    assert "There is nothing to search" in notes(page)


def test_several_queries_are_one_page_after_another_and_one_grid_of_rows() -> None:
    calls = asked("create issue", "archive")
    assert len(calls) == 2
    first = query_page(calls)
    assert [page.head[0].split("”")[0] for page in (first, *first.following)] == [
        "“create issue",
        "“archive",
    ]
    rows = query_rows(calls)
    assert set(column(rows, "query")) == {"create issue", "archive"}
    assert column(query_rows(calls, explain=True), "term").count("archive") == 1


def test_several_queries_are_one_call_where_the_release_takes_several() -> None:
    (call,) = asked("create issue", "archive", scenario=LATEST)
    assert len(call.answer.rankings) == 2
    assert len(query_page((call,)).following) == 1


def test_a_blank_query_has_a_page_too() -> None:
    assert "blank" in query_page(asked("  ")).head[1]


def test_an_exact_name_that_the_limit_cuts_has_no_score_either() -> None:
    twins = catalog(source("s", tool("Jot", "x"), tool("jot", "x")))
    page = query_page(search(twins, LATEST, ["mcp__s__jot"], 1))
    assert "next: mcp__s__jot (exact)" in notes(page)
    assert "inf" not in notes(page)
