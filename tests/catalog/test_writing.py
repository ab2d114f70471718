"""A written catalog read back is the catalog, as far as its shape has a place for it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalog.formats.test_examples import HELD
from tests.catalog.inputs import TOOL, loaded, sources, tool
from tests.catalog.test_round_trip import any_text, json_values, published_servers
from tests.fuzz.mutations import EXAMPLES
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.catalog.writing import TARGETS, Written, write

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Source, Tool


def name_of(one: dict[str, Any]) -> str:
    return str(one["name"])


names = st.from_regex(r"[a-z](?:_?[a-z0-9]){0,6}", fullmatch=True)
schemas = st.fixed_dictionaries({"type": st.just("object")}, optional={"properties": json_values})
plain_tools: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {"name": names, "inputSchema": schemas}, optional={"description": any_text.filter(bool)}
)
plain_servers = st.lists(
    st.fixed_dictionaries(
        {
            "name": names,
            "tools": st.lists(plain_tools, min_size=1, max_size=3, unique_by=name_of),
        }
    ),
    min_size=1,
    max_size=3,
    unique_by=name_of,
)


def read_back(written: Written) -> tuple[Source, ...]:
    return sources(json.dumps(written.value))


def whole(source: Source) -> dict[str, Any]:
    """Everything of a source but where it was read."""
    return {
        "name": source.name,
        "kind": source.kind,
        "instructions": source.instructions,
        "incomplete": source.incomplete,
        "extra": {key: one for key, one in source.extra.items() if key != "nextCursor"},
        "tools": [whole_tool(one) for one in source.tools],
    }


def whole_tool(one: Tool) -> str:
    """Everything of a tool but where it was read, as text: 1 is not 1.0."""
    extra = {key: value for key, value in one.extra.items() if key != "defer_loading"}
    told = [one.name, one.title, one.description, one.input_schema, one.output_schema]
    return json.dumps(
        [*told, one.annotations, one.meta, one.deferred, one.embedding, one.unknown, extra]
    )


def seen(source: Source) -> tuple[str, list[str]]:
    """What a model sees of a source."""
    return source.name, [
        json.dumps([one.name, one.description, one.input_schema]) for one in source.tools
    ]


@given(st.lists(published_servers, max_size=3))
def test_native_holds_everything(servers: list[dict[str, Any]]) -> None:
    found = loaded({"servers": servers}).catalog
    written = write(found, "native")
    assert [whole(one) for one in read_back(written)] == [whole(one) for one in found.sources]
    assert written.lost == ()


@pytest.mark.parametrize("name", HELD)
def test_native_holds_what_any_format_tells(name: str) -> None:
    found = loaded(EXAMPLES[name]).catalog
    written = write(found, "native")
    assert [whole(one) for one in read_back(written)] == [whole(one) for one in found.sources]


@pytest.mark.parametrize("target", TARGETS)
@given(servers=plain_servers)
@settings(max_examples=40)
def test_what_the_model_sees_survives_every_shape(target: str, servers: list[Any]) -> None:
    found = loaded({"servers": servers}).catalog
    written = write(found, target)
    assert [seen(one) for one in read_back(written)] == [seen(one) for one in found.sources]
    assert written.warnings == ()


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_written_is_read_as_what_it_is(target: str) -> None:
    text = json.dumps(write(loaded([TOOL]).catalog, target).value)
    assert loaded(text).files[0].format == target


@pytest.mark.parametrize("target", TARGETS)
def test_the_samples_survive_every_shape(target: str) -> None:
    found = load(["sample:everyday"]).catalog
    assert sorted(map(seen, read_back(write(found, target)))) == sorted(map(seen, found.sources))


@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini"])
def test_names_say_their_server_unless_it_has_none(target: str) -> None:
    git = {"name": "git", "tools": [tool("log")]}
    core = {"name": "core", "kind": "core", "tools": [tool("read")]}
    found = loaded({"servers": [git, core]}).catalog
    assert names_in(write(found, target).value) == ["mcp__git__log", "read"]
    assert names_in(write(found, target, bare=True).value) == ["log", "read"]
    assert names_in(write(loaded([tool("log")]).catalog, target).value) == ["log"]


def names_in(value: Any) -> list[str]:
    entries = value[0].get("functionDeclarations", value)
    return [entry.get("function", entry)["name"] for entry in entries]


def test_one_server_of_mcp_keeps_its_name_and_instructions() -> None:
    server = {
        "name": "git",
        "instructions": "Careful.",
        "serverInfo": {"name": "x", "version": "1"},
    }
    found = loaded({"servers": [{**server, "tools": [TOOL], "nextCursor": "y"}]}).catalog
    written = write(found, "mcp")
    assert written.value == {
        "serverInfo": {"name": "git", "version": "1"},
        "instructions": "Careful.",
        "tools": [TOOL],
        "nextCursor": "not captured",
    }
    (again,) = read_back(written)
    assert (again.name, again.instructions, again.incomplete) == ("git", "Careful.", True)


def test_what_a_shape_has_no_place_for_is_counted() -> None:
    rich = tool(
        "a",
        title="A",
        annotations={"readOnlyHint": True},
        outputSchema={},
        icons=[],
        defer_loading=True,
        embedding=[1.0],
    )
    server = {"name": "git", "kind": "plugin", "instructions": "x", "tools": [rich, rich]}
    found = loaded({"servers": [server]}).catalog
    common = ("1 source's instructions", "1 source's kind, plugin", "1 source's name")
    assert write(found, "anthropic").lost == (
        *common,
        *("2 `annotations` of tools", "2 `embedding` of tools", "2 `icons` of tools"),
        *("2 `outputSchema` of tools", "2 `title` of tools"),
    )
    assert "2 tools' marks of being deferred" in write(found, "openai").lost
    assert "2 `outputSchema` of tools" not in write(found, "gemini").lost


def test_names_that_will_be_refused_or_taken_apart_otherwise_are_warned_of() -> None:
    servers = [
        {"name": "git__hub", "tools": [tool("log"), tool("x" * 60)]},
        {"name": "mail", "tools": [tool("send it"), tool("a"), tool("a")]},
    ]
    warnings = write(loaded({"servers": servers}).catalog, "openai").warnings
    assert warnings == (
        f"2 names that OpenAI refuses, such as mcp__git__hub__{'x' * 60}",
        "1 name of several tools, such as mcp__mail__a",
        "2 names in which server and tool are not told apart again, such as mcp__git__hub__log",
    )


def test_unknown_stays_unknown_or_is_said_to_be_lost() -> None:
    found = loaded(EXAMPLES["plugin"]).catalog
    assert read_back(write(found, "native"))[0].tools[0].unknown == ("description", "schema")
    *_, warning = write(found, "mcp").warnings
    assert warning.endswith("; the document does not say so")


@pytest.mark.parametrize(
    ("target", "reader"), [("mcp", "clients of MCP refuse"), ("anthropic", "Anthropic refuses")]
)
def test_tools_that_will_be_refused_for_want_of_a_schema(target: str, reader: str) -> None:
    found = loaded({"servers": [{"name": "a", "tools": [TOOL, {"name": "b"}, {"name": "c"}]}]})
    (warning,) = write(found.catalog, target).warnings
    assert warning == f"2 tools without a schema, which {reader}, such as b"
    assert write(found.catalog, "openai").warnings == ()


def test_types_of_gemini_are_written_where_they_were() -> None:
    written: Any = write(loaded(EXAMPLES["gemini"]).catalog, "gemini").value
    declarations = written[0]["functionDeclarations"]
    assert ["parameters" in one for one in declarations] == [True, False]


def test_gateways_are_lost() -> None:
    assert "1 gateway's settings" in write(loaded(EXAMPLES["arion"]).catalog, "native").lost


def test_an_empty_catalog() -> None:
    assert [write(Catalog(), target).value for target in TARGETS] == [
        *({"servers": []}, {"tools": []}, [], [], [{"functionDeclarations": []}]),
    ]


@pytest.mark.parametrize("key", ["parameters", "input_schema"])
@pytest.mark.parametrize("value", [None, {"type": "object"}])
def test_a_key_that_is_no_schema_is_read_as_none(key: str, value: Any) -> None:
    """Found by fuzzing: without another schema in its array it was taken for the schema."""
    found = loaded({"servers": [{"name": "a", "tools": [{"name": "b", "inputSchema": {}}]}]})
    (source,) = found.catalog.sources
    odd = replace(source.tools[0], input_schema=None, extra={key: value})
    written = write(Catalog((replace(source, tools=(odd,)),)), "native")
    (again,) = read_back(written)
    assert (again.tools[0].input_schema, dict(again.tools[0].extra)) == (None, {key: value})


def test_a_key_of_the_name_that_says_what_is_unknown_gives_way_to_it() -> None:
    """Found by fuzzing."""
    found = loaded([{"name": "a", "description": "b", "unknown": "mine"}]).catalog
    written = write(found, "native")
    assert written.lost == ("1 second `unknown` of a tool",)
    assert read_back(written)[0].tools[0].unknown == ("schema",)
