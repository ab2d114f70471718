"""Calls: nothing outside the scope is found or called, by whatever spelling."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.hosts.calls import Bridging, Dispatch, Outcome, Reply
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from collections.abc import Callable

HOSTS: Final = ("hermes", "hermes@0.19", "hermes@0.20", "hermes@0.21-dev", "hermes@0.22", "arion")
HIDDEN: Final = "zebracorn"
"""A word of nothing but the source that is not granted."""

CATALOG: Final = catalog(
    *TRACKERS,
    source("secret", tool(f"{HIDDEN}_read", f"Read the {HIDDEN} file", "path")),
    source("secret", tool(f"{HIDDEN}_write", f"Write the {HIDDEN} file", "path"), kind="plugin"),
)
NARROW: Final = (Scope(only=("git*", "notes")), Scope(without=("secret",)), Scope(only=("linear",)))
OUTSIDE: Final = frozenset({4, 5})
"""Positions of the sources that no scope here grants."""

NAMES: Final = tuple(
    name
    for own in (f"{HIDDEN}_read", f"{HIDDEN}_write")
    for name in (own, f"mcp__secret__{own}", f"mcp_secret_{own}", f"secret.{own}", f"secret/{own}")
)

SPELLINGS: Final[tuple[Callable[[str], str], ...]] = (
    str,
    str.upper,
    str.title,
    lambda name: f"  {name}\n",
    lambda name: f"\u00a0{name}\u3000",
    lambda name: name.replace("_", "-"),
    lambda name: name.replace("e", "\u0435"),
    lambda name: "".join(chr(ord(one) + 0xFEE0) if one.isalpha() else one for one in name),
    lambda name: unicodedata.normalize("NFD", name.replace("e", "\u00e9")),
    lambda name: name.replace("_", "\u200b_"),
    lambda name: f"tool_call:{name}",
    lambda name: f"functions.{name}",
    lambda name: f"{name}\x00",
)


def outcome(host: str, scope: Scope, name: str, arguments: Any) -> Outcome:
    bridge = host_named(host)
    assert isinstance(bridge, Bridging)
    return bridge.call(CATALOG, Scenario(host=host, scope=scope), name, arguments)


spelled = st.builds(lambda name, spell: spell(name), *map(st.sampled_from, (NAMES, SPELLINGS)))
entries = st.builds(
    lambda name, arguments: {"name": name, "arguments": arguments},
    spelled,
    st.sampled_from([{"path": "x"}, '{"path": "x"}', {}, None]),
)
nested = st.builds(lambda inner: {"name": "tool_call", "arguments": inner}, entries)
calls = st.one_of(
    entries,
    nested,
    st.builds(lambda many: {"calls": many}, st.lists(st.one_of(entries, nested), max_size=3)),
    st.builds(lambda many: {"calls": json.dumps(many)}, st.lists(entries, min_size=1, max_size=2)),
    st.builds(lambda one: {"calls": one}, entries),
)


def told(found: Outcome) -> str:
    """Return what the model reads, without its own words, which an error may repeat."""
    assert isinstance(found, Reply), found
    result = found.result
    if isinstance(result, dict):
        own = ("error", "query", "queries", "not_found")
        result = {key: value for key, value in result.items() if key not in own}
        results = result.get("results")
        if isinstance(results, list):
            result["results"] = [one["matches"] for one in results if isinstance(one, dict)]
    return json.dumps(result)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("scope", NARROW)
@given(arguments=calls)
def test_tool_call_reaches_nothing_outside_the_scope(
    host: str, scope: Scope, arguments: dict[str, Any]
) -> None:
    found = outcome(host, scope, "tool_call", arguments)
    assert isinstance(found, Reply)
    assert HIDDEN not in told(found)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("scope", NARROW)
@given(name=spelled, arguments=st.sampled_from([{}, {"path": "x"}]))
def test_no_name_outside_the_scope_can_be_called(
    host: str, scope: Scope, name: str, arguments: dict[str, Any]
) -> None:
    assert not isinstance(outcome(host, scope, name, arguments), Dispatch)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("scope", NARROW)
@given(names=st.lists(spelled, min_size=1, max_size=4))
def test_no_search_and_no_description_shows_what_is_outside(
    host: str, scope: Scope, names: list[str]
) -> None:
    for asked in ({"query": " ".join(names)}, {"queries": names}, {"query": HIDDEN, "limit": 999}):
        assert HIDDEN not in told(outcome(host, scope, "tool_search", asked))
    if host != "arion":  # it has no such tool
        for asked in ({"name": names[0]}, {"names": names}):
            shown = told(outcome(host, scope, "tool_describe", asked))
            assert f"Read the {HIDDEN}" not in shown
            assert f"Write the {HIDDEN}" not in shown
            assert '"path"' not in shown


@pytest.mark.parametrize("host", HOSTS)
def test_the_spellings_would_reach_it_if_it_were_granted(host: str) -> None:
    """Else the tests above would show nothing."""
    name = {"arion": f"secret.{HIDDEN}_read"}.get(host, f"mcp__secret__{HIDDEN}_read")
    direct = host == "arion"
    sent = {"path": "x"} if direct else {"name": name, "arguments": {"path": "x"}}
    found = outcome(host, Scope(), name if direct else "tool_call", sent)
    assert isinstance(found, Dispatch)
    assert found.source in OUTSIDE
    words = {"query": HIDDEN, "queries": [HIDDEN]}
    assert HIDDEN in told(outcome(host, Scope(), "tool_search", words))


@pytest.mark.parametrize("host", HOSTS)
def test_a_scope_without_the_source_is_a_catalog_without_it(host: str) -> None:
    """Searches count and rank as if the source had never been there."""
    alone = host_named(host)
    assert isinstance(alone, Bridging)
    without = catalog(*TRACKERS)
    words: tuple[Any, ...] = ({"query": "issue", "queries": ["issue"]}, {"query": "zzz"})
    for asked in words:
        scoped = outcome(host, Scope(without=("secret",)), "tool_search", asked)
        there = alone.call(without, Scenario(host=host), "tool_search", asked)
        assert scoped == there
