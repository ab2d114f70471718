"""Input that cannot be used: one line that names the place, and nothing else is ever raised."""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.inputs import TOOL, loaded, only_tool, refusal, sources, tool
from toolsearch_cli.catalog.json_text import MAX_DEPTH
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.errors import InputError

WHOLE = json.dumps({"name": "git", "kind": "mcp", "tools": [TOOL]}, indent=1)

KEYS = [
    *("name", "kind", "tools", "servers", "result", "error", "jsonrpc", "type", "function"),
    *("parameters", "description", "inputSchema", "input_schema", "mcpServers", "command", "args"),
    *("env", "url", "headers", "model", "mode", "status", "nextCursor", "schemaFindings", "mcp"),
    *("namespace", "serverInfo", "instructions", "embedding", "disclosure_mode", "extensions"),
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(KEYS) | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


def fail_or_load(data: bytes) -> None:
    """Whatever it is, it loads or is refused."""
    with suppress(InputError):
        loaded(data)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    fail_or_load(data)


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    fail_or_load(text.encode())


@given(st.text(alphabet='{}[]",:-#&*!|>\n \\/0a.e<', max_size=60))
def test_any_text_of_punctuation(text: str) -> None:
    fail_or_load(text.encode())


@given(json_values)
def test_any_json(value: Any) -> None:
    fail_or_load(json.dumps(value).encode())


@given(st.data())
def test_any_value_anywhere_in_a_good_document(data: st.DataObject) -> None:
    good: list[Any] = [
        {"servers": [{"name": "a", "kind": "core", "tools": [TOOL]}]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL], "nextCursor": None}},
        {"mcpServers": {"a": {"command": "x", "args": ["y"], "env": {"K": "v"}}}},
        [{"type": "function", "function": {"name": "a", "parameters": {}}}],
        [{"type": "namespace", "name": "n", "tools": [{"type": "function", "name": "x"}]}],
        {"model": "m", "tools": [{"name": "a", "input_schema": {}}]},
        {"mode": "list", "servers": [{"name": "a", "status": "ok", "tools": [TOOL]}]},
        {"git": [TOOL], "time": {"tools": [TOOL]}},
    ]
    document = json.loads(json.dumps(data.draw(st.sampled_from(good))))
    at = document
    while isinstance(at, dict | list) and at and data.draw(st.booleans()):
        key: Any = data.draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
        if data.draw(st.booleans()):
            at[key] = data.draw(json_values)
            break
        at = at[key]
    fail_or_load(json.dumps(document).encode())


# Truncated, and other broken syntax


@pytest.mark.parametrize("end", [1, 12, 40, len(WHOLE) // 2, len(WHOLE) - 1])
def test_a_truncated_file_says_where_it_breaks_off(end: int) -> None:
    error = refusal(WHOLE[:end])
    line = WHOLE[:end].count("\n") + 1
    assert "not JSON" in error.reason
    assert int(error.reason.partition(" at line ")[2].partition(",")[0]) <= line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"tools": [}', "expecting value at line 1, column 12"),
        ('{"tools": []}}', "more text after the value at line 1, column 14"),
        ('{"tools":\n [1 2]}', "expecting ',' delimiter at line 2, column 5"),
        ('{"tools": [] // end\n "x": 1}', "expecting ',' delimiter at line 2, column 2"),
        ('{"a": "\t"}', "invalid control character at at line 1, column 8"),
        ("{'tools': []}", "expecting property name enclosed in double quotes"),
        ('{"name":"a","inputSchema":{}}\n{"name":"b",}x', "more text after the value at line 2"),
        ('{"name":"a","inputSchema":{}}\n{"name" "b"}', "expecting ':' delimiter at line 2"),
        ('{"tools": []}\n]', "more text after the value at line 2, column 1"),
    ],
)
def test_broken_json_says_line_and_column(text: str, reason: str) -> None:
    assert f"not JSON: {reason}" in refusal(text).reason


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("name: x\ntools: [a", "line 3, column 1"),
        ("name: x\n\ttools: []", "line 2, column 1"),
        ("name: 'x\n", "line 2, column 1"),
        ("a: b: c\n", "line 1, column 5"),
    ],
)
def test_broken_yaml_says_line_and_column(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"not YAML: .*{place}"):
        load([str(path)])


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400"])
def test_numbers_that_json_cannot_hold(literal: str) -> None:
    text = f'{{"tools": [{{"name": "NaN 1e999",\n "inputSchema": {{"x": {literal}}}}}]}}'
    assert refusal(text).reason == f"{literal} is not a JSON number at line 2, column 23"


def test_a_number_of_thousands_of_digits() -> None:
    assert "several thousand digits" in refusal(f'{{"tools": [{"9" * 5000}]}}').reason


# Wrong types at each level


@pytest.mark.parametrize(
    ("document", "error"),
    [
        ({"servers": 5}, "/servers: expected an array, found a number"),
        ({"servers": "x"}, "/servers: expected an array, found a string"),
        ({"servers": None}, "/servers: expected an array, found null"),
        ({"servers": [[TOOL]]}, "/servers/0: expected an object, found an array"),
        ({"servers": [{"name": "a", "tools": []}, 7]}, "/servers/1: expected an object, found"),
        ({"servers": [{"tools": []}]}, "/servers/0: has no `name`"),
        ({"servers": [{"name": "a"}]}, "/servers/0: has no `tools`"),
        ({"servers": [{"name": 5, "tools": []}]}, "/servers/0/name: expected a string, found a nu"),
        ({"servers": [{"name": None, "tools": []}]}, "/servers/0/name: expected a string, found n"),
        (
            {"servers": [{"name": "a", "tools": {}}]},
            "/servers/0/tools: expected an array, found an",
        ),
        (
            {"servers": [{"name": "a", "kind": "tool", "tools": []}]},
            "/servers/0/kind: unknown kind",
        ),
        (
            {"servers": [{"name": "a", "kind": 1, "tools": []}]},
            "/servers/0/kind: expected a string",
        ),
        (
            {"name": "a", "tools": [], "instructions": [1]},
            "/instructions: expected a string, found an array",
        ),
        ({"tools": "x"}, "/tools: expected an array, found a string"),
        ({"tools": None}, "/tools: expected an array, found null"),
        ({"tools": True}, "/tools: expected an array, found true"),
        ({"name": "a", "tools": 1.5}, "/tools: expected an array, found a number"),
        ({"result": {"tools": {}}}, "/result/tools: expected an array, found an object"),
        ([{"result": {"tools": []}}, {"result": {"tools": 1}}], "/1/result/tools: expected an arr"),
        ({"git": [TOOL], "time": 5}, "/time: expected an array of tools, found a number"),
        ({"git": [TOOL], "time": {"tools": 5}}, "/time/tools: expected an array, found a number"),
        ({"model": "m", "tools": "x"}, "/tools: expected an array, found a string"),
        ([{"type": "namespace", "name": 1, "tools": []}], "/0/name: expected a string, found a nu"),
    ],
)
def test_a_wrong_structure_is_refused_at_its_pointer(document: Any, error: str) -> None:
    assert str(refusal(document)).startswith(f"-: {error}")


@pytest.mark.parametrize("entry", [None, 5, "x", [], {}, {"name": ""}, {"name": 5}, {"name": None}])
def test_what_cannot_be_a_tool_is_skipped_and_counted(entry: Any) -> None:
    found = loaded({"tools": [entry, TOOL]})
    (source,) = found.catalog.sources
    assert [item.provenance.pointer for item in source.tools] == ["/tools/1"]
    assert found.files[0].warnings[0].startswith("/tools/0: skipped, not a tool: ")
    assert found.files[0].lost == ("1 entry that is not a tool",)


@pytest.mark.parametrize("odd", [None, 5, 1.0, True, "x", ["y"], {"z": {}}])
def test_what_is_odd_but_readable_stays_as_it_is(odd: Any) -> None:
    found = only_tool(
        {"tools": [tool("a", description=odd, inputSchema=odd, title=odd, other=odd)]}
    )
    assert (found.description, found.input_schema, found.title) == (odd, odd, odd)
    assert type(found.input_schema) is type(odd)
    assert found.extra == {"other": odd}


# Encodings


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_utf8_loads_with_a_byte_order_mark_and_without(mark: str) -> None:
    text = mark + json.dumps(TOOL, ensure_ascii=False)
    assert only_tool(text).name == "open_door"


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_other_unicode_encodings_are_refused_by_name(encoding: str) -> None:
    error = refusal(WHOLE.encode(encoding))
    assert "not UTF-8" in error.reason
    assert error.hint == "save it as UTF-8 and try again"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"name": "\xff"}', "is not UTF-8: byte 10 is 0xff"),
        (b'\xef\xbb\xbf{"a": "\xe9"}', "is not UTF-8: byte 10 is 0xe9"),
        (b'{"a": "\xed\xa0\x80"}', "is not UTF-8: byte 7 is 0xed"),
        (b'{"a": "\xc3', "is not UTF-8: byte 7 is 0xc3"),
        ('{"a": "\u00e9"}'.encode("latin-1"), "is not UTF-8: byte 7 is 0xe9"),
    ],
)
def test_bytes_that_are_not_utf8_are_named(data: bytes, reason: str) -> None:
    assert refusal(data).reason == reason


@pytest.mark.parametrize(
    ("data", "offset"),
    [(b"\0", 0), (b'{"tools": []}\0', 13), (b'{"na\0me": 1}', 4), (b'{"tools": [\0]}', 11)],
)
def test_a_nul_byte_is_named(data: bytes, offset: int) -> None:
    assert refusal(data).reason == f"holds a NUL byte at offset {offset}"


def test_a_lone_surrogate_is_kept() -> None:
    assert only_tool(r'{"name": "a\ud800", "inputSchema": {}}').name == "a\ud800"


# Depth


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":', "- ", "a: [", '{"tools":['])
def test_deep_nesting_is_refused(opening: str) -> None:
    assert refusal(opening * 100_000).reason == "nested more than 200 levels deep"


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 900, 5_000])
def test_deep_nesting_is_refused_when_it_is_well_formed(levels: int) -> None:
    schema = '{"a": {}, "b": ' * levels + "1" + "}" * levels
    error = refusal(f'{{"tools": [{{"name": "x", "inputSchema": {schema}}}]}}')
    assert error.reason == "nested more than 200 levels deep"


def test_nesting_within_the_limit_loads() -> None:
    levels = MAX_DEPTH - 3
    schema = "[" * levels + "]" * levels
    assert only_tool(f'{{"tools": [{{"name": "x", "inputSchema": {schema}}}]}}').name == "x"


# Alias bombs


def bomb(levels: int, width: int) -> str:
    lines = ["l0: &l0 [x]"]
    lines += [
        f"l{level}: &l{level} [{', '.join([f'*l{level - 1}'] * width)}]"
        for level in range(1, levels)
    ]
    return "\n".join([*lines, f"tools: [*l{levels - 1}]"])


@pytest.mark.parametrize(
    "text",
    [
        bomb(10, 10),
        bomb(60, 2),
        bomb(3, 400),
        "a: &a {x: 1, y: 2}\nb: &b {<<: [" + "*a, " * 60_000 + "*a]}",
    ],
)
def test_an_alias_bomb_is_refused_at_its_pointer(text: str) -> None:
    error = refusal(text)
    assert error.reason == "aliases expand to more than 100,000 values"
    assert error.pointer.startswith("/")


@pytest.mark.parametrize("text", ["tools: &a [*a]", "tools: *nowhere", "a: &a {b: {c: *a}}"])
def test_an_alias_to_itself_or_to_nothing_is_refused(text: str) -> None:
    assert refusal(text).reason == "an alias refers to itself, or to nothing"


def test_aliases_may_share_a_schema() -> None:
    text = "s: &s {type: object}\nname: x\ntools:\n" + "".join(
        f"- {{name: t{number}, inputSchema: *s}}\n" for number in range(50)
    )
    (source,) = sources(text)
    assert all(item.input_schema == {"type": "object"} for item in source.tools)


# Size


@pytest.mark.parametrize("pack", [False, True])
def test_a_file_that_is_too_large_is_refused(tmp_path: Path, *, pack: bool) -> None:
    data = json.dumps({"tools": []}).encode().ljust(1000)
    path = tmp_path / "x.json"
    path.write_bytes(gzip.compress(data) if pack else data)
    assert load([str(path)], LoadOptions(max_bytes=1000)).files[0].tools == 0
    with pytest.raises(InputError, match="larger than 999 bytes") as caught:
        load([str(path)], LoadOptions(max_bytes=999))
    assert "--max-bytes" in (caught.value.hint or "")


def test_standard_input_that_is_too_large_is_not_read_to_its_end() -> None:
    class Endless(io.RawIOBase):
        read_so_far = 0

        def read(self, size: int = -1, /) -> bytes:
            self.read_so_far += size
            return b" " * size

    stream = Endless()
    with pytest.raises(InputError, match="larger than 100,000 bytes"):
        load(["-"], LoadOptions(stdin=cast("BinaryIO", stream), max_bytes=100_000))
    assert stream.read_so_far == 100_001


@pytest.mark.parametrize("members", [1, 5])
def test_a_gzip_bomb_is_refused_before_it_unpacks(members: int) -> None:
    packed = gzip.compress(b" " * 50_000_000) * members
    assert "larger than" in refusal(packed, LoadOptions(max_bytes=1_000_000)).reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (gzip.compress(WHOLE.encode())[:40], "the gzip data ends too early"),
        (gzip.compress(WHOLE.encode())[:-4], "the gzip data ends too early"),
        (b"\x1f\x8b\x08\x00garbage and more of it", "cannot be unpacked"),
        (gzip.compress(WHOLE.encode()) + b"rest", "cannot be unpacked"),
        (gzip.compress(b""), "is empty"),
    ],
)
def test_broken_gzip_is_refused(data: bytes, reason: str) -> None:
    assert refusal(data).reason.startswith(reason)


def test_gzip_is_recognised_by_its_content_and_in_several_members(tmp_path: Path) -> None:
    half = len(WHOLE) // 2
    packed = gzip.compress(WHOLE[:half].encode()) + gzip.compress(WHOLE[half:].encode())
    path = tmp_path / "x.json"
    path.write_bytes(packed + b"\0" * 10)
    assert load([str(path)]).catalog.tool_count == 1


@given(st.data())
def test_damaged_gzip_never_raises_anything_else(data: st.DataObject) -> None:
    packed = bytearray(zlib.compress(WHOLE.encode(), wbits=31))
    packed[data.draw(st.integers(2, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    fail_or_load(bytes(packed))


# Repeated keys


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"tools": [], "tools": []}', 'the key "tools" is written twice'),
        ('{"name": "a", "name": "b", "tools": []}', 'the key "name" is written twice'),
        ('{"servers": [{"name": "a", "tools": [], "tools": []}]}', '/servers/0: the key "tools"'),
        ('{"tools": [{"name": "a", "name": "b"}]}', '/tools/0: the key "name" is written twice'),
        (
            '{"git": [{"name": "a", "inputSchema": {}}], "git": [{"name": "b"}]}',
            'the key "git" is written twice',
        ),
        (
            '[{"type": "function", "function": {"name": "a", "name": "b", "parameters": {}}}]',
            '/0/function: the key "name" is written twice',
        ),
        ("name: a\nname: b\ntools: []\n", 'the key "name" is written twice'),
        ('{"tools": [{"name": "a", "\\u001b": 1, "\\u001b": 2}]}', '/tools/0: the key "\\x1b"'),
    ],
)
def test_a_key_repeated_in_the_structure_is_refused(text: str, error: str) -> None:
    assert str(refusal(text)).startswith(f"-: {error}")


@pytest.mark.parametrize(
    ("inside", "pointer"),
    [
        ('"inputSchema": {"a": 1, "b": 2, "a": 3}', "/tools/0/inputSchema"),
        ('"annotations": {"a": 1, "b": 2, "a": 3}', "/tools/0/annotations"),
        ('"_meta": {"x": [{"a": 1, "b": 2, "a": 3}]}', "/tools/0/_meta/x/0"),
        ('"outputSchema": {"p/q": {"a": 1, "b": 2, "a": 3}}', "/tools/0/outputSchema/p~1q"),
    ],
)
def test_a_key_repeated_inside_a_tool_is_warned_of(inside: str, pointer: str) -> None:
    found = loaded(f'{{"tools": [{{"name": "t", {inside}}}]}}')
    assert found.files[0].warnings == (
        f'{pointer}: the key "a" is repeated: its last value counts',
    )


def test_the_last_value_stands_at_the_first_key_s_place() -> None:
    text = '{"tools": [{"name": "t", "inputSchema": {"a": 1, "b": 2, "a": 3}}]}'
    assert json.dumps(only_tool(text).input_schema) == '{"a": 3, "b": 2}'


# Nothing in it


@pytest.mark.parametrize("text", ["", " \n\t ", "\ufeff", "\n" * 5])
def test_an_empty_file_is_said_to_be_empty(text: str) -> None:
    assert refusal(text).reason == "is empty"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "[[]]",
        "42",
        "null",
        '"text"',
        "[1, 2]",
        '["a"]',
        "# a heading\n",
        "Hello world",
        "A note, about tools: see below.",
        '{"name": "x", "version": "1.0", "dependencies": {"a": "1"}}',
        '[{"name": "x", "version": "1.0"}]',
        '{"items": []}',
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
        '{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}',
        '{"model": "m", "tools": [{"type": "web_search"}]}',
    ],
)
def test_a_file_without_tools_is_never_a_catalog_of_none(text: str) -> None:
    assert "no" in refusal(text).reason


@pytest.mark.parametrize(
    ("document", "count"),
    [({"tools": []}, 1), ({"servers": []}, 0), ({"name": "a", "tools": []}, 1)],
)
def test_an_empty_list_of_tools_is_an_answer(document: Any, count: int) -> None:
    found = sources(document)
    assert len(found) == count
    assert not any(source.tools for source in found)


# Unreadable


def test_a_missing_target_a_device_and_a_pipe_are_refused(tmp_path: Path) -> None:
    dangling = tmp_path / "dangling.json"
    dangling.symlink_to(tmp_path / "gone.json")
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for path, reason in (
        (str(dangling), "No such file"),
        (str(pipe), "not a regular file"),
        (os.devnull, "not a regular file"),
    ):
        with pytest.raises(InputError, match=reason) as caught:
            load([path])
        assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_a_file_and_a_folder_without_permission_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "x.json", tmp_path / "folder"):
        if path.suffix:
            path.write_text(WHOLE, encoding="utf-8")
        else:
            path.mkdir()
        path.chmod(0)
        with pytest.raises(InputError, match="cannot be read: Permission denied"):
            load([str(path)])
        path.chmod(0o700)


def test_an_error_of_the_system_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    path.write_text(WHOLE, encoding="utf-8")

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError) as caught:
        load([str(path)])
    assert str(caught.value) == f"{path}: cannot be read: Permission denied"
