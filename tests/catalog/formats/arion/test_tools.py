"""Tools that are written out in a gateway, with odd values among them."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from tests.catalog.formats.arion.inputs import FORCED, entry, gateway, only_gateway, warnings
from tests.catalog.inputs import loaded, only_tool, refusal, sources
from toolsearch_cli.catalog.loading import LoadOptions
from toolsearch_cli.errors import NoToolsError

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}


@pytest.mark.parametrize(
    "written",
    [
        SCHEMA,
        {"inline_string": json.dumps(SCHEMA)},
        {"inlineString": f" \n{json.dumps(SCHEMA, indent=2)}\n"},
        {"inline_bytes": base64.b64encode(json.dumps(SCHEMA).encode()).decode()},
    ],
)
def test_a_schema_may_stand_in_a_text(written: Any) -> None:
    found = only_tool(gateway(tools=[entry(input_schema=written, output_schema=written)]))
    assert (found.input_schema, found.output_schema) == (SCHEMA, SCHEMA)
    assert (found.input_key, found.output_key) == ("input_schema", "output_schema")


@pytest.mark.parametrize(
    ("written", "kept", "warning"),
    [
        ({"inline_string": ""}, None, None),
        ({"inline_string": 3}, {"inline_string": 3}, None),
        (
            {"inline_string": "{"},
            "{",
            "/tools/0/input_schema/inline_string: the schema is kept as ",
        ),
        ({"inline_string": "[" * 300 + "]" * 300}, "[" * 300 + "]" * 300, "200 levels deep"),
        ({"inline_string": "[" * 90_000}, "[" * 90_000, "the schema is kept as text: "),
        ({"inline_bytes": "%"}, "%", "not Base64 of UTF-8"),
        ({"filename": "/etc/schema.json"}, None, "/tools/0/input_schema: the schema stands else"),
        ([1], [1], None),
        ("text", "text", None),
        (None, None, None),
    ],
)
def test_an_odd_schema_is_kept_or_said(written: Any, kept: Any, warning: str | None) -> None:
    document = gateway(tools=[entry(input_schema=written)])
    assert only_tool(document).input_schema == kept
    assert warning is None or warning in " ".join(warnings(document))
    assert bool(warnings(document)) == (warning is not None)


@pytest.mark.parametrize(
    ("mode", "shown"),
    [
        ("eager", '"eager"'),
        ("LAZY\x1b[2J", '"LAZY\\x1b[2J"'),
        ("x" * 500, '"' + "x" * 40 + '"'),
        (1, "a number"),
        (True, "true"),
        (["EAGER"], "an array"),
    ],
)
def test_an_odd_mode_is_the_default_and_said(mode: Any, shown: str) -> None:
    document = gateway(
        tools=[entry(disclosure_mode=mode)],
        dynamic_mcp_servers=[{"namespace": "m", "tool_disclosure_mode": mode}],
    )
    assert only_tool(document).deferred is True
    assert only_gateway(document).servers[0].deferred is True
    said = f"{shown} is neither EAGER nor PROGRESSIVE: taken as PROGRESSIVE, the default"
    assert warnings(document)[:2] == (
        f"/tools/0/disclosure_mode: {said}",
        f"/dynamic_mcp_servers/0/tool_disclosure_mode: {said}",
    )


@pytest.mark.parametrize(
    ("vector", "warning"),
    [
        ([1, "2"], "/tools/0/embedding/1: the vector is not used: expected a finite number, "),
        ([True], "/tools/0/embedding/0: the vector is not used"),
        ([0.5, None], "/tools/0/embedding/1: the vector is not used"),
        ([0, 1e39], "expected a finite number, found an infinite one"),
        ([10**400], "expected a finite number, found an infinite one"),
        ("0.1", "/tools/0/embedding: the vector is not used: expected an array, found a string"),
        ({}, "/tools/0/embedding: the vector is not used"),
    ],
)
def test_a_vector_that_arion_would_not_load_is_not_used(vector: Any, warning: str) -> None:
    document = gateway(tools=[entry(embedding=vector)])
    found = only_tool(document)
    assert found.embedding is None
    assert "embedding" not in found.extra
    assert warning in warnings(document)[0]


@pytest.mark.parametrize("vector", [None, []])
def test_no_vector_is_none(vector: Any) -> None:
    document = gateway(tools=[entry(embedding=vector)])
    assert (only_tool(document).embedding, warnings(document)) == (None, ())


def test_the_largest_number_of_32_bits_is_finite() -> None:
    largest = 3.4028234663852886e38
    assert only_tool(gateway(tools=[entry(embedding=[-largest])])).embedding == (-largest,)


def test_tools_without_a_namespace_are_called_after_the_file() -> None:
    tools = [
        {"name": "a", "rest_backend": {}},
        entry(namespace=""),
        entry(namespace=3),
        entry(),
    ]
    named, weather = sources({"tools": tools}, LoadOptions(source_name="mine"))
    assert (named.name, named.is_named, len(named.tools)) == ("mine", False, 3)
    assert (weather.name, weather.is_named) == ("weather", True)
    assert warnings({"tools": tools}) == (
        "/tools/0: it has no namespace: taken as stdin",
        "/tools/1: its namespace is empty: taken as stdin",
        "/tools/2: its namespace is a number: taken as stdin",
    )


def test_what_cannot_be_a_tool_is_skipped_or_strictly_an_error() -> None:
    document = gateway(tools=[entry(), 3, entry(name=""), {"namespace": "n"}])
    found = loaded(document)
    assert found.catalog.tool_count == 1
    assert found.files[0].lost == ("3 entries that are not tools",)
    assert refusal(document, LoadOptions(strict=True)).pointer == "/tools/1"
    assert isinstance(refusal(gateway(tools=[entry(name=3)], search=None), FORCED), NoToolsError)


def test_one_text_for_many_schemas_is_read_once() -> None:
    text = json.dumps({"properties": {f"p{index}": {} for index in range(2_000)}})
    rows = "".join(
        f"- {{namespace: n, name: t{index}, input_schema: *s}}\n" for index in range(900)
    )
    (source,) = sources(
        f"x: &s {{inline_string: '{text}'}}\ntools:\n- {{namespace: n, name: t, rbac: 1}}\n{rows}"
    )
    assert len({id(one.input_schema) for one in source.tools[1:]}) == 1
