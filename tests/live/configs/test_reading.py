"""Files that are no good configs, and where a config's relative paths start."""

from __future__ import annotations

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


def test_a_command_in_one_text_is_split_as_a_shell_does() -> None:
    text = '{"mcpServers": {"a": {"command": "npx -y \'my server\'"}}}'
    (one,) = parse_config(text, "c").entries({})
    assert isinstance(one.launch, Program)
    assert [word.text for word in one.launch.command] == ["npx", "-y", "my server"]


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


def test_an_env_file_that_is_not_there_makes_it_unusable(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"servers": {"a": {"command": "a", "envFile": "none"}}}', encoding="utf-8")
    (one,) = read_config(path).entries({})
    assert one.shown == f"its envFile cannot be read: {tmp_path / 'none'}"


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
    import json

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
