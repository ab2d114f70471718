"""Input schemas become what each release of Hermes counts and shows, to the byte.

Compared as JSON text, so that the order of keys and the kind of numbers count.
"""

from __future__ import annotations

import json
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hosts.hermes.schema_examples import MCP_TOOLS, NAMES, OLD, PARAMETERS, PLUGIN_TOOLS
from toolsearch_cli.hosts.hermes.releases import release_named
from toolsearch_cli.hosts.hermes.schemas import registered, sanitised

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

GOLDEN = Path(__file__).parents[2] / "golden" / "hermes_schemas.jsonl"


def of_mcp_tool(schema: Json, release: str) -> str:
    return json.dumps(registered(schema, release_named(release).schemas))


def of_plugin_tool(schema: Json, release: str) -> str:
    return json.dumps(sanitised(schema, release_named(release).schemas))


def of_parameter(schema: Json, release: str) -> str:
    """What becomes of the schema of one parameter of an MCP tool."""
    parameters = json.loads(of_mcp_tool({"type": "object", "properties": {"p": schema}}, release))
    return json.dumps(parameters["properties"]["p"])


@pytest.mark.parametrize("release", NAMES)
def test_every_golden_schema(release: str) -> None:
    wrong = []
    for number, line in enumerate(GOLDEN.read_text(encoding="utf-8").splitlines(), 1):
        case = json.loads(line)
        expect = case["expect"][release]
        expect = case["expect"][expect] if isinstance(expect, str) else expect
        definition = {
            "type": "function",
            "function": {
                "name": expect["name"],
                "description": expect["description"],
                "parameters": registered(case["schema"], release_named(release).schemas),
            },
        }
        compact = json.dumps(definition, ensure_ascii=False, separators=(",", ":"))
        wrong += [
            (number, kind)
            for kind, same in {
                "mcp": of_mcp_tool(case["schema"], release) == json.dumps(expect["mcp"]),
                "plugin": of_plugin_tool(case["schema"], release) == json.dumps(expect["plugin"]),
                "tokens": ceil(len(compact) / 4) == expect["tokens"],
            }.items()
            if not same
        ]
    assert wrong == []


def at_root(expected: Json, release: str) -> Json:
    """What hermes@0.22 makes of the same: its root always has `required`."""
    assert isinstance(expected, dict)
    return expected if release in OLD or "required" in expected else expected | {"required": []}


@pytest.mark.parametrize("title", MCP_TOOLS)
def test_mcp_example(title: str) -> None:
    releases, schema, expected = MCP_TOOLS[title]
    for release in releases:
        assert of_mcp_tool(schema, release) == json.dumps(at_root(expected, release)), release


@pytest.mark.parametrize("title", PARAMETERS)
def test_parameter_example(title: str) -> None:
    releases, schema, expected = PARAMETERS[title]
    for release in releases:
        assert of_parameter(schema, release) == json.dumps(expected), release


@pytest.mark.parametrize("title", PLUGIN_TOOLS)
def test_plugin_example(title: str) -> None:
    releases, schema, expected = PLUGIN_TOOLS[title]
    for release in releases:
        assert of_plugin_tool(schema, release) == json.dumps(at_root(expected, release)), release
