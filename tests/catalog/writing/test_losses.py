"""What `formats` says that a shape lacks is what `convert` says is lost, part by part."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalog.inputs import TOOL, loaded, tool
from tests.fuzz.mutations import EXAMPLES
from toolsearch_cli.catalog.formats import ENTRIES, format_named
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.catalog.parts import PARTS, TOOL_KEYS
from toolsearch_cli.catalog.writing import TARGETS, write

if TYPE_CHECKING:
    from toolsearch_cli.catalog.parts import Part

OWN_KEYS = {
    "native": (),
    "mcp": (),
    "openai": ("strict",),
    "anthropic": ("cache_control", "strict", "input_examples", "allowed_callers"),
    "gemini": (),
}
"""Keys of tools that a shape has beside those of MCP."""


def everything() -> Catalog:
    """Return a catalog that has something of every part."""
    rich = tool(
        "rich",
        **{key: {"x": 1} for key in TOOL_KEYS if key != "embedding"},
        embedding=[1.0],
        defer_loading=True,
        other={},
        **{key: True for keys in OWN_KEYS.values() for key in keys},
    )
    server = {
        "name": "git",
        "instructions": "Careful.",
        "serverInfo": {"version": "1"},
        "nextCursor": "2",
        "tools": [rich, {"name": "poor", "unknown": ["description", "schema"]}],
    }
    plugin = {"name": "mail", "kind": "plugin", "tools": [TOOL]}
    silent = {"name": "slack", "tools": None}
    found = loaded({"servers": [server, plugin, silent]}).catalog
    return Catalog(
        found.sources,
        unknown=found.unknown,
        gateways=loaded(EXAMPLES["arion"]).catalog.gateways,
    )


def parts_of(lost: tuple[str, ...]) -> set[Part]:
    """Return which part each line of `convert` is about."""
    patterns: dict[Part, str] = {
        part: "|".join(re.escape(words).replace(r"\{\}", ".+") for words in (said.one, said.many))
        for part, said in PARTS.items()
    }
    named = [part for part in PARTS if part not in ("tool keys", "server keys")]
    found: set[Part] = set()
    for line in lost:
        what = line.partition(" ")[2]
        order: list[Part] = [*named, "tool keys", "server keys"]
        found.add(next(part for part in order if re.fullmatch(patterns[part], what)))
    return found


@pytest.mark.parametrize("target", TARGETS)
def test_what_a_shape_lacks_is_what_is_lost(target: str) -> None:
    form = format_named(target)
    assert form.held is not None
    lacking = {part for part in PARTS if part not in form.held.parts}
    assert parts_of(write(everything(), target).lost) == lacking
    assert len(form.lacks) == len(lacking)


@pytest.mark.parametrize("target", TARGETS)
def test_whatever_is_lacking_is_said_in_its_words(target: str) -> None:
    form = format_named(target)
    assert form.held is not None
    said = "; ".join(form.lacks)
    for part in PARTS:
        assert (PARTS[part].lacking in said) == (part not in form.held.parts)


@pytest.mark.parametrize("target", TARGETS)
def test_keys_of_a_shape_s_own_are_kept_and_no_others(target: str) -> None:
    text = json.dumps(write(everything(), target).value)
    kept = {key for keys in OWN_KEYS.values() for key in keys if f'"{key}"' in text}
    own = {key for keys in OWN_KEYS.values() for key in keys} if target == "native" else None
    assert kept == (own or set(OWN_KEYS[target]))


def test_formats_that_are_written_say_what_they_hold() -> None:
    assert {entry.name for entry in ENTRIES if entry.format.held is not None} == set(TARGETS)


def test_a_key_under_which_another_schema_would_stand_is_lost_too() -> None:
    found = loaded({"servers": [{"name": "a", "tools": [tool("b", parameters={})]}]}).catalog
    assert write(found, "openai").lost == ("1 `parameters` of a tool",)


def test_what_a_server_alone_has_is_lost_only_where_mcp_has_no_place_for_it() -> None:
    server: dict[str, Any] = {"name": "git", "serverInfo": {}, "source": {"x": 1}, "tools": [TOOL]}
    assert write(loaded({"servers": [server]}).catalog, "mcp").lost == ("1 `source` of a source",)
