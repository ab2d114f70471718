"""Files that are no good configs, and where a config's relative paths start."""

from __future__ import annotations

import json
import shlex
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.errors import InputError
from toolsearch_cli.live.configs import Program, Unusable, read_config
from toolsearch_cli.live.configs.reading import NoServersError, folder_of, parse_config
from toolsearch_cli.live.configs.variables import UnfilledError, Variables, expand
from toolsearch_cli.live.hidden import redaction


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("{", "not JSON"),
        ('{"tools": []}', "names no servers"),
        ('{"mcpServers": {}}', "names no servers"),
        ("[1, 2]", "names no servers"),
        ("3", "names no servers"),
    ],
)
def test_a_file_without_servers_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        parse_config(text, "c.json")
    assert caught.value.file == "c.json"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_config(tmp_path / "none.json")


@pytest.mark.parametrize("settings", ["{}", '{"command": ""}', '{"url": null}'])
def test_a_server_without_a_launch_is_unusable(settings: str) -> None:
    (one,) = parse_config(f'{{"mcpServers": {{"a": {settings}}}}}', "c").entries({})
    assert one.launch == Unusable("has neither a command nor a URL")


def test_settings_alone_are_of_an_extension_in_zed_only() -> None:
    (one,) = parse_config('{"mcpServers": {"a": {"settings": {}}}}', "c").entries({})
    assert one.skipped == ""


def test_arguments_are_filled_in_from_what_the_server_is_given() -> None:
    """As `mcp-remote` has it written for clients that fill nothing in."""
    args = ["mcp-remote", "https://x/sse", "--header", "Authorization:${AUTH_HEADER}"]
    env = {"AUTH_HEADER": "Bearer ${TOKEN}"}
    settings = {"command": "npx", "args": args, "env": env}
    config = parse_config(json.dumps({"mcpServers": {"a": settings}}), "c")
    (one,) = config.entries({"TOKEN": "planted-7c1e"})
    assert isinstance(one.launch, Program)
    assert one.launch.command[-1].text == "Authorization:Bearer planted-7c1e"
    assert one.shown.endswith("--header 'Authorization:${AUTH_HEADER}'")
    assert redaction(one.secrets).text("Bearer planted-7c1e") == "[hidden: AUTH_HEADER]"
    (one,) = config.entries({"AUTH_HEADER": "Basic x"})
    assert one.launch == Unusable("needs the environment variable TOKEN, which is not set")


def test_a_command_in_one_text_is_split_as_a_shell_does() -> None:
    text = '{"mcpServers": {"a": {"command": "npx -y \'my server\'"}}}'
    (one,) = parse_config(text, "c").entries({})
    assert isinstance(one.launch, Program)
    assert [word.text for word in one.launch.command] == ["npx", "-y", "my server"]


@pytest.mark.parametrize("name", ["./echo hello", "sub dir/echo"])
def test_a_program_with_a_space_in_its_name_is_looked_for_where_it_is_started(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "start" / name
    path.parent.mkdir(parents=True)
    path.touch(0o755)
    settings = json.dumps({"command": name, "cwd": "start"})
    path = tmp_path / ".mcp.json"
    path.write_text(f'{{"mcpServers": {{"a": {settings}}}}}', encoding="utf-8")
    (one,) = read_config(path).entries({})
    assert isinstance(one.launch, Program)
    assert ([word.text for word in one.launch.command], one.shown) == ([name], shlex.quote(name))
    (one,) = parse_config(path.read_text(encoding="utf-8"), "c").entries({})
    assert one.shown == name


def test_what_is_shown_of_a_command_is_what_is_started(tmp_path: Path) -> None:
    """A folder of that name is no program."""
    (tmp_path / "a --b").mkdir()
    path = tmp_path / ".mcp.json"
    path.write_text('{"mcpServers": {"a": {"command": "./a --b"}}}', encoding="utf-8")
    (one,) = read_config(path).entries({})
    assert isinstance(one.launch, Program)
    assert ([word.text for word in one.launch.command], one.shown) == (["./a", "--b"], "./a --b")


@pytest.mark.parametrize(
    ("file", "folder"),
    [
        ("/p/.mcp.json", "/p"),
        ("/p/.vscode/mcp.json", "/p"),
        ("/p/.kiro/settings/mcp.json", "/p"),
        ("/p/.hidden/.mcp.json", "/p/.hidden"),
        ("/p/configs/a.json", "/p/configs"),
    ],
)
def test_a_config_is_about_a_folder(file: str, folder: str) -> None:
    assert folder_of(Path(file)) == Path(folder)


def test_a_file_about_many_projects_is_asked_for_one() -> None:
    server = '{"a": {"command": "a-server"}}'
    text = (
        f'{{"mcpServers": {{"b": {{"command": "b"}}}}, '
        f'"projects": {{"/w/x": {{"mcpServers": {server}}}, "/w/y": {{}}}}}}'
    )
    config = parse_config(text, "~/.claude.json", None, Path("/w/x"))
    assert [(one.name, one.pointer) for one in config.servers] == [
        ("b", "/mcpServers/b"),
        ("a", "/projects/~1w~1x/mcpServers/a"),
    ]
    alone = f'{{"projects": {{"/w/x": {{"mcpServers": {server}}}}}}}'
    with pytest.raises(NoServersError):
        parse_config(alone, "~/.claude.json", None, Path("/w/y"))


REFERENCES = st.text(alphabet="${}:-envfilpuscrt.AB_/~ ")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | REFERENCES,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [
        *("command", "args", "env", "url", "headers", "type", "tools", "cwd", "envFile"),
        *("env_vars", "requestOptions", "enabled", "disabled", "env_http_headers"),
    ]
)


@given(settings=st.dictionaries(KEYS, JSON), inputs=JSON)
def test_any_settings_come_to_an_entry(settings: dict[str, Any], inputs: Any) -> None:
    text = json.dumps({"mcpServers": {"a": settings}, "inputs": inputs})
    (one,) = parse_config(text, "c.json").entries({})
    assert one.shown


@given(text=REFERENCES)
def test_any_reference_is_filled_in_or_said(text: str) -> None:
    known = Variables(environment={"A": "planted"}, inputs={"B": "planted"}, bare=True)
    with suppress(UnfilledError):
        filled, used = expand(text, known)
        assert filled == text or used


@given(text=st.text() | REFERENCES)
def test_any_text_is_a_config_or_refused(text: str) -> None:
    with suppress(InputError):
        assert parse_config(text, "c.yaml").servers
