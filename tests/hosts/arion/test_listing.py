"""What `tools/list` returns: eager tools, `tool_search` and the names in its description."""

from __future__ import annotations

import json

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from tests.hosts.arion.inputs import FORECAST, HOST, beside, entry, gateway, listed, scenario, shown
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.hosts.scenario import Scope


def test_all_eager_lists_the_eager_tools() -> None:
    tools = gateway(entry("a.one", "EAGER"), entry("b.two", "EAGER"))
    assert listed(tools) == ["a.one", "b.two"]
    assert not shown(tools).activated
    assert shown(tools).standing == "tools/list: 2 eager, none progressive: no tool_search"


def test_some_progressive_lists_the_eager_tools_and_tool_search() -> None:
    tools = gateway(entry("a.one"), entry("b.two", "EAGER"))
    assert listed(tools) == ["b.two", "tool_search"]
    assert shown(tools).standing == (
        "tools/list: 1 eager and tool_search, which names all 1 progressive"
    )


def test_all_progressive_lists_only_tool_search() -> None:
    tools = gateway(entry("a.one"), entry("b.two"))
    assert listed(tools) == ["tool_search"]
    assert shown(tools).tier is None


@pytest.mark.parametrize(
    ("tools", "scope"),
    [
        (Catalog(), Scope()),
        (gateway(entry("a.one"), entry("b.two", "EAGER")), Scope(without=("a", "b"))),
    ],
)
def test_none_permitted_lists_nothing_and_offers_no_tool_search(
    tools: Catalog, scope: Scope
) -> None:
    answer = HOST.disclose(tools, scenario(scope=scope))
    assert answer.array == ()
    assert answer.standing == "tools/list is empty: no tool is permitted"
    assert not HOST.search(tools, scenario(scope=scope), ["one"]).offered


def test_tool_search_is_offered_only_with_a_permitted_progressive_tool() -> None:
    tools = gateway(entry("a.one"), entry("b.two", "EAGER"))
    answer = HOST.disclose(tools, scenario(scope=Scope(without=("a",))))
    assert [one["name"] for one in answer.array] == ["b.two"]
    assert answer.left_out == 1


def test_a_tool_of_a_gateway_is_progressive_unless_it_is_said_to_be_eager() -> None:
    assert listed(gateway(FORECAST, entry("own.tool", "EAGER"))) == ["own.tool", "tool_search"]


def test_the_first_example_of_the_document() -> None:
    tools = beside(
        {
            "tools": [{**FORECAST, "disclosure_mode": "EAGER"}],
            "dynamic_mcp_servers": [
                {
                    "namespace": "github",
                    "transport": "StreamableHttp",
                    "url": "http://127.0.0.1:5678/mcp",
                    "tool_disclosure_mode": "PROGRESSIVE",
                }
            ],
        },
        source("github", tool("create_pull_request", "Open a pull request")),
    )
    answer = shown(tools)
    assert [one["name"] for one in answer.array] == ["weather.get_forecast", "tool_search"]
    assert answer.readable == {"github.create_pull_request"}


@pytest.mark.parametrize("key", ["dynamic_mcp_servers", "open_api_tool_sources"])
def test_a_server_s_mode_is_that_of_all_its_tools(key: str) -> None:
    server = {"namespace": "github", "url": "http://x", "tool_disclosure_mode": "EAGER"}
    own = {**tool("search_code"), "disclosure_mode": "PROGRESSIVE"}
    tools = beside({key: [server]}, source("github", tool("create_issue"), own))
    assert listed(tools) == ["github.create_issue", "github.search_code", "tool_search"]


def test_tools_whose_files_say_nothing_take_the_mode_of_the_setting() -> None:
    tools = catalog(*TRACKERS[:2])
    assert listed(tools) == ["tool_search"]
    assert listed(tools, tool_disclosure_mode="EAGER") == [
        "github.create_issue",
        "github.list_issues",
        "github.search_code",
        "linear.archive",
        "linear.create_issue",
    ]
    said = gateway(entry("a.one"))
    assert listed(said, tool_disclosure_mode="EAGER") == ["tool_search"]


@pytest.mark.parametrize(
    ("patterns", "eager"),
    [
        ("github.create_issue", ["github.create_issue"]),
        ("github/*", ["github.create_issue", "github.list_issues", "github.search_code"]),
        ("archive,search_*", ["github.search_code", "linear.archive"]),
        ("*.create_issue", ["github.create_issue", "linear.create_issue"]),
        ("nothing", []),
    ],
)
def test_patterns_mark_tools_as_eager(patterns: str, eager: list[str]) -> None:
    assert listed(catalog(*TRACKERS[:2]), eager=patterns) == [*eager, "tool_search"]


def test_a_pattern_wins_over_the_file() -> None:
    assert listed(gateway(entry("a.one"), entry("a.two")), eager="a.one") == [
        "a.one",
        "tool_search",
    ]


def test_core_tools_are_sent_and_plugins_keep_their_names() -> None:
    answer = shown(catalog(*TRACKERS))
    assert [one.name for one in answer.eager] == ["terminal"]
    assert "jot" in answer.readable


def test_what_is_listed_does_not_depend_on_the_order_of_the_catalog() -> None:
    assert shown(catalog(*TRACKERS)).array == shown(catalog(*reversed(TRACKERS))).array


def test_the_description_of_tool_search_names_the_progressive_tools() -> None:
    (bridge,) = shown(gateway(entry("b.two"), entry("a.one"), entry("b.one"))).bridge
    assert "a.one\nb.one, b.two" in str(bridge["description"])
    schema = bridge["inputSchema"]
    assert isinstance(schema, dict)
    assert schema["required"] == ["query"]
    assert isinstance(schema["properties"], dict)
    assert list(schema["properties"]) == ["query", "namespace", "limit"]


def test_it_names_256_and_counts_the_others() -> None:
    tools = gateway(*(entry(f"n{number % 3}.t{number:03}") for number in range(300)))
    answer = shown(tools)
    assert len(answer.readable) == 256
    assert answer.readable == {one.name for one in answer.deferred[:256]}
    assert "44 more" in answer.listing.header
    (note,) = answer.notes
    assert note.code == "unnamed"
    assert "256 of 300" in note.cause
    assert "not documented" in note.cause


def test_256_are_all_named() -> None:
    answer = shown(gateway(*(entry(f"n.t{number:03}") for number in range(256))))
    assert len(answer.readable) == 256
    assert answer.listing.header == "Tools:"
    assert answer.notes == ()


def test_a_source_of_which_no_name_is_read_is_hidden() -> None:
    first = (entry(f"a.t{number:03}") for number in range(256))
    rows = {row.source: row for row in shown(gateway(*first, entry("z.last"))).sources}
    assert (rows["a"].form, rows["z"].form) == ("names", "hidden")
    assert rows["z"].now_tokens == 0


def test_the_parts_of_what_is_paid_are_what_is_sent() -> None:
    answer = shown(gateway(entry("a.one", "EAGER"), entry("b.two"), entry("c.three")))
    sent = json.dumps(answer.array, separators=(",", ":"), ensure_ascii=False)
    assert answer.payment.total == pytest.approx(len(sent) / 4, abs=5)
    assert answer.payment.framing == 0


def test_many_eager_tools_are_warned_of() -> None:
    few = gateway(*(entry(f"n.t{number}", "EAGER") for number in range(49)))
    many = gateway(*(entry(f"n.t{number}", "EAGER") for number in range(50)))
    assert shown(few).notes == ()
    (note,) = shown(many).notes
    assert (note.code, note.level) == ("eager", "warning")
    assert "50 eager tools" in note.cause
    assert "not paginated" in note.cause


def test_a_large_share_of_the_context_is_warned_of() -> None:
    tools = gateway(entry("n.t", "EAGER", description="word " * 400))
    assert shown(tools).notes == ()
    (note,) = shown(tools, context=4_000).notes
    assert note.code == "eager"


def test_progressive_tools_that_are_not_named_can_be_called_all_the_same() -> None:
    answer = HOST.describe(gateway(entry("a.one")), scenario(), "a.one")
    assert answer.standing == "deferred"
    assert HOST.facts.found_steps == ("tool_search", "call")
