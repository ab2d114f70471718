"""The three searches of a gateway: which tools they rank, how many they give, in which form."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalogs import TRACKERS, catalog
from tests.hosts.arion.inputs import FORECAST, HOST, asked, beside, entry, gateway, names, scenario
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.hosts.scenario import Scope

MANY = gateway(*(entry(f"n.t{number}") for number in range(30)))
MIXED = gateway(
    entry("a.read", description="read a file", inputSchema={"type": "object"}),
    entry("a.write", "EAGER", description="write a file"),
    entry("b.read", description="read a row"),
)


@pytest.mark.parametrize(
    ("block", "limit", "given"),
    [
        (None, None, 5),
        (None, 3, 3),
        (None, 9, 5),
        ({"max_allowable_results": 8}, None, 8),
        ({"max_allowable_results": 8}, 3, 3),
        ({"max_allowable_results": 8}, 99, 8),
        ({"max_allowable_results": 1}, 3, 1),
        ({"embeddings": {"cluster": "c", "model_id": "m", "dimensions": 3}}, None, 5),
        (None, 0, 1),
        (None, -4, 1),
        (None, "4", 5),
        (None, True, 5),
    ],
)
def test_the_limit_defaults_to_the_most_and_is_clamped_to_it(
    block: dict[str, Any] | None, limit: object, given: int
) -> None:
    more = {} if block is None else {"search": block}
    tools = gateway(*(entry(f"n.t{number}") for number in range(30)), **more)
    assert len(names(asked(tools, "t", limit))) == given


def test_a_setting_wins_over_the_catalog_s_search_block() -> None:
    tools = gateway(entry("a.one"), entry("a.two"), search={"max_allowable_results": 1})
    assert len(names(asked(tools, "one", max_allowable_results=2))) == 2


@pytest.mark.parametrize("limit", [0, -1])
def test_what_is_not_known_of_a_limit_is_said(limit: int) -> None:
    assert any("not documented" in one for one in asked(MANY, "t", limit).remarks)
    assert asked(MANY, "t", 1).remarks == ()


def test_a_most_below_1_is_taken_as_1_and_said() -> None:
    tools = gateway(entry("a.one"), entry("a.two"), search={"max_allowable_results": 0})
    assert len(names(asked(tools, "one"))) == 1
    (note,) = HOST.disclose(tools, scenario()).notes
    assert note.code == "limit"


def test_the_result_is_an_array_of_full_definitions() -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    tools = gateway({**FORECAST, "input_schema": schema, "output_schema": {"type": "object"}})
    assert asked(tools, "forecast for a city").result == [
        {
            "name": "weather.get_forecast",
            "description": FORECAST["description"],
            "inputSchema": schema,
            "outputSchema": {"type": "object"},
        }
    ]


def test_a_tool_without_an_output_schema_has_none_in_the_result() -> None:
    assert asked(gateway(FORECAST), "forecast").result == [
        {
            "name": "weather.get_forecast",
            "description": FORECAST["description"],
            "inputSchema": {},
        }
    ]


def test_tool_search_ranks_progressive_tools_only() -> None:
    assert names(asked(MIXED, "read write file")) == ["a.read", "b.read"]
    assert asked(MIXED, "read").rankings[0].documents == 2


def test_search_over_http_ranks_eager_tools_too() -> None:
    answer = asked(MIXED, "write file", 2, search_over="http")
    assert names(answer) == ["a.write", "a.read"]
    assert isinstance(answer.result, dict)
    assert list(answer.result) == ["tools"]
    assert answer.offered


def test_search_over_http_needs_no_progressive_tool() -> None:
    tools = gateway(entry("a.one", "EAGER"))
    assert asked(tools, "one", search_over="http").offered
    assert not asked(tools, "one").offered


def test_a_namespace_is_searched_alone_and_counted_alone() -> None:
    answer = asked(MIXED, "read", namespace="b")
    assert names(answer) == ["b.read"]
    assert answer.rankings[0].documents == 1
    assert answer.rankings[0].terms[0].document_frequency == 1


@pytest.mark.parametrize(
    ("tools", "namespace", "said"),
    [
        (MIXED, "c", "No permitted tool has the namespace c"),
        (gateway(entry("a.one", "EAGER")), "a", "Every tool of the namespace a is eager"),
        (gateway(entry("a.one", "EAGER")), "", "Every permitted tool is eager"),
        (Catalog(), "", "No tool is permitted"),
        (Catalog(), "x", "there is none"),
    ],
)
def test_why_there_is_nothing_to_rank_is_said(tools: Catalog, namespace: str, said: str) -> None:
    answer = asked(tools, "one", namespace=namespace)
    assert answer.result == []
    (remark,) = answer.remarks
    assert said in remark


def test_the_call_of_the_document() -> None:
    pulls = {"name": "create_pull_request", "description": "Open a pull request"}
    others = [{"name": f"other_{number}", "description": "a request"} for number in range(5)]
    server = {"namespace": "github", "transport": "StreamableHttp", "url": "http://x"}
    tools = beside({"dynamic_mcp_servers": [server]}, {"name": "github", "tools": [*others, pulls]})
    answer = asked(tools, "open a pull request", 3, namespace="github")
    assert len(names(answer)) == 3
    assert names(answer)[0] == "github.create_pull_request"


@pytest.mark.parametrize("over", ["tool_search", "http"])
def test_what_is_not_permitted_does_not_exist(over: str) -> None:
    scope = Scope(without=("a",))
    answer = HOST.search(MIXED, scenario(scope=scope, search_over=over), ["read write file"])
    assert [hit.name for hit in answer.rankings[0].hits] == ["b.read"]
    assert answer.rankings[0].documents == 1


def test_core_tools_are_never_searched() -> None:
    for over in ("tool_search", "http"):
        assert "terminal" not in names(asked(catalog(*TRACKERS), "run a command", search_over=over))


def test_code_mode_gives_compact_entries_over_every_tool() -> None:
    tools = gateway(
        entry("a.read", description="read a file"),
        entry("a.write", "EAGER", description="write a file"),
        code_mode={},
        search={"max_allowable_results": 1},
    )
    answer = asked(tools, "write", 7)
    assert answer.result == [{"name": "a.write", "description": "write a file"}]
    assert answer.offered
    assert "not documented" in answer.remarks[0]
    shown = HOST.disclose(tools, scenario())
    assert shown.array == ()
    assert shown.fidelity == "approximate"
    assert [note.code for note in shown.notes] == ["code-mode"]


def test_code_mode_can_be_set_and_unset() -> None:
    served = gateway(entry("a.one"), code_mode={})
    assert [one["name"] for one in HOST.disclose(MIXED, scenario(code_mode=True)).array] == []
    off = HOST.disclose(served, scenario(code_mode=False))
    assert [one["name"] for one in off.array] == ["tool_search"]


def test_code_mode_serves_no_search_over_http() -> None:
    answer = asked(MIXED, "read", code_mode=True, search_over="http")
    assert "no /mcp/search" in answer.remarks[0]


def test_gateways_that_differ_are_searched_as_the_first_says() -> None:
    one, two = (
        gateway(entry("a.one"), search={"max_allowable_results": 1}),
        gateway(entry("b.two"), search={"max_allowable_results": 2}),
    )
    both = Catalog((*one.sources, *two.sources), gateways=(*one.gateways, *two.gateways))
    assert len(names(asked(both, "one"))) == 1
    assert [note.code for note in HOST.disclose(both, scenario()).notes] == ["gateways"]
