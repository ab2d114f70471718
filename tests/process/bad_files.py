"""Files that are no catalog, by kind: at least four of each."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import Any

TOOL = {"name": "open_door", "description": "Opens.", "inputSchema": {"type": "object"}}
WHOLE = json.dumps({"name": "git", "kind": "mcp", "tools": [TOOL]}, indent=1).encode()
BOM = b"\xef\xbb\xbf"
DEEP = 100_000
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Bad:
    """A file that must be refused."""

    kind: str
    data: bytes
    says: str
    """What must follow the file's name: the pointer or place, and the reason."""
    name: str = "bad.json"
    words: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    zeros: int = 0
    """Bytes of a sparse file that come after the data."""


def written(value: Any) -> bytes:
    return json.dumps(value).encode()


def _servers(**server: Any) -> bytes:
    return written({"servers": [{"name": "a", "tools": [TOOL]}, server]})


TRUNCATED = (
    Bad("truncated", WHOLE[:1], "not JSON: expecting property name enclosed in double quotes at"),
    Bad("truncated", WHOLE[:30], "not JSON: unterminated string starting at line 3, column 10"),
    Bad("truncated", WHOLE[:-1], "not JSON: expecting ',' delimiter at line 13, column 1"),
    Bad("truncated", WHOLE[: WHOLE.index(b"Opens")], "not JSON: unterminated string starting at"),
    Bad("truncated", b"name: git\ntools: [{name: a", "not YAML: ", name="bad.yaml"),
    Bad("truncated", gzip.compress(WHOLE)[:-9], "the gzip data ends too early", "bad.json.gz"),
    Bad("truncated", written(TOOL) + b"\n" + written(TOOL)[:40], "not JSON: ", name="bad.jsonl"),
)
HUGE = b"tools: [{name: a, inputSchema: {x: 0x" + b"f" * 50_000 + b"}}]"
WRONG_TYPE = (
    Bad("wrong type", b"42", "names no tools"),
    Bad("wrong type", b'"tools"', "names no tools"),
    Bad("wrong type", b"[1, 2]", "names no tools"),
    Bad("wrong type", b'{"servers": 5}', "/servers: expected an array, found a number"),
    Bad("wrong type", b'{"servers": null}', "/servers: expected an array, found null"),
    Bad("wrong type", _servers(name="b"), "/servers/1: has no `tools`"),
    Bad("wrong type", b'{"servers": ["git"]}', "/servers/0: expected an object, found a string"),
    Bad("wrong type", _servers(name=7, tools=[]), "/servers/1/name: expected a string, found a"),
    Bad("wrong type", _servers(name="b", kind=1, tools=[]), "/servers/1/kind: expected a string"),
    Bad("wrong type", _servers(name="b", kind="x", tools=[]), "/servers/1/kind: unknown kind"),
    Bad("wrong type", _servers(name="b", tools={}), "/servers/1/tools: expected an array, found"),
    Bad("wrong type", b'{"tools": "x"}', "/tools: expected an array, found a string"),
    Bad("wrong type", b'{"tools": [5]}', "/tools/0: not a tool: ", words=("--strict",)),
    Bad("wrong type", b'{"tools": [{"name": []}]}', "/tools/0: not a tool: ", words=("--strict",)),
    Bad("wrong type", HUGE, "/tools/0/inputSchema/x: not a usable int", name="bad.yaml"),
    Bad("wrong type", b"name: git\ntools: 5\n", "/tools: expected an array", name="bad.yaml"),
    Bad(
        "wrong type",
        b'{"name": "a", "tools": [], "instructions": {}}',
        "/instructions: expected a string, found an object",
    ),
)
WITH_BOM = (
    Bad("BOM", BOM, "is empty"),
    Bad("BOM", BOM + BOM + WHOLE, "starts with two byte order marks"),
    Bad("BOM", BOM + WHOLE[:-1], "not JSON: expecting ',' delimiter at line 13, column 1"),
    Bad("BOM", BOM + b'{"tools": 5}', "/tools: expected an array, found a number"),
    Bad("BOM", BOM + BOM + b"tools: []", "starts with two byte order marks", name="bad.yaml"),
)
UTF16 = (
    Bad("UTF-16", WHOLE.decode().encode("utf-16"), "is UTF-16, not UTF-8"),
    Bad("UTF-16", b"\xfe\xff" + WHOLE.decode().encode("utf-16-be"), "is UTF-16, not UTF-8"),
    Bad("UTF-16", WHOLE.decode().encode("utf-16-le"), "is UTF-16 or UTF-32, not UTF-8"),
    Bad("UTF-16", WHOLE.decode().encode("utf-16-be"), "is UTF-16 or UTF-32, not UTF-8"),
    Bad("UTF-16", "name: gît\n".encode("utf-16"), "is UTF-16, not UTF-8", name="bad.yaml"),
)
NESTED = tuple(
    Bad("deep nesting", data, "nested more than 200 levels deep", name=name)
    for data, name in (
        (b"[" * DEEP + b"]" * DEEP, "bad.json"),
        (b'{"a":' * DEEP + b"1" + b"}" * DEEP, "bad.json"),
        (b'[{"a":' * DEEP + b"1" + b"}]" * DEEP, "bad.json"),
        (b'{"tools":[{"name":"a","inputSchema":' + b"[" * DEEP, "bad.json"),
        (b"tools: " + b"[" * DEEP, "bad.yaml"),
        (b"a: " + b"{b: " * DEEP, "bad.yaml"),
        (b"- " * DEEP, "bad.yaml"),
    )
)


def bomb(first: str, level: str, last: str) -> bytes:
    """YAML of ten anchors, each holding the one before ten times."""
    lines = [f"l0: &l0 {first}"]
    for number in range(1, 10):
        keys = iter("abcdefghij")
        inner = ", ".join(level.format(key=key, alias=f"*l{number - 1}") for key in keys)
        opening, closing = ("{", "}") if "{key}" in level else ("[", "]")
        lines.append(f"l{number}: &l{number} {opening}{inner}{closing}")
    return "\n".join([*lines, last]).encode()


ALIASED = tuple(
    Bad("alias bomb", data, says, name="bad.yaml")
    for data, says in (
        (bomb("[x]", "{alias}", "tools: *l9"), "/l5/"),
        (bomb("{a: x}", "{key}: {alias}", "tools: []"), "/l5/"),
        (bomb("{type: x}", "{alias}", "tools: [{name: a, inputSchema: *l9}]"), "/l5/"),
        (bomb("{name: a}", "{alias}", "name: git\ntools: [*l9]"), "/l5/"),
        (b"tools: &a [*a]", "/tools/0: an alias refers to itself, or to nothing"),
        (b"a: &a {x: 1, y: 2}\nb: {<<: [" + b"*a, " * 60_000 + b"*a]}", "/b"),
    )
)
TOO_LARGE = (
    Bad("too large", b'{"tools": []}', "larger than 67,108,864 bytes", zeros=64 * MIB),
    Bad("too large", gzip.compress(b" " * MIB) * 65, "larger than 67,108,864 bytes", "bad.json.gz"),
    Bad("too large", WHOLE, "larger than 100 bytes", words=("--max-bytes", "100")),
    Bad("too large", gzip.compress(WHOLE), "larger than 9 bytes", words=("--max-bytes", "9")),
    Bad("too large", b"x" * 2000, "larger than 1,999 bytes", words=("--max-bytes", "1999")),
)
NULS = (
    Bad("NUL", b"\0", "holds a NUL byte at offset 0"),
    Bad("NUL", WHOLE + b"\0", f"holds a NUL byte at offset {len(WHOLE)}"),
    Bad("NUL", b'{"tools": [{"na\0me": "a"}]}', "holds a NUL byte at offset 15"),
    Bad("NUL", b"name: a\0\ntools: []", "holds a NUL byte at offset 7", name="bad.yaml"),
    Bad("NUL", gzip.compress(b'{"tools"\0: []}'), "holds a NUL byte at offset 8"),
)
REPEATED = (
    Bad("duplicate keys", b'{"tools": [], "tools": []}', 'the key "tools" is written twice'),
    Bad("duplicate keys", b'{"git":[{"name":"a","inputSchema":{}}],"git":[]}', 'the key "git" is'),
    Bad(
        "duplicate keys",
        b'{"servers": [{"name": "a", "name": "b", "tools": []}]}',
        '/servers/0: the key "name" is written twice',
    ),
    Bad(
        "duplicate keys",
        b'{"tools": [{"name": "a"}, {"name": "b", "description": "", "description": "x"}]}',
        '/tools/1: the key "description" is written twice',
    ),
    Bad("duplicate keys", b"name: a\ntools: []\nname: b\n", 'the key "name" is', name="bad.yaml"),
)
EMPTY = (
    Bad("empty", b"", "is empty"),
    Bad("empty", b" \n\t \n", "is empty"),
    Bad("empty", b"null", "names no tools"),
    Bad("empty", b"{}", "names no tools"),
    Bad("empty", b"[]", "names no tools"),
    Bad("empty", b"# nothing yet\n", "holds nothing but comments", name="bad.yaml"),
    Bad("empty", b"---\n...\n", "names no tools", name="bad.yaml"),
    Bad("empty", gzip.compress(b""), "is empty", name="bad.json.gz"),
)
