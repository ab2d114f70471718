"""`toolsearch capture --discover`: configs are found and shown; nothing starts without a word."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.live.odd import command
from tests.process.program import Ran, run, run_on_terminal

if TYPE_CHECKING:
    from pathlib import Path

PLANTED = "planted-7c1e"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A home folder with two configs that name servers, one that names none, one that is broken."""
    write(tmp_path / "home/.cursor/mcp.json", "mcpServers", doors=server(tmp_path, env=PLANTED))
    write(tmp_path / "home/.gemini/settings.json", "theme")
    write(tmp_path / "project/.mcp.json", "mcpServers", again=server(tmp_path, env=PLANTED))
    write(tmp_path / "project/.vscode/mcp.json", "servers", gates=server(tmp_path, "pages"))
    (tmp_path / "home/.kiro/settings").mkdir(parents=True)
    (tmp_path / "home/.kiro/settings/mcp.json").write_text("{", encoding="utf-8")
    return tmp_path


def server(folder: Path, behaviour: str = "good", env: str = "") -> dict[str, Any]:
    program, *args = command(behaviour)
    given = {"ODD_LOG": str(folder / "log"), **({"MY_KEY": env} if env else {})}
    return {"command": program, "args": args, "env": given, "cwd": str(folder)}


def write(path: Path, key: str, **servers: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({key: servers}), encoding="utf-8")


def variables(machine: Path) -> dict[str, Any]:
    return {"HOME": str(machine / "home"), "XDG_CONFIG_HOME": "", "CODEX_HOME": ""}


def was_asked(machine: Path) -> bool:
    return (machine / "log").exists()


def discover(machine: Path, *words: str) -> Ran:
    words = ("capture", "--discover", *words)
    return run(*words, folder=machine / "project", **variables(machine))


def test_nothing_starts_without_a_word(machine: Path) -> None:
    ran = discover(machine)
    assert (ran.code, ran.out) == (2, b"")
    assert not was_asked(machine)
    said = ran.err.decode()
    assert said.index(".mcp.json:") < said.index(".vscode/mcp.json:")
    assert "odd_server.py good  (env: ODD_LOG, MY_KEY)" in said
    assert "not started: doors of ~/.cursor/mcp.json: the same as in .mcp.json" in said
    assert "toolsearch: warning: passed over: ~/.kiro/settings/mcp.json: not JSON" in said
    assert ran.said[-2:] == [
        "toolsearch: error: nothing was started",
        "hint: --yes starts what --discover finds",
    ]
    assert PLANTED not in said


def test_yes_starts_what_was_found(machine: Path) -> None:
    ran = discover(machine, "--yes", "-q")
    assert ran.code == 0, ran.err
    assert [one["name"] for one in json.loads(ran.out)["servers"]] == ["again", "gates"]


@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"n\n", 2), (b"\n", 2), (b"\x04", 130)])
def test_on_a_terminal_it_asks(typed: bytes, code: int, machine: Path) -> None:
    out = machine / "tools.json"
    ran = run_on_terminal(
        *("capture", "--discover", "-o", str(out)),
        typed=typed,
        folder=machine / "project",
        **variables(machine),
    )
    assert ran.code == code, ran.out
    assert b"Start these 2 servers? [y/N]: " in ran.out
    assert ran.out.index(b"odd_server.py pages") < ran.out.index(b"Start these")
    assert was_asked(machine) == out.exists() == (code == 0)


def test_what_cannot_be_started_is_said_and_not_counted(machine: Path) -> None:
    write(
        machine / "project/.mcp.json",
        "mcpServers",
        good=server(machine),
        broken={"command": "x", "args": [None]},
    )
    (machine / "project/.vscode/mcp.json").unlink()
    ran = run_on_terminal(
        *("capture", "--discover", "--without", "doors", "-o", "t.json"),
        typed=b"n\n",
        columns=200,
        folder=machine / "project",
        **variables(machine),
    )
    assert ran.code == 2
    assert b"broken  cannot be started: args/0: expected a string, found null" in ran.out
    assert b"Start this server? [y/N]: " in ran.out


def test_a_machine_without_configs_is_told(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    ran = discover(tmp_path)
    assert ran.code == 2
    assert ran.said[0] == "toolsearch: error: no client's config that names servers was found"


def test_inputs_are_asked_for_on_a_terminal_without_an_echo(tmp_path: Path) -> None:
    program, *args = command("tells-secrets")
    config = {
        "inputs": [{"id": "my-key", "type": "promptString", "description": "Key of the door"}],
        "servers": {
            "doors": {"command": program, "args": args, "env": {"ODD_TOKEN": "${input:my-key}"}}
        },
    }
    (tmp_path / "mcp.json").write_text(json.dumps(config), encoding="utf-8")
    out = tmp_path / "tools.json"
    words = ("capture", "mcp.json", "-o", str(out))
    ran = run_on_terminal(*words, typed=b"planted\n", prompt=b"\nmy-key: ", folder=tmp_path)
    assert ran.code == 0, ran.out
    assert b"mcp.json asks for my-key: Key of the door" in ran.out
    assert b"planted" not in ran.out
    assert "The key is [hidden: my-key]." in out.read_text(encoding="utf-8")
    unanswered = run("capture", "mcp.json", folder=tmp_path)
    assert unanswered.code == 3
    assert b"set the environment variable TOOLSEARCH_INPUT_MY_KEY" in unanswered.err
