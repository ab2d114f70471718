"""Files of variables: opened when a server is started, and only what is no trap."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.live.odd import command, missed, told
from toolsearch_cli.live.configs import Program, ServerEntry, Unusable, read_config, with_env_file
from toolsearch_cli.live.configs.choosing import chosen, with_environment
from toolsearch_cli.live.hidden import redaction

if TYPE_CHECKING:
    from pathlib import Path


def entry(folder: Path, file: str, **env: str) -> ServerEntry:
    program, *args = command("tells-secrets")
    settings = {"command": program, "args": args, "envFile": file, "env": env}
    path = folder / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": {"a": settings}}), encoding="utf-8")
    (one,) = read_config(path).entries({})
    return one


def env(one: ServerEntry) -> dict[str, str]:
    assert isinstance(one.launch, Program), one
    return {name: value.text for name, value in one.launch.env}


def test_it_is_named_to_whoever_is_asked_and_not_opened_yet(tmp_path: Path) -> None:
    one = entry(tmp_path, "local.env", A="1")
    assert one.described.endswith(f"  (env: A; envFile: {tmp_path / 'local.env'})")
    (tmp_path / "local.env").write_text("B=2\nA=lost\nC=file\n", encoding="utf-8")
    assert env(with_env_file(with_environment(one, {"C": "3"}))) == {"A": "1", "B": "2", "C": "3"}


def test_its_secrets_reach_the_server_and_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "local.env").write_text("ODD_TOKEN=planted-7c1e", encoding="utf-8")
    one = entry(tmp_path, "local.env")
    found = told(one)
    assert found.instructions == "The key is [hidden: ODD_TOKEN]."
    assert "planted" not in json.dumps(found.tools)
    assert redaction(with_env_file(one).secrets).text("planted-7c1e") == "[hidden: ODD_TOKEN]"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda _: None, "No such file or directory"),
        (os.mkfifo, "not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
        (lambda path: path.write_bytes(b"A=1\n" * (1 << 18) + b"B"), "larger than 1,048,576 bytes"),
        (lambda path: path.write_bytes(b"A=\xff"), "UTF-8"),
    ],
)
def test_what_is_no_file_of_variables_makes_the_server_unusable(
    make: object, said: str, tmp_path: Path
) -> None:
    assert callable(make)
    make(tmp_path / "x.env")
    one = entry(tmp_path, "x.env", A="1")
    assert one.is_usable
    given = with_env_file(one)
    assert isinstance(given.launch, Unusable)
    start = f"its envFile cannot be read: {tmp_path / 'x.env'}: "
    assert given.launch.reason.startswith(start)
    assert said in given.launch.reason
    assert missed(one).reason == given.launch.reason


def test_servers_with_different_files_are_different(tmp_path: Path) -> None:
    both = (entry(tmp_path, "a.env"), entry(tmp_path, "b.env"))
    assert chosen(both).entries == both
