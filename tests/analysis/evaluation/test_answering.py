"""What counts as found: where servers are ranked, and where equal scores could stand otherwise."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import catalog, source, tool
from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
from toolsearch_cli.analysis.evaluation.running import Options, evaluate
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.analysis.evaluation.running import Evaluation

CATALOG = catalog(
    source("git", tool("log", "Show commits of git."), tool("status", "Show changes of git.")),
    source("disk", tool("read", "Read a file.")),
)


def asked(text: str, *labels: str, max_rank: int | None = None) -> LabelledQuery:
    return LabelledQuery(
        text=text, expected=tuple(Expected(one) for one in labels), max_rank=max_rank
    )


def evaluated(host: str, query: LabelledQuery, limit: int = 10, **options: str) -> Evaluation:
    scenario = Scenario(host=host, context=200_000, options=options)
    return evaluate(host_named(host), CATALOG, scenario, [query], Options(limit=limit))


def values(one: Evaluation) -> dict[str, float]:
    return {figure.metric: figure.value for figure in one.whole.figures}


def test_where_servers_are_ranked_one_hit_finds_all_tools_of_a_server() -> None:
    found = evaluated("docker", asked("git", "git/log", "git/status"))
    assert found.ranks == "server"
    assert [answer.ranks for answer in found.answers] == [(1, 1)]
    figures = values(found)
    assert {figures[name] for name in ("recall@1", "recall@10", "mrr", "ndcg@10")} == {1.0}
    assert figures["reachable"] == 1.0
    assert found.misses == ()


def test_where_servers_are_ranked_each_server_is_one_right_answer() -> None:
    figures = values(evaluated("docker", asked("git", "git/log", "git/status", "disk/read")))
    assert figures["recall@10"] == 0.5
    assert figures["reachable"] == pytest.approx(2 / 3)


TWINS = [tool(name, "Same text.") for name in "abc"]


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("listing", ["off", "auto"])
def test_the_band_is_what_all_orders_of_twins_give(limit: int, listing: str) -> None:
    """A tool's name decides where it stands among its twins: all orders are all renamings."""
    query = asked("same text", "twins/a", "twins/b", max_rank=1)
    scenario = Scenario(
        host="hermes", context=200_000, config={"listing": listing, "enabled": "on"}
    )
    host = host_named("hermes")
    together = catalog(source("twins", *TWINS))
    (whole,) = evaluate(host, together, scenario, [query], Options(limit=limit)).answers
    reached, kept = set(), set()
    for right in permutations("abc", 2):
        renamed = asked("same text", *(f"twins/{name}" for name in right), max_rank=1)
        (one,) = evaluate(host, together, scenario, [renamed], Options(limit=limit)).answers
        reached.add(one.reachable)
        kept.add(one.keeps_max_rank)
    assert (whole.worst.reachable, whole.best.reachable) == (min(reached), max(reached))
    assert whole.keeps(whole.worst.rank) == min(one for one in kept if one is not None)
    assert whole.keeps(whole.best.rank) == max(one for one in kept if one is not None)


def test_a_figure_says_its_band() -> None:
    together = catalog(source("twins", *TWINS))
    scenario = Scenario(host="hermes", context=200_000, config={"listing": "off", "enabled": "on"})
    query = asked("same text", "twins/a", max_rank=1)
    found = evaluate(host_named("hermes"), together, scenario, [query], Options(limit=1))
    for metric in ("reachable", "max-rank", "recall@1"):
        figure = found.figure(metric)
        assert figure is not None
        assert (figure.worst, figure.best, figure.tied) == (0.0, 1.0, True)
