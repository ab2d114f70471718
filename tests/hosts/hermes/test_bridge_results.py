"""The three tools of the bridge, against what the releases themselves returned.

The texts are ours to choose, so they are compared by their kind.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.golden_cases import golden_catalog, golden_file
from toolsearch_cli.hosts.calls import Bridging, Dispatch, Reply
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Outcome

KINDS = {
    r"query is required": "<no_query>",
    r"name is required": "<no_name>",
    r".* is not a deferrable tool\b.*": "<not_deferrable>",
    r".* is never deferred\b.*": "<directly_listed>",
    r".* is not currently available in this session": "<out_of_scope>",
}


def _cases() -> Iterator[dict[str, Any]]:
    for line in golden_file("hermes_bridge.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _kind(text: Json) -> str:
    return next(kind for pattern, kind in KINDS.items() if re.fullmatch(pattern, str(text)))


def _with_kinds(result: Any) -> Any:
    """Replace each text of ours by its kind, as the golden answers have it."""
    if isinstance(result, list):
        return [_with_kinds(one) for one in result]
    if not isinstance(result, dict):
        return result
    replaced = {key: _with_kinds(value) for key, value in result.items()}
    if "hint" in result:
        replaced["hint"] = "<text>"
    if "error" in result:
        replaced["error"] = _kind(result["error"])
    if "errors" in result:
        replaced["errors"] = {name: _kind(text) for name, text in result["errors"].items()}
    return replaced


def _scenario(case: dict[str, Any]) -> Scenario:
    return Scenario(host=case["host"], scope=Scope(only=tuple(case.get("only", ()))))


def _sent(case: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the tool of the bridge that a case calls, and the arguments as a model sends them."""
    takes_several = case["host"] in ("hermes@0.21-dev", "hermes@0.22")
    match case["op"]:
        case "search":
            asked = {"queries": [case["query"]]} if takes_several else {"query": case["query"]}
            return "tool_search", asked | {key: case[key] for key in ("limit",) if key in case}
        case "describe":
            several, one = {"names": case["names"]}, {"name": case["names"][0]}
            return "tool_describe", several if takes_several else one
        case _:
            return "tool_call", case["arguments"]


def _told(outcome: Outcome, expected: dict[str, Any]) -> dict[str, Any]:
    """Return what came of a `tool_call` in the words of the golden answers."""
    if isinstance(outcome, Dispatch):
        return {"outcome": "dispatch", "name": outcome.name, "arguments": outcome.arguments}
    assert isinstance(outcome.result, dict)
    told: dict[str, Any] = {"outcome": "error", "kind": outcome.error}
    if "reply_keys" in expected:
        told["reply_keys"] = sorted(outcome.result)
    return told | {key: outcome.result[key] for key in ("path", "constraint") if key in expected}


def _title(case: dict[str, Any]) -> str:
    what = case.get("query", case.get("names", case.get("arguments")))
    return f"{case['host']} {case['op']} {json.dumps(what)}"


CASES = tuple(_cases())


@pytest.mark.parametrize("case", CASES, ids=_title)
def test_the_bridge_answers_a_call_as_the_release_does(case: dict[str, Any]) -> None:
    host = host_named(case["host"])
    assert isinstance(host, Bridging)
    name, arguments = _sent(case)
    outcome = host.call(golden_catalog({"inline": "bridge"}), _scenario(case), name, arguments)
    if case["op"] == "call":
        assert _told(outcome, case["expect"]) == case["expect"]
        return
    assert isinstance(outcome, Reply)
    found = _with_kinds(outcome.result)
    assert found == case["expect"]
    assert json.dumps(found) == json.dumps(case["expect"]), "the order of the keys differs"
    assert (outcome.error is not None) == ("error" in case["expect"])


@pytest.mark.parametrize(
    "case", [one for one in CASES if one["op"] in ("search", "describe")], ids=_title
)
def test_searches_and_descriptions_asked_for_as_such_are_the_same(case: dict[str, Any]) -> None:
    host, scenario = host_named(case["host"]), _scenario(case)
    catalog = golden_catalog({"inline": "bridge"})
    if case["op"] == "search":
        result = host.search(catalog, scenario, [case["query"]], case.get("limit")).result
    else:
        result = host.describe_call(catalog, scenario, case["names"])
    assert json.dumps(_with_kinds(result)) == json.dumps(case["expect"])


def test_every_release_is_tried() -> None:
    assert {(case["host"], case["op"]) for case in CASES} == {
        (f"hermes{release}", op)
        for release in ("", "@0.19", "@0.20", "@0.21-dev", "@0.22")
        for op in ("search", "describe", "call")
    }
