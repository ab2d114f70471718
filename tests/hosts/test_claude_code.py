"""Claude Code: what is deferred under each mode, what is cut, what is named, how it searches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.analysis.next_change import context_breaks, next_whole_change
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.claude_code.host import ClaudeCodeHost
from toolsearch_cli.hosts.claude_code.loading import ASSUMED_CONTEXT
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure

HOST = ClaudeCodeHost()
TRACKED = catalog(*TRACKERS)
LARGE = catalog(source("s", *(tool(f"t{n}", "word " * 100, "a", "b") for n in range(50))))


def scenario(context: int | None = None, **options: str) -> Scenario:
    return Scenario(host="claude-code", context=context, options=options)


def shown(of: Catalog, context: int | None = None, **options: str) -> Disclosure:
    return HOST.disclose(of, scenario(context, **options))


def codes(found: Disclosure) -> list[str]:
    return [note.code for note in found.notes]


@pytest.mark.parametrize(
    ("options", "deferred"),
    [
        ({}, 6),
        ({"enable_tool_search": "unset"}, 6),
        ({"enable_tool_search": "true"}, 6),
        ({"enable_tool_search": "false"}, 0),
        ({"enable_tool_search": "auto"}, 0),
        ({"enable_tool_search": "auto:0"}, 6),
        ({"enable_tool_search": "auto:100"}, 0),
        ({"anthropic_base_url": "other"}, 0),
        ({"anthropic_base_url": "other", "enable_tool_search": "true"}, 6),
        ({"anthropic_base_url": "other", "enable_tool_search": "auto:0"}, 6),
        ({"disable_experimental_betas": "true", "enable_tool_search": "true"}, 0),
        ({"deny_tool_search": "true"}, 0),
    ],
)
def test_each_mode_defers_everything_or_nothing(options: dict[str, str], deferred: int) -> None:
    found = shown(TRACKED, 200_000, **options)
    assert len(found.deferred) == deferred
    assert len(found.eager) == 7 - deferred
    assert found.activated == bool(deferred)
    assert len(found.bridge) == bool(deferred)


def test_core_tools_are_never_deferred_and_never_count() -> None:
    core = source("core", *(tool(f"c{n}", "word " * 400) for n in range(100)), kind="core")
    found = shown(catalog(core, *TRACKERS[:1]), 200_000, enable_tool_search="auto")
    assert not found.activated
    assert "Here it is 1" in str(found.notes[0])  # a hundred and some, of the three tools


def test_auto_is_ten_percent_and_at_the_limit_everything_is_deferred() -> None:
    gate = HOST.gate(LARGE, scenario(200_000, enable_tool_search="auto"))
    assert gate is not None
    limit = gate.tokens * 10  # tokens >= 10 % of the context
    assert gate.context == limit
    assert shown(LARGE, limit, enable_tool_search="auto").activated
    assert not shown(LARGE, limit + 1, enable_tool_search="auto").activated
    assert not shown(LARGE, limit + 1, enable_tool_search="auto:10").activated


@given(percent=st.integers(0, 100), context=st.integers(1, 400_000))
def test_the_gate_says_where_auto_changes_and_to_what(percent: int, context: int) -> None:
    asked = scenario(context, enable_tool_search=f"auto:{percent}")
    gate = HOST.gate(LARGE, asked)
    assert gate is not None
    assert gate.form == "names"
    active = shown(LARGE, context, enable_tool_search=f"auto:{percent}").activated
    assert active == (gate.context is None or context <= gate.context)
    assert gate.threshold_pct is not None
    assert active == (percent <= gate.threshold_pct)
    assert (gate.context is None) == (percent == 0)


def test_the_next_change_is_where_everything_would_be_loaded() -> None:
    asked = scenario(10_000, enable_tool_search="auto")
    change = next_whole_change(LARGE, asked, HOST.disclose(LARGE, asked))
    (at,) = context_breaks(LARGE, asked)
    assert change is not None
    assert (change.form, change.above, change.context) == ("eager", True, at)
    beyond = replace(asked, context=at)
    back = next_whole_change(LARGE, beyond, HOST.disclose(LARGE, beyond))
    assert back is not None
    assert (back.form, back.above, back.context) == ("names", False, at)


@pytest.mark.parametrize("mode", ["unset", "true", "false"])
def test_other_modes_have_no_gate(mode: str) -> None:
    assert HOST.gate(LARGE, scenario(10_000, enable_tool_search=mode)) is None
    assert HOST.gate(catalog(), scenario(10_000, enable_tool_search="auto")) is None


def test_what_auto_counts_is_said_to_be_an_estimate() -> None:
    found = shown(LARGE, None, enable_tool_search="auto")
    assert found.fidelity == "approximate"
    assert codes(found) == ["auto", "context"]
    assert "estimate" in str(found.notes[0])
    assert f"{ASSUMED_CONTEXT:,}" in str(found.notes[1])
    assert found.threshold == 20_000
    assert shown(LARGE).fidelity == "from-source"


@pytest.mark.parametrize(
    ("given_", "used", "noted"),
    [
        ("auto", "auto:10", None),
        ("AUTO:7", "auto:7", None),
        ("auto:101", "auto:100", "auto:100"),
        ("auto:-1", "auto:0", "auto:0"),
        ("auto:99999999999999999999", "auto:100", "auto:100"),
        ("True", "true", None),
        ("off", "false", None),
        (True, "true", None),
        (False, "false", None),
    ],
)
def test_a_mode_is_read_as_people_write_it(given_: Any, used: str, noted: str | None) -> None:
    for asked in (
        Scenario(host="claude-code", config={"enable_tool_search": given_}),
        scenario(enable_tool_search=str(given_)),
    ):
        assert HOST.settings_used(asked)["enable_tool_search"] == used
        assert [note.used for note in HOST.setting_notes(asked)] == ([noted] if noted else [])


@pytest.mark.parametrize("given_", ["auto:", "auto:x", "auto:1.5", "maybe", "10"])
def test_another_mode_is_refused_with_those_there_are(given_: str) -> None:
    with pytest.raises(SettingsError, match="enable_tool_search"):
        shown(TRACKED, enable_tool_search=given_)


def test_always_load_of_a_server_a_tool_and_a_setting() -> None:
    (first, second, *rest) = TRACKED.sources
    marked = replace(first.tools[1], meta={"anthropic/alwaysLoad": True})
    unmarked = replace(first.tools[2], meta={"anthropic/alwaysLoad": "true"})
    of = Catalog(
        (
            replace(first, tools=(first.tools[0], marked, unmarked)),
            replace(second, extra={"alwaysLoad": True}),
            *rest,
        )
    )
    assert {one.name for one in shown(of).eager} == {
        *("mcp__github__list_issues", "mcp__linear__create_issue", "mcp__linear__archive"),
        "terminal",
    }
    for pattern in ("github", "github/*", "mcp__github__*", "create_issue,list_issues,search_code"):
        sent = {one.name for one in shown(TRACKED, alwaysLoad=pattern).eager}
        assert {f"mcp__github__{name}" for name in ("create_issue", "search_code")} <= sent, pattern
    assert len(shown(TRACKED, alwaysLoad="github/create_issue").eager) == 2


def test_descriptions_and_instructions_are_cut_at_2048_characters() -> None:
    of = catalog(source("s", tool("exact", "x" * 2_048), tool("long", "y" * 2_049)))
    of = Catalog((replace(of.sources[0], instructions="i" * 2_049),))
    found = shown(of)
    said = {one.name: one.description for one in found.deferred}
    assert said == {"mcp__s__exact": "x" * 2_048, "mcp__s__long": "y" * 2_048}
    assert found.listing.text.count("i" * 2_048) == 1
    assert "i" * 2_049 not in found.listing.text
    assert codes(found) == ["description-cut"] * 2
    assert "s/long" in str(found.notes[0])
    assert codes(shown(of, max_mcp_description_length="2049")) == []
    short = shown(of, max_mcp_description_length="10")
    assert {one.description for one in short.deferred} == {"x" * 10, "y" * 10}
    assert "i" * 11 not in short.listing.text


def test_the_model_reads_the_names_and_what_servers_say_of_themselves() -> None:
    (first, *rest) = TRACKED.sources
    of = Catalog((replace(first, instructions="  Ask me.\nTwice. "), *rest))
    found = shown(of)
    assert found.listing.text.split("\n") == [
        "Deferred tools, by name, and what their servers say of themselves:",
        "jot",
        "mcp__github__create_issue",
        "mcp__github__list_issues",
        "mcp__github__search_code",
        "## github",
        "Ask me.",
        "Twice.",
        "mcp__linear__archive",
        "mcp__linear__create_issue",
    ]
    assert found.readable == {one.name for one in found.deferred}
    assert found.listing.form == "names"
    assert found.payment.listing == found.listing_tokens
    assert found.payment.bridge > 50  # the listing is a text of its own, not part of ToolSearch


def test_names_are_made_of_plain_characters() -> None:
    of = catalog(
        source("my server.v2", tool("do it!"), tool("\u00e9"), tool("a-b")), source("", tool("x"))
    )
    assert [one.name for one in shown(of).definitions] == [
        "mcp____x",
        "mcp__my_server_v2___",
        "mcp__my_server_v2__a-b",
        "mcp__my_server_v2__do_it_",
    ]


def test_names_beyond_128_characters_are_refused() -> None:
    fits, over = "t" * 120, "t" * 121
    found = shown(catalog(source("s", tool(fits), tool(over))))
    assert [one.name for one in found.deferred] == [f"mcp__s__{fits}"]
    assert [(one.kind, one.raw_name) for one in found.refusals] == [("refused", over)]
    assert "129 characters" in found.refusals[0].reason


def test_a_catalog_takes_10000_tools() -> None:
    found = shown(catalog(source("s", *(tool(f"t{n:05}") for n in range(10_001)))))
    assert len(found.deferred) == 10_000
    assert [(one.kind, one.raw_name) for one in found.refusals] == [("over-cap", "t10000")]


def hits(query: str, of: Catalog = TRACKED, limit: object = None, **options: str) -> list[str]:
    answer = HOST.search(of, Scenario(host="claude-code", options=options), [query], limit)
    return [hit.name.removeprefix("mcp__") for hit in answer.rankings[0].hits]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("select:jot,mcp__linear__archive", ["jot", "linear__archive"]),
        ("select:nothing", []),
        ("select:terminal", []),  # not deferred, so there is nothing to load
        ("+linear issue", ["linear__create_issue", "linear__archive"]),
        ("archive", ["linear__archive"]),
        ("zzz", []),
        ("", []),
    ],
)
def test_the_forms_of_a_query(query: str, found: list[str]) -> None:
    assert hits(query) == found


def test_five_results_unless_the_model_asks_for_more() -> None:
    assert len(hits("word", LARGE)) == 5
    assert len(hits("word", LARGE, 7)) == 7
    assert len(hits("word", LARGE, 0)) == len(hits("word", LARGE, True)) == 5
    assert len(hits("word", LARGE, max_results="3")) == 3


def test_an_answer_is_approximate_and_made_of_references() -> None:
    answer = HOST.search(TRACKED, scenario(), ["select:jot"])
    assert answer.fidelity == "approximate"
    assert answer.offered
    assert answer.result == [{"type": "tool_reference", "tool_name": "jot"}]
    assert not HOST.search(TRACKED, scenario(enable_tool_search="false"), ["x"]).offered


def test_the_order_of_the_catalog_does_not_matter() -> None:
    turned = Catalog(tuple(replace(one, tools=one.tools[::-1]) for one in TRACKED.sources[::-1]))
    assert shown(turned).array == shown(TRACKED).array
    assert shown(turned).listing == shown(TRACKED).listing
    assert hits("issue", turned) == hits("issue")
