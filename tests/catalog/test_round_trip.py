"""What was published is what a catalog holds: values, order, key order, number text."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.inputs import loaded, sources
from toolsearch_cli.catalog.loading import load

SHARED = Path(__file__).parents[3] / "shared"

any_text = st.text(st.characters(exclude_categories=()), max_size=6)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=8,
)
published_tools = st.fixed_dictionaries(
    {"name": any_text.filter(bool)},
    optional={
        "description": json_values,
        "inputSchema": json_values,
        "outputSchema": json_values,
        "title": json_values,
        "annotations": json_values,
        "_meta": json_values,
        "icons": json_values,
        "execution": json_values,
    },
)
published_servers = st.fixed_dictionaries(
    {
        "name": any_text,
        "kind": st.sampled_from(["mcp", "plugin", "core"]),
        "tools": st.lists(published_tools, max_size=4),
    },
    optional={"instructions": any_text, "source": json_values},
)


def published(source: Any) -> dict[str, Any]:
    """A source as its file had it; keys that may be absent are absent when null."""
    tools = [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": tool.input_schema,
            "outputSchema": tool.output_schema,
            "title": tool.title,
            "annotations": tool.annotations,
            "_meta": tool.meta,
            **tool.extra,
        }
        for tool in source.tools
    ]
    server = {
        "name": source.name,
        "kind": source.kind,
        "instructions": source.instructions,
        **source.extra,
        "tools": [without_nulls(tool) for tool in tools],
    }
    return without_nulls(server)


def without_nulls(mapping: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if value is not None}


def expected(server: dict[str, Any]) -> dict[str, Any]:
    return without_nulls({**server, "tools": [without_nulls(tool) for tool in server["tools"]]})


@given(
    servers=st.lists(published_servers, max_size=3),
    indent=st.sampled_from([None, 2]),
    pack=st.booleans(),
)
def test_native_servers_survive(
    *, servers: list[dict[str, Any]], indent: int | None, pack: bool
) -> None:
    data = json.dumps({"servers": servers}, indent=indent).encode()
    found = sources(gzip.compress(data) if pack else data)
    # Compared as text: 1 is not 1.0, and the order of keys counts.
    assert [sorted_keys(published(source)) for source in found] == [
        sorted_keys(expected(server)) for server in servers
    ]


def sorted_keys(value: dict[str, Any]) -> str:
    """Text of a value whose outer levels may be ordered freely, as a record's fields are."""
    outer = dict(sorted(value.items()))
    outer["tools"] = [dict(sorted(tool.items())) for tool in outer["tools"]]
    return json.dumps(outer)


@given(st.lists(published_tools, min_size=1, max_size=5))
def test_pointers_lead_to_the_tool_they_came_from(tools: list[dict[str, Any]]) -> None:
    document = {"servers": [{"name": "a", "tools": tools}, {"name": "b", "tools": tools[::-1]}]}
    for source in sources(document):
        for tool in source.tools:
            at: Any = document
            for token in tool.provenance.pointer.split("/")[1:]:
                at = at[int(token) if isinstance(at, list) else token]
            assert at["name"] == tool.name


@pytest.mark.parametrize(
    "number", ["1", "1.0", "1e2", "-0.0", "0.1", "12345678901234567890123", "1E-7"]
)
def test_numbers_keep_their_kind(number: str) -> None:
    text = f'{{"tools": [{{"name": "a", "inputSchema": {number}}}]}}'
    (source,) = loaded(text).catalog.sources
    assert json.dumps(source.tools[0].input_schema) == json.dumps(json.loads(number))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the captured catalogs are not here")
def test_captured_catalogs_load_whole() -> None:
    found = load([str(SHARED / "catalogs")])
    assert len(found.catalog.sources) == 81
    assert found.catalog.tool_count == 2613
    assert not any(line.warnings or line.lost for line in found.files)


def test_the_samples_load_whole() -> None:
    found = load(["sample:fleet"])
    assert len(found.catalog.sources) == len(found.files)
    assert not any(line.warnings or line.lost for line in found.files)
