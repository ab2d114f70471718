"""Rules that hardly any real tool breaks: real tools with one thing changed, or two side by side.

Each is tried on what breaks it, and on what comes near and does not.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.checks.rules.altered import CREATE, FETCH, LOG, OBJECT, TIME
from tests.checks.rules.real import alone, catalog, fires, found_in, places, real


@pytest.mark.parametrize(
    ("first", "second", "speaks"),
    [
        ("create_issue", "create-issue", True),
        ("create.issue", "create issue", True),
        ("create_issue", "create_issue", True),
        ("create_issue", "createIssue", False),
        ("create_issue", "create_issue_", False),
        ("create_issue", "create_issues", False),
    ],
)
def test_201_ambiguous_names_of_one_source(first: str, second: str, *, speaks: bool) -> None:
    both = catalog(("github", "mcp", (real(CREATE, name=first), real(LOG, name=second))))
    found = found_in(both, "TS201")
    assert bool(found) is speaks
    if speaks:
        assert places(found) <= {f"github/{first}", f"github/{second}"}
        assert len(found) == (1 if first == second else 2)


@pytest.mark.parametrize(
    ("first", "second", "speaks"),
    [
        ("my-git", "my_git", True),
        ("git", "git", True),
        ("a.b", "a b", True),
        ("git", "Git", False),
        ("git", "git_", False),
        ("git", "git2", False),
    ],
)
def test_202_names_that_another_source_owns(first: str, second: str, *, speaks: bool) -> None:
    tools = (real(LOG),)
    found = found_in(catalog((first, "mcp", tools), (second, "mcp", tools)), "TS202")
    assert [one.place.position for one in found] == ([1] if speaks else [])


def test_202_a_plugin_takes_no_name_of_an_mcp_tool() -> None:
    tools = (real(LOG),)
    assert not found_in(catalog(("git", "mcp", tools), ("git", "plugin", tools)), "TS202")


def test_203_a_client_sees_published_names_only() -> None:
    """Claude Desktop takes 64 characters, and none of them is of another host's prefix."""
    for length, speaks in ((64, False), (65, True)):
        found = found_in(alone(real(LOG, name="a" * length)), "TS203", limits=("claude-desktop",))
        assert bool(found) is speaks


@pytest.mark.parametrize(
    ("name", "refusing"),
    [
        ("git.log", {"anthropic", "openai", "claude-desktop"}),
        ("git log", {"mcp", "anthropic", "openai", "gemini", "claude-desktop"}),
        ("1st_log", {"gemini"}),
        ("журнал", {"mcp", "anthropic", "openai", "gemini", "claude-desktop"}),
        ("git_log", set()),
        ("git-log", set()),
        ("gitLog2", set()),
        ("_log", set()),
    ],
)
def test_204_characters_that_hosts_refuse(name: str, refusing: set[str]) -> None:
    found = found_in(alone(real(LOG, name=name)), "TS204")
    said = found[0].message.partition(" refuse")[0].split(", ") if found else []
    assert set(said) == refusing


def test_204_only_the_hosts_that_count_are_asked() -> None:
    named = alone(real(LOG, name="git.log"))
    assert not found_in(named, "TS204", limits=("mcp", "gemini"))
    assert found_in(named, "TS204", limits=("openai",))


@pytest.mark.parametrize(
    ("address", "name", "speaks"),
    [
        (LOG, "tool_search", True),
        (CREATE, "tool_call", True),
        (FETCH, "tool_describe", True),
        (LOG, "tool_searches", False),
        (CREATE, "toolSearch", False),
        (FETCH, "search_tool", False),
    ],
)
def test_205_names_of_the_bridge(address: str, name: str, *, speaks: bool) -> None:
    tool = real(address, name=name)
    assert fires(tool, "TS205") is speaks
    assert fires(tool, "TS205", kind="plugin") is speaks


@pytest.mark.parametrize("address", [LOG, CREATE, FETCH])
@pytest.mark.parametrize(
    ("description", "speaks"),
    [(None, True), ("", True), (" \n\t", True), (".", False), ("No.", False), (0, False)],
)
def test_301_no_description(address: str, description: Any, *, speaks: bool) -> None:
    assert fires(real(address, description=description), "TS301") is speaks


@pytest.mark.parametrize("address", [LOG, CREATE, FETCH])
@pytest.mark.parametrize(
    ("description", "speaks"),
    [
        (7, True),
        (["Log"], True),
        ({}, True),
        (False, True),
        (None, False),
        ("7", False),
        ("", False),
    ],
)
def test_307_a_description_that_is_no_text(address: str, description: Any, *, speaks: bool) -> None:
    assert fires(real(address, description=description), "TS307") is speaks


@pytest.mark.parametrize(
    ("name", "description", "said"),
    [
        ("git_log", "显示提交日志", "only its name"),
        ("git_log", "Показывает журнал", "only its name"),
        ("журнал", "Показывает журнал", "nothing finds it"),
        ("git_log", "!?", "only its name"),
        ("git_log", "显示提交日志 (log)", None),
        ("git_log", "7", None),
        ("журнал", "Log", None),
        ("git_log", "", None),
    ],
)
def test_403_text_without_a_word_that_is_indexed(
    name: str, description: str, said: str | None
) -> None:
    found = found_in(alone(real(LOG, name=name, description=description)), "TS403")
    assert len(found) == (said is not None)
    assert said is None or said in found[0].message


@pytest.mark.parametrize("address", [LOG, CREATE, FETCH])
@pytest.mark.parametrize(
    ("schema", "speaks"),
    [
        (None, True),
        ({}, True),
        ([], True),
        ("object", True),
        ({"type": "array"}, True),
        ({"type": ["object"]}, True),
        ({"properties": {}}, True),
        ({"type": "object"}, False),
        (OBJECT, False),
        ({"type": "object", "anyOf": []}, False),
        ({"type": "object", "properties": []}, True),
        ({"type": "object", "properties": None}, True),
    ],
)
def test_501_schemas_that_describe_no_object(address: str, schema: Any, *, speaks: bool) -> None:
    assert fires(real(address, input_schema=schema), "TS501") is speaks


@pytest.mark.parametrize(
    ("schema", "unknown"),
    [
        ({**OBJECT, "required": ["paht"]}, "'paht' is required"),
        ({**OBJECT, "required": ["path", "a", "b"]}, "'a', 'b' are required"),
        ({"type": "object", "properties": {"in": {**OBJECT, "required": ["x"]}}}, "'in.x'"),
        ({"type": "object", "required": ["x"]}, "'x'"),
        (
            {"properties": {"all": {"type": "array", "items": {**OBJECT, "required": ["x"]}}}},
            "all[].x",
        ),
        ({**OBJECT, "required": ["path"]}, None),
        ({**OBJECT, "required": "paht"}, None),
        ({**OBJECT, "required": []}, None),
        ({"type": "object", "required": ["x"], "allOf": [{"properties": {"x": {}}}]}, None),
        ({**OBJECT, "anyOf": [{"required": ["path"]}, {"required": ["x"]}]}, None),
        ({"type": "object", "properties": {"required": {"enum": ["x"]}}}, None),
        (
            {
                "type": "object",
                "properties": {"d": {"default": {"properties": {}, "required": ["x"]}}},
            },
            None,
        ),
        ({"type": "object", "$ref": "#/$defs/T", "required": ["x"]}, None),
    ],
)
def test_503_required_but_not_described(schema: Any, unknown: str | None) -> None:
    for address in (LOG, CREATE, FETCH):
        found = found_in(alone(real(address, input_schema=schema)), "TS503")
        assert len(found) == (unknown is not None)
        assert unknown is None or unknown in found[0].message


@pytest.mark.parametrize(
    ("character", "named"),
    [
        ("\x1b", "U+001B ESCAPE"),
        ("\x07", "U+0007 BELL"),
        ("\x00", "U+0000 NULL"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("\u2028", "U+2028 LINE SEPARATOR"),
        ("\n", None),
        ("\t", None),
        ("\r\n", None),
        ("\xa0", None),
        ("é", None),
        ("提", None),
        ("❤️", None),
        ("👩‍💻", None),
        ("::error::", None),
    ],
)
def test_601_characters_that_nobody_sees(character: str, named: str | None) -> None:
    text = f"Shows{character} it"
    schema = {"type": "object", "properties": {"a": {"enum": [{"deep": text}]}}}
    key = {"type": "object", "properties": {f"a{character}": {}}}
    for where, tool in (
        ("description", real(LOG, description=text)),
        ("inputSchema/properties/a/enum/deep", real(CREATE, input_schema=schema)),
        ("inputSchema/properties, a key", real(FETCH, input_schema=key)),
        ("title", real(TIME, title=text)),
        ("name", real(LOG, name=f"git{character}log")),
    ):
        found = found_in(alone(tool), "TS601")
        assert [one.message for one in found] == (
            [f"{where}: hidden characters: {named}"] if named else []
        )
