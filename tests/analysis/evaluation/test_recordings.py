"""Recordings as labelled queries: which tool was called for which search."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolsearch_cli.analysis.evaluation.query_sets import parse_query_file
from toolsearch_cli.analysis.evaluation.recordings import Searches, read_recording
from toolsearch_cli.errors import InputError


def searched(*queries: tuple[str, list[str]], session: str = "a") -> dict[str, Any]:
    searches = [{"query": query, "found": found} for query, found in queries]
    return line(session, searches=searches, called=None)


def called(name: str, session: str = "a") -> dict[str, Any]:
    return line(
        session, searches=[], called={"name": f"mcp__s__{name}", "source": "s", "tool": name}
    )


def line(session: str, **about: Any) -> dict[str, Any]:
    return {"toolsearch": "recording/1", "session": session, **about}


def labels(*lines: Any) -> dict[str, tuple[str, ...]]:
    return read_recording(lines, "r.jsonl").labels


def test_a_call_is_for_the_latest_query_that_found_its_tool() -> None:
    found = labels(
        searched(("first", ["mcp__s__a", "mcp__s__b"])),
        searched(("second", ["mcp__s__a"]), ("third", ["mcp__s__c"])),
        called("b"),
        called("a"),
        called("c"),
    )
    assert found == {"first": ("s/b",), "second": ("s/a",), "third": ("s/c",)}


def test_a_tool_that_no_query_found_was_missed_by_the_latest_search() -> None:
    found = labels(
        searched(("old", [])), searched(("x", []), ("y", ["mcp__s__a"])), called("a"), called("z")
    )
    assert found == {"y": ("s/a",), "x": ("s/z",)}, "y had found what it was for"


def test_sessions_are_told_apart() -> None:
    found = labels(
        searched(("mine", ["mcp__s__a"])),
        searched(("yours", ["mcp__s__a"]), session="b"),
        called("a"),
        called("z", session="b"),
        called("z", session="c"),
    )
    assert found == {"mine": ("s/a",), "yours": ("s/z",)}


def test_the_same_query_expects_all_that_was_called_for_it() -> None:
    again = searched((" same ", ["mcp__s__a", "mcp__s__b"]))
    assert labels(again, called("a"), again, called("b"), called("b")) == {"same": ("s/a", "s/b")}


@pytest.mark.parametrize(
    "lines", [[searched(("x", ["mcp__s__a"]))], [called("a")], [line("a"), called("a")]]
)
def test_a_recording_without_a_search_that_led_anywhere_is_no_query_set(lines: list[Any]) -> None:
    with pytest.raises(InputError, match="followed by a call"):
        labels(*lines)


def test_searches_are_counted_by_what_came_of_them() -> None:
    lines = (
        searched(("found", ["mcp__s__a"])),
        searched(("missed", ["mcp__s__b"]), ("missed too", [])),
        called("a"),
        called("z"),
        searched(("left", ["mcp__s__b"])),
        searched(("nothing", []), session="b"),
    )
    found = read_recording(lines, "r.jsonl").searches
    assert found == Searches(total=5, followed=3, missed=2, unfollowed=2, found_nothing=1)
    assert found.words == (
        "5 searches: 3 followed by a call (2 of a tool they had not found), 2 not (1 found nothing)"
    )


def test_the_same_words_searched_again_are_another_search() -> None:
    again = searched(("x", ["mcp__s__a"]))
    found = read_recording([again, called("a"), again], "r.jsonl").searches
    assert found.words == "2 searches: 1 followed by a call, 1 not"
    alone = read_recording([again, called("a")], "r.jsonl").searches
    assert alone.words == "1 search: 1 followed by a call, 0 not"


def test_a_recording_in_which_nothing_was_called_says_how_much_was_searched() -> None:
    with pytest.raises(InputError) as caught:
        labels(searched(("x", []), ("y", ["mcp__s__a"])))
    assert "2 searches: 0 followed by a call, 2 not (1 found nothing)" in caught.value.reason


def test_lines_of_something_else_are_refused() -> None:
    for other in ({"query": "x", "expected": "y"}, 5, None):
        with pytest.raises(InputError, match="entry 2"):
            labels(searched(("x", [])), other)


def test_odd_parts_of_a_line_are_passed_over() -> None:
    odd = line(
        "a", searches=[5, {"query": 7}, {"query": " "}, {"query": "q", "found": 5}], called=5
    )
    assert labels(odd, line("a", searches=None, called={"name": ["x"]}), called("a")) == {
        "q": ("s/a",)
    }


def test_a_recording_is_read_as_a_query_set() -> None:
    text = "\n".join(map(json.dumps, (searched(("find it", ["mcp__s__a"])), called("a"))))
    asked = parse_query_file(text, "r.jsonl")
    (query,) = asked.queries
    assert asked.recorded == Searches(1, 1, 0, 0, 0)
    assert (query.text, query.kind, [one.label for one in query.expected]) == (
        "find it",
        "recorded",
        ["s/a"],
    )
