"""Calls on Hermes beyond the golden cases: what each release takes, and in which order it errs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.hosts.calls import Dispatch, Outcome, Reply
from toolsearch_cli.hosts.hermes.host import HermesHost
from toolsearch_cli.hosts.hermes.releases import RELEASES, release_named
from toolsearch_cli.hosts.scenario import Scenario

CREATE = "mcp__github__create_issue"
NUMBERED = source("numbered", tool("set", "Set a number", "n"))
NUMBERED["tools"][0]["inputSchema"] = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "minimum": 1},
        "kind": {"enum": ["a", "b"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "note": {"type": ["string", "null"]},
    },
    "required": ["n"],
    "additionalProperties": False,
}
CATALOG = catalog(*TRACKERS, NUMBERED)
EVERY = [release.name for release in RELEASES]
OLD = [name for name in EVERY if name != "hermes@0.22"]


def call(host: str, name: str, arguments: Any, **config: Any) -> Outcome:
    scenario = Scenario(host=host, config=config or None)
    return HermesHost(release_named(host)).call(CATALOG, scenario, name, arguments)


def error(outcome: Outcome) -> str | None:
    return outcome.error if isinstance(outcome, Reply) else None


@pytest.mark.parametrize("host", EVERY)
def test_a_core_tool_is_called_directly(host: str) -> None:
    assert isinstance(call(host, "terminal", {"command": "ls"}), Dispatch)
    expected = "directly_listed" if host == "hermes@0.22" else "not_deferrable"
    for name in ("terminal", "web_search"):  # one in the catalog, one of the host's own
        assert error(call(host, "tool_call", {"name": name, "arguments": {}})) == expected


@pytest.mark.parametrize("host", EVERY)
def test_a_deferred_tool_is_not_called_directly_while_the_bridge_is_there(host: str) -> None:
    on = call(host, CREATE, {}, enabled="on")
    assert error(on) == "unknown_tool"
    off = call(host, CREATE, {"title": 1}, enabled="off")
    assert isinstance(off, Dispatch)
    assert off.tool == "create_issue"


@pytest.mark.parametrize("host", EVERY)
def test_a_bridge_that_is_not_offered_says_so(host: str) -> None:
    asked = {"query": "issue", "queries": ["issue"]}
    assert call(host, "tool_search", asked, enabled="on").offered
    assert not call(host, "tool_search", asked, enabled="off").offered


@pytest.mark.parametrize("host", EVERY)
def test_the_first_thing_wrong_is_said(host: str) -> None:
    """No name, then the name of a bridge, then broken JSON, then no object, then who it is."""
    cases: list[tuple[dict[str, Any], str]] = [
        ({"name": "tool_call", "arguments": "{"}, "bridge_name"),
        ({"name": "nope", "arguments": "{"}, "bad_json"),
        ({"name": "nope", "arguments": "5"}, "not_an_object"),
        ({"name": CREATE, "arguments": "null"}, "not_an_object"),
    ]
    for sent, expected in cases:
        assert error(call(host, "tool_call", sent)) == expected
    sent = {"arguments": "{"}
    assert error(call(host, "tool_call", sent)) == (
        "no_calls" if host == "hermes@0.22" else "no_name"
    )


def test_several_calls_are_read_before_they_are_refused() -> None:
    good = {"name": CREATE, "arguments": {"title": "t", "body": "b"}}
    for second, expected in (
        (good, "several_local"),
        (5, "not_an_object"),
        ({"name": "tool_search"}, "bridge_name"),
        ({"name": "x", "arguments": "{"}, "bad_json"),
        ({}, "no_name"),
    ):
        sent = {"calls": [good, second]}
        assert error(call("hermes@0.22", "tool_call", sent)) == expected
    for calls, expected in (
        ("{", "bad_json"),
        ("[]", "no_calls"),
        (5, "no_calls"),
        ("5", "no_calls"),
    ):
        assert error(call("hermes@0.22", "tool_call", {"calls": calls})) == expected
    both = {"calls": [good], "name": "nope"}
    assert isinstance(call("hermes@0.22", "tool_call", both), Dispatch)


@pytest.mark.parametrize(
    ("arguments", "place", "constraint"),
    [
        ({}, "arguments", "required"),
        ({"n": "one"}, "arguments.n", "type"),
        ({"n": 0}, "arguments.n", "minimum"),
        ({"n": 1, "kind": "c"}, "arguments.kind", "enum"),
        ({"n": 1, "tags": ["a", 5]}, "arguments.tags[1]", "type"),
        ({"n": 1, "zzz": 1}, "arguments", "additionalProperties"),
    ],
)
def test_the_newest_release_holds_arguments_to_the_schema(
    arguments: dict[str, Any], place: str, constraint: str
) -> None:
    sent = {"name": "mcp__numbered__set", "arguments": arguments}
    outcome = call("hermes@0.22", "tool_call", sent)
    assert isinstance(outcome, Reply)
    assert isinstance(outcome.result, dict)
    assert list(outcome.result) == ["error", "path", "constraint", "parameters", "hint"]
    assert (outcome.result["path"], outcome.result["constraint"]) == (place, constraint)
    assert outcome.error == ("missing_required" if constraint == "required" else "wrong_type")
    for host in OLD:
        older = call(host, "tool_call", sent)
        assert isinstance(older, Dispatch) == (bool(arguments) or host == "hermes@0.19")


def test_null_is_taken_where_the_schema_says_so() -> None:
    sent = {"name": "mcp__numbered__set", "arguments": {"n": 1, "note": None}}
    assert isinstance(call("hermes@0.22", "tool_call", sent), Dispatch)


def test_what_is_missing_is_said_of_the_names_that_the_server_gave() -> None:
    """The host's own fault: the model cannot see the name that it is told it left out."""
    odd = source("odd", tool("put", "Put"))
    odd["tools"][0]["inputSchema"] = {
        "type": "object",
        "properties": {"to whom": {"type": "string"}},
        "required": ["to whom"],
    }
    host, scenario = HermesHost(release_named("hermes@0.22")), Scenario(host="hermes@0.22")
    for key, expected in ("to_whom", "missing_required"), ("to whom", None):
        sent: dict[str, Any] = {"name": "mcp__odd__put", "arguments": {key: "a"}}
        assert error(host.call(catalog(odd), scenario, "tool_call", sent)) == expected


def test_a_plugins_schema_is_held_to_as_it_is() -> None:
    plugin = source("kanban", tool("move", "Move a card"), kind="plugin")
    plugin["tools"][0]["inputSchema"] = {"properties": {"n": {"type": ["integer", "null"]}}}
    host, scenario = HermesHost(release_named("hermes@0.22")), Scenario(host="hermes@0.22")
    refused = host.call(
        catalog(plugin), scenario, "tool_call", {"name": "move", "arguments": {"n": "x"}}
    )
    assert isinstance(refused, Reply)
    assert isinstance(refused.result, dict)
    assert refused.result["parameters"] == plugin["tools"][0]["inputSchema"]


def described(host: str, *names: str) -> dict[str, Any]:
    key = "names" if release_named(host).describe_many else "name"
    reply = call(host, "tool_describe", {key: list(names) if key == "names" else names[0]})
    assert isinstance(reply, Reply)
    assert isinstance(reply.result, dict)
    return reply.result


@pytest.mark.parametrize("host", ["hermes@0.21-dev", "hermes@0.22"])
def test_describing_and_calling_agree_on_the_hosts_own_tools(host: str) -> None:
    """`web_search` is registered whether or not the session has it; `nope` never is."""
    answer = described(host, "terminal", "web_search", "nope")
    assert list(answer["errors"]) == ["terminal", "web_search"]
    assert answer["not_found"] == ["nope"]


def test_a_name_that_defers_by_setting_is_out_of_reach_and_not_out_of_place() -> None:
    """The newest release goes by the setting, whether or not anything has the name."""
    newest = release_named("hermes@0.22")
    name = min(newest.default_defer & newest.core_names)
    assert error(call("hermes@0.22", "tool_call", {"name": name})) == "out_of_scope"
    assert described("hermes@0.22", name)["not_found"] == [name]
    none = call("hermes@0.22", "tool_call", {"name": name}, defer=[])
    assert error(none) == "directly_listed"


def test_too_many_queries_or_names_are_refused() -> None:
    for host, most in (("hermes@0.21-dev", 10), ("hermes@0.22", 7)):
        full = call(host, "tool_search", {"queries": [f"q{n}" for n in range(most)]})
        assert isinstance(full, Reply)
        assert len(full.searches) == most
        assert error(call(host, "tool_search", {"queries": ["q"] * (most + 1)})) == "too_many"
        names = [f"n{n}" for n in range(11)]
        assert error(call(host, "tool_describe", {"names": names})) == "too_many"
        assert error(call(host, "tool_describe", {"names": ["a"] * 11})) is None


def test_one_text_is_one_query_where_several_are_taken() -> None:
    for queries in ("issue", ["issue", " ", ""], ["  issue "]):
        found = call("hermes@0.22", "tool_search", {"queries": queries})
        assert isinstance(found, Reply)
        assert [one.query for one in found.searches] == ["issue"]
    none: tuple[Any, ...] = (
        {},
        {"queries": []},
        {"queries": [" "]},
        {"queries": 5},
        {"query": "x"},
    )
    for nothing in none:
        assert error(call("hermes@0.22", "tool_search", nothing)) == "no_query"


@pytest.mark.parametrize("host", ["hermes", "hermes@0.19", "hermes@0.20"])
def test_one_query_is_whatever_can_be_read_as_text(host: str) -> None:
    for query, read in (("  issue ", "issue"), (5, "5"), (True, "True")):
        found = call(host, "tool_search", {"query": query})
        assert isinstance(found, Reply)
        assert [one.query for one in found.searches] == [read]
    none: tuple[Any, ...] = ({}, {"query": None}, {"query": 0}, {"query": []}, {"queries": ["x"]})
    for nothing in none:
        assert error(call(host, "tool_search", nothing)) == "no_query"
