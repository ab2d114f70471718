"""Input schemas, and what becomes of them: each example is for one rule of the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from toolsearch_cli.hosts.hermes.releases import RELEASES

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

Examples: TypeAlias = "dict[str, tuple[tuple[str, ...], Json, Json]]"
"""By title: releases, what was published, what the host makes of it."""

NAMES = tuple(release.name for release in RELEASES)
OLD = ("hermes", "hermes@0.19", "hermes@0.20", "hermes@0.21-dev")
NEW = ("hermes@0.22",)
EMPTY: Json = {"type": "object", "properties": {}}

STRING: Json = {"type": "string"}
MCP_TOOLS: Examples = {
    "absent": (NAMES, None, EMPTY),
    "empty": (NAMES, {}, EMPTY),
    "definitions become $defs": (
        OLD,
        {"properties": {"a": {"$ref": "#/definitions/D"}}, "definitions": {"D": STRING}},
        {"properties": {"a": {"$ref": "#/$defs/D"}}, "$defs": {"D": STRING}, "type": "object"},
    ),
    "a parameter called definitions stays": (
        NAMES,
        {"type": "object", "properties": {"definitions": STRING}},
        {"type": "object", "properties": {"definitions": STRING}},
    ),
    "a parameter called properties brings a phantom": (
        OLD,
        {"type": "object", "properties": {"properties": {"type": "object"}, "file": STRING}},
        {
            "type": "object",
            "properties": {"properties": EMPTY, "file": STRING, "type": EMPTY},
        },
    ),
    "a parameter called required brings two": (
        OLD,
        {"type": "object", "properties": {"required": {"type": "boolean"}}},
        {
            "type": "object",
            "properties": {"required": {"type": "boolean"}, "type": EMPTY, "properties": {}},
        },
    ),
    "no phantom in hermes@0.22": (
        NEW,
        {"type": "object", "properties": {"required": {"type": "boolean"}}},
        {"type": "object", "properties": {"required": {"type": "boolean"}}},
    ),
    "constraint fragments become objects": (
        OLD,
        {"type": "object", "properties": {"p": {"oneOf": [{"required": ["a"]}, {"required": []}]}}},
        {"type": "object", "properties": {"p": {"oneOf": [EMPTY, EMPTY]}}},
    ),
    "constraint fragments stay in hermes@0.22": (
        NEW,
        {"type": "object", "properties": {"p": {"oneOf": [{"required": ["a"]}, {"required": []}]}}},
        {"type": "object", "properties": {"p": {"oneOf": [{"required": ["a"]}, {"required": []}]}}},
    ),
    "required names no parameter": (
        NAMES,
        {"type": "object", "properties": {"a": STRING}, "required": ["zz"]},
        {"type": "object", "properties": {"a": STRING}},
    ),
    "an empty required goes": (OLD, {"type": "object", "required": []}, EMPTY),
    "the root is an object": (
        OLD,
        {"title": "t", "type": ["object", "null"]},
        {"title": "t", "type": "object", "nullable": True, "properties": {}},
    ),
    "the root has no unions": (
        NAMES,
        {"type": "object", "properties": {}, "allOf": [STRING], "not": {}, "enum": [1]},
        EMPTY,
    ),
    "bad names": (
        ("hermes", "hermes@0.20", "hermes@0.21-dev", "hermes@0.22"),
        {"type": "object", "properties": {"a b": {}, "a?b": {}, "a_b": {}}},
        {"type": "object", "properties": {"a_b_2": {}, "a_b_3": {}, "a_b": {}}},
    ),
    "bad names stay in hermes@0.19": (
        ("hermes@0.19",),
        {"type": "object", "properties": {"a b": {}, "a?b": {}, "a_b": {}}},
        {"type": "object", "properties": {"a b": {}, "a?b": {}, "a_b": {}}},
    ),
    "required follows a new name": (
        NEW,
        {"type": "object", "properties": {"": STRING}, "required": [""]},
        {"type": "object", "properties": {"param": STRING}, "required": ["param"]},
    ),
    "names have 64 characters, suffix included": (
        NEW,
        {"type": "object", "properties": {"x" * 64: STRING, "x" * 65: STRING, "a\n": STRING}},
        {
            "type": "object",
            "properties": {"x" * 64: STRING, "x" * 62 + "_2": STRING, "a\n": STRING},
        },
    ),
}


NULL: Json = {"type": "null"}
PARAMETERS: Examples = {
    "nullable union": (
        NAMES,
        {"anyOf": [STRING, NULL], "default": None, "title": "X", "x-other": 1},
        {"type": "string", "nullable": True, "title": "X", "default": None},
    ),
    "no default beside a reference": (
        NAMES,
        {"anyOf": [{"$ref": "#/definitions/D"}, NULL], "default": None},
        {"$ref": "#/$defs/D", "nullable": True},
    ),
    "one constant or null": (
        NAMES,
        {"anyOf": [{"const": "a"}, NULL]},
        {"const": "a", "nullable": True},
    ),
    "a union in a union": (
        NAMES,
        {"anyOf": [{"anyOf": [STRING, NULL]}, NULL]},
        {"type": "string", "nullable": True},
    ),
    "null alone": (NAMES, {"anyOf": [NULL]}, {"anyOf": [NULL]}),
    "two schemas and null": (
        NAMES,
        {"anyOf": [STRING, {"type": "integer"}, NULL]},
        {"anyOf": [STRING, {"type": "integer"}, NULL]},
    ),
    "constants": (
        ("hermes", "hermes@0.20", "hermes@0.21-dev", "hermes@0.22"),
        {"anyOf": [{"const": "a"}, {"const": "b"}, NULL], "description": "d"},
        {"type": "string", "enum": ["a", "b"], "nullable": True, "description": "d"},
    ),
    "constants stay in hermes@0.19": (
        ("hermes@0.19",),
        {"anyOf": [{"const": "a"}, {"const": "b"}, NULL], "description": "d"},
        {"anyOf": [{"const": "a"}, {"const": "b"}, NULL], "description": "d"},
    ),
    "constants of two kinds": (
        NAMES,
        {"oneOf": [{"const": 1}, {"const": "b"}]},
        {"oneOf": [{"const": 1}, {"const": "b"}]},
    ),
    "true is no integer, 1.0 is none": (
        NAMES,
        {"oneOf": [{"const": 1}, {"const": True}, {"const": 1.0}]},
        {"oneOf": [{"const": 1}, {"const": True}, {"const": 1.0}]},
    ),
    "strings in a default are taken for schemas": (
        OLD,
        {"type": "array", "items": STRING, "default": ["created", "string"]},
        {"type": "array", "items": STRING, "default": [EMPTY, STRING]},
    ),
    "a default is data in hermes@0.22": (
        NEW,
        {"type": "array", "items": STRING, "default": ["created", "string"]},
        {"type": "array", "items": STRING, "default": ["created", "string"]},
    ),
    "objects in a default are taken for schemas": (
        OLD,
        {"default": {"type": ["string", "null"]}},
        {"default": {"type": "string", "nullable": True}},
    ),
    "dependentRequired in hermes@0.19": (
        ("hermes@0.19",),
        {"dependentRequired": {"a": ["b"]}},
        {"dependentRequired": {"a": [EMPTY]}},
    ),
    "dependentRequired since": (
        ("hermes", "hermes@0.20", "hermes@0.21-dev", "hermes@0.22"),
        {"dependentRequired": {"a": ["b"]}},
        {"dependentRequired": {"a": ["b"]}},
    ),
    "one type or null": (
        NAMES,
        {"type": ["string", "null"]},
        {"type": "string", "nullable": True},
    ),
    "two types or null": (
        NAMES,
        {"type": ["string", "integer", "null"], "title": "t"},
        {"anyOf": [STRING, {"type": "integer"}], "nullable": True, "title": "t"},
    ),
    "no type": (NAMES, {"type": ["null"]}, NULL),
    "the later of two unions, in the place of the earlier": (
        NAMES,
        {"anyOf": [STRING], "title": "t", "type": ["boolean", "integer"]},
        {"anyOf": [{"type": "boolean"}, {"type": "integer"}], "title": "t"},
    ),
    "a type as items": (NAMES, {"items": "integer"}, {"items": {"type": "integer"}}),
    "default beside a reference": (
        NAMES,
        {"$ref": "#/$defs/D", "default": 1},
        {"$ref": "#/$defs/D"},
    ),
}


PLUGIN_TOOLS: Examples = {
    "absent": (NAMES, None, EMPTY),
    "a list": (NAMES, [STRING], EMPTY),
    "definitions stay": (
        NAMES,
        {"type": "object", "properties": {}, "definitions": {"D": STRING}},
        {"type": "object", "properties": {}, "definitions": {"D": STRING}},
    ),
    "nullable unions are taken apart here too": (
        NAMES,
        {"type": "object", "properties": {"p": {"anyOf": [STRING, "null"]}}},
        {"type": "object", "properties": {"p": {"type": "string", "nullable": True}}},
    ),
    "a word that is no type": (
        OLD,
        {"type": "object", "properties": {"p": "number", "q": "object", "r": "text"}},
        {"type": "object", "properties": {"p": {"type": "number"}, "q": EMPTY, "r": EMPTY}},
    ),
    "parameters that require themselves": (
        NEW,
        {"type": "object", "properties": {"x": {"type": "string", "required": True}}},
        {"type": "object", "properties": {"x": STRING}, "required": ["x"]},
    ),
    "a word under `not`, in hermes@0.22": (
        NEW,
        {"type": "object", "properties": {"p": {"not": "string", "const": ["string"]}}},
        {"type": "object", "properties": {"p": {"not": STRING, "const": ["string"]}}},
    ),
    "a word under `not`, before": (
        OLD,
        {"type": "object", "properties": {"p": {"not": "string", "const": ["string"]}}},
        {"type": "object", "properties": {"p": {"not": "string", "const": [STRING]}}},
    ),
    "dependencies, in hermes@0.22": (
        NEW,
        {
            "type": "object",
            "properties": {},
            "dependencies": {"a": {"items": "string"}, "b": ["a"]},
        },
        {"type": "object", "properties": {}, "dependencies": {"a": {"items": STRING}, "b": ["a"]}},
    ),
}
