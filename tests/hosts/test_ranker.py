"""What ranks behind a host's limit gives the host's own hits first, and then those that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogs import catalog, source, tool
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.search.ranking import Hit

WORDS = ("list", "lists", "open", "issue", "issues", "repo", "a", "the", "zz")
NAMES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map("_".join)
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
TOOLS = st.lists(st.tuples(NAMES, TEXTS), min_size=1, max_size=24, unique_by=lambda one: one[0])
SEARCHING = [name for name in HOST_NAMES if host_named(name).searches(Scenario(host=name))]
FAR = 40


def scored(hits: tuple[Hit, ...]) -> list[tuple[str, float]]:
    return [(hit.name, hit.score) for hit in hits]


@pytest.mark.parametrize("host_name", SEARCHING)
@given(tools=TOOLS, query=TEXTS | NAMES, limit=st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_the_first_hits_are_those_of_a_search(
    host_name: str, tools: list[tuple[str, str]], query: str, limit: int
) -> None:
    host, scenario = host_named(host_name), Scenario(host=host_name, context=200_000)
    given_ = catalog(source("srv", *(tool(name, text) for name, text in tools)))
    (searched,) = host.search(given_, scenario, [query], limit).rankings
    rank = host.ranker(given_, scenario)
    names = {hit.name for hit in searched.hits}
    further, far = rank(query, searched.limit + 3, names), rank(query, FAR)
    assert scored(further.hits[: searched.limit]) == scored(searched.hits)
    assert [hit.terms for hit in further.hits[: searched.limit]] == [
        hit.terms for hit in searched.hits
    ]
    assert (further.found, further.terms) == (searched.found, searched.terms)
    assert scored(far.hits[: len(further.hits)]) == scored(further.hits)
    assert len(far.hits) == min(far.found, FAR)
