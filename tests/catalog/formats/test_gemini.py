"""Gemini's function declarations, alone and in requests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.inputs import loaded, only_tool, places, refusal, sources

SCHEMA = {"type": "OBJECT", "properties": {"n": {"type": "INTEGER", "nullable": True}}}


def declared(*names: str, key: str = "functionDeclarations") -> dict[str, Any]:
    return {key: [{"name": name, "description": "d", "parameters": SCHEMA} for name in names]}


def test_one_tool_declares_many_functions() -> None:
    (source,) = sources([declared("a", "b"), declared("c", key="function_declarations")])
    assert places(source) == {
        "a": "/0/functionDeclarations/0",
        "b": "/0/functionDeclarations/1",
        "c": "/1/function_declarations/0",
    }


def test_types_in_capitals_stay_as_they_are() -> None:
    assert only_tool([declared("a")]).input_schema == SCHEMA


@pytest.mark.parametrize("key", ["parameters", "parametersJsonSchema", "parameters_json_schema"])
def test_a_schema_under_each_of_its_keys(key: str) -> None:
    found = only_tool([{"functionDeclarations": [{"name": "a", key: {"type": "object"}}]}])
    assert (found.input_schema, found.input_key) == ({"type": "object"}, key)
    assert not found.extra


def test_what_a_function_answers_is_its_output_schema() -> None:
    found = only_tool({"functionDeclarations": [{"name": "a", "response": SCHEMA}]})
    assert (found.output_schema, found.output_key) == (SCHEMA, "response")


def test_tools_of_gemini_s_own_are_lost() -> None:
    found = loaded([declared("a"), {"googleSearch": {}}, {"codeExecution": {}, "urlContext": {}}])
    assert found.files[0].lost == ("3 built-in tools without a schema",)
    assert found.catalog.tool_count == 1


def test_declarations_of_nothing_but_gemini_s_own() -> None:
    assert refusal([{"functionDeclarations": []}, {"googleSearch": {}}]).reason == (
        "declares no functions"
    )


@pytest.mark.parametrize("marks", [{"contents": []}, {"model": "m"}, {}])
def test_a_request_that_declares_functions(marks: dict[str, Any]) -> None:
    found = loaded({**marks, "tools": [declared("mcp__git__log", "mcp__mail__send")]})
    assert found.files[0].format == "request"
    assert [source.name for source in found.catalog.sources] == ["git", "mail"]


def test_declarations_must_be_an_array() -> None:
    error = refusal([declared("a"), {"functionDeclarations": {"name": "b"}}])
    assert str(error) == "-: /1/functionDeclarations: expected an array, found an object"


def test_a_request_as_google_s_sdk_takes_it() -> None:
    found = loaded({"model": "m", "contents": "Hello", "config": {"tools": [declared("a")]}})
    assert found.files[0].format == "request"
    assert places(found.catalog.sources[0]) == {"a": "/config/tools/0/functionDeclarations/0"}
