"""Unquoted words of YAML: text where a name belongs, else what the core schema of 1.2 says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.catalog.inputs import TOOL, loaded, refusal, sources
from toolsearch_cli.catalog.decoding import decode
from toolsearch_cli.catalog.json_text import TextError
from toolsearch_cli.errors import ServersOnlyError

WORDS = ("no", "on", "yes", "off", "y", "N", "true", "2024-01-01", "404", "1.10", "007", "1e400")


def value_of(text: str) -> Any:
    (value,) = decode(text, "x.yaml").values
    return value


@pytest.mark.parametrize("word", WORDS)
def test_a_name_is_what_is_written(word: str) -> None:
    text = f"""
- name: {word}
  description: {word}
  namespace: {word}
  tags: [{word}, {word}]
  provides_tools:
  - {word}
  inputSchema: {{properties: {{{word}: {{type: string}}}}, required: [{word}]}}
  env: {{A: {word}}}
"""
    assert value_of(text) == [
        {
            "name": word,
            "description": word,
            "namespace": word,
            "tags": [word, word],
            "provides_tools": [word],
            "inputSchema": {"properties": {word: {"type": "string"}}, "required": [word]},
            "env": {"A": word},
        }
    ]


def test_null_is_the_name_of_a_type() -> None:
    found = value_of("a: {type: null}\nb: {type: [string, null], default: null}\nc: {type: }")
    assert found == {
        "a": {"type": "null"},
        "b": {"type": ["string", "null"], "default": None},
        "c": {"type": None},
    }


@pytest.mark.parametrize("word", ["", "~", "null"])
def test_a_name_that_is_not_there_is_none(word: str) -> None:
    assert value_of(f"name: {word}\ntags: [a]") == {"name": None, "tags": ["a"]}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *((word, word) for word in ("yes", "No", "on", "OFF", "y", "12:30", "1_000", "0b11")),
        *((word, word) for word in ("2024-01-01", "2024-01-01T00:00:00Z", "tRue", "0x", "1e")),
        ("true", True),
        ("FALSE", False),
        ("010", 10),
        ("0o10", 8),
        ("0xFF", 255),
        ("-7", -7),
        ("+.5", 0.5),
        ("1e3", 1000.0),
        ("1.", 1.0),
        ("~", None),
        ("!!str 5", "5"),
        ("! 5", "5"),
        ("!!float 5", 5.0),
        ("!!bool yes", True),
        ("!!null ~", None),
        ("'no'", "no"),
        ('"5"', "5"),
        ("|\n  5\n", "5\n"),
    ],
)
def test_elsewhere_the_core_schema_says_what_is_meant(written: str, value: Any) -> None:
    found = value_of(f"x: {written}")["x"]
    assert json.dumps(found) == json.dumps(value)


def test_where_a_switch_belongs_the_words_of_yaml_1_1_are_switches() -> None:
    found = value_of("required: yes\nnullable: On\nx-mcp: no\nenabled: off\nrequired_by: yes")
    assert found == {
        "required": True,
        "nullable": True,
        "x-mcp": False,
        "enabled": False,
        "required_by": "yes",
    }


def test_data_is_not_read_as_if_its_keys_meant_something() -> None:
    text = "example: {name: 5, required: yes}\ndefault: [{tags: [1]}]\nname: 5"
    assert value_of(text) == {
        "example": {"name": 5, "required": "yes"},
        "default": [{"tags": [1]}],
        "name": "5",
    }


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (".inf", ".inf means infinity, which JSON cannot hold; quote it if it is text"),
        ("-.INF", "-.INF means infinity, which JSON cannot hold; quote it if it is text"),
        (".nan", ".nan means not a number, which JSON cannot hold; quote it if it is text"),
        ("1e400", "1e400 does not fit a 64-bit float"),
        ("-1.0e+999", "-1.0e+999 does not fit a 64-bit float"),
        ("9" * 5_000, "not a usable int: it has several thousand digits"),
        ("0x" + "f" * 5_000, "not a usable int: it has several thousand digits"),
        ("!!int no", "not a usable int"),
        ("!!int true", "not a usable int"),
        ("!!bool 1", "not a usable bool"),
    ],
)
def test_what_json_cannot_hold_is_said(written: str, said: str) -> None:
    with pytest.raises(TextError) as caught:
        decode(f"a: [{{maximum: {written}}}]", "x.yaml")
    assert (caught.value.message, caught.value.pointer) == (said, "/a/0/maximum")


def test_tools_of_other_formats_keep_such_names() -> None:
    gateway = "tools:\n- {namespace: no, name: on, disclosure_mode: EAGER, input_schema: {}}\n"
    snapshot = f"name: off\ntools:\n- {json.dumps({**TOOL, 'name': 'x'})}\n- {{name: 404}}\n"
    plugin = "name: yes\nversion: 1.10\nkind: standalone\nprovides_tools: [no, 404, a]\n"
    for text, name, tools in (
        (gateway, "no", ["on"]),
        (snapshot, "off", ["x", "404"]),
        (plugin, "yes", ["no", "404", "a"]),
    ):
        (source,) = sources(text)
        assert (source.name, [tool.name for tool in source.tools]) == (name, tools)
        assert not any("skipped" in warning for warning in loaded(text).files[0].warnings)


def test_servers_keep_such_names() -> None:
    text = "mcpServers:\n- {name: on, command: x}\n- {name: 2, command: y, args: [8080]}\n"
    error = refusal(text)
    assert isinstance(error, ServersOnlyError)
    assert "names 2 servers" in error.reason
