"""Arion's BM25 through the host, against the recorded answers of its own source."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.hosts.arion.inputs import HOST, asked, names, scenario, small
from tests.search.small_catalog import answers

CASES: list[dict[str, Any]] = answers("arion_bm25")["cases"]
SMALL = small()
MOST = 12
"""Where the file cuts its answers; no limit of the host."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["query"]))
def test_order_and_scores(case: dict[str, Any]) -> None:
    answer = asked(SMALL, case["query"], max_allowable_results=MOST)
    (ranking,) = answer.rankings
    assert [hit.name for hit in ranking.hits] == [name for name, _ in case["ranked"]]
    scores = [score for _, score in case["ranked"]]
    assert [hit.score for hit in ranking.hits] == pytest.approx(scores, abs=2e-6)
    assert ranking.documents == 30


def test_without_a_match_the_first_names_fill_the_answer() -> None:
    answer = asked(SMALL, "zzzz nothing")
    assert names(answer) == [
        "calendar.create_event",
        "calendar.deleteEvent",
        "calendar.find-free-slot",
        "calendar.list_events",
        "calendar.rooms.book",
    ]
    assert answer.rankings[0].path == "all-zero"


def test_what_a_search_finds_does_not_depend_on_the_order_of_the_catalog() -> None:
    turned = tuple(replace(source, tools=source.tools[::-1]) for source in reversed(SMALL.sources))
    other = replace(SMALL, sources=turned)
    for case in CASES:
        assert names(asked(SMALL, case["query"])) == names(asked(other, case["query"]))


def test_finds_agrees_with_the_search() -> None:
    wanted = [(case["query"], name) for case in CASES for name, _ in case["ranked"]]
    found = HOST.finds(SMALL, scenario(), wanted)
    top = {case["query"]: names(asked(SMALL, case["query"])) for case in CASES}
    assert list(found) == [name in top[query] for query, name in wanted]
