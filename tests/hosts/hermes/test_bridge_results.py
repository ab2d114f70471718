"""`tool_search` and `tool_describe`, against what the releases themselves returned.

The texts are ours to choose, so they are compared by their kind.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.golden_cases import golden_catalog, golden_file
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json

KINDS = {
    r"query is required": "<no_query>",
    r"name is required": "<no_name>",
    r".* is not a deferrable tool\b.*": "<not_deferrable>",
    r".* is already loaded\b.*": "<directly_listed>",
    r".* is not currently available in this session": "<out_of_scope>",
}


def _cases() -> Iterator[dict[str, Any]]:
    for line in golden_file("hermes_bridge.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["op"] in ("search", "describe"):
            yield case


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


CASES = tuple(_cases())


@pytest.mark.parametrize(
    "case",
    CASES,
    ids=lambda case: "{} {} {}".format(
        case["host"], case["op"], case.get("query", case.get("names"))
    ),
)
def test_the_bridge_answers_as_the_release_does(case: dict[str, Any]) -> None:
    host, scenario = host_named(case["host"]), _scenario(case)
    catalog = golden_catalog({"inline": "bridge"})
    if case["op"] == "search":
        result = host.search(catalog, scenario, [case["query"]], case.get("limit")).result
    else:
        result = host.describe_call(catalog, scenario, case["names"])
    found = _with_kinds(result)
    assert found == case["expect"]
    assert json.dumps(found) == json.dumps(case["expect"]), "the order of the keys differs"


def test_every_release_is_tried() -> None:
    assert {(case["host"], case["op"]) for case in CASES} == {
        (f"hermes{release}", op)
        for release in ("", "@0.19", "@0.20", "@0.21-dev", "@0.22")
        for op in ("search", "describe")
    }
