"""Secrets that a server is given reach no file, no stream and no terminal, whatever it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.live.odd import command
from tests.live.odd_web import odd_web
from tests.process.program import run_on_terminal

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.inside import Inside

pytest_plugins = ("tests.cli.inside",)

TALKATIVE = ("tells-secrets", "tells-secrets-in-errors")
ENVIRONMENT = {"FROM_OUTSIDE": "Planted_outside", "ODD_INPUT": "planted input"}


WORDS = (
    *("--config", '{"token": "planted json", "mode": "fast"}', "-kplanted/glued", "--token"),
    *("-planted9dash", "Bearer", "planted-bearer", "-H", "X-Api-Key: planted two words"),
    *("--pass", "planted-pass", "https://planted-user1:planted%2Fpw@h/x?sig=planted-sig"),
    *("-e", "MY_TOKEN=planted in words", "Server=h;Password=planted pairs", "ghp_planted123456"),
    "export A_KEY='planted in quotes'; cat <<E\npassword: planted in a document\nE\n",
)
"""Secrets in every form that a command has them in; the server says each of them."""


def config(folder: Path, *behaviours: str, url: str = "http://127.0.0.1:9/mcp") -> str:
    servers: dict[str, Any] = {}
    for behaviour in behaviours:
        program, *args = command(behaviour, "--api-key", "planted+key/1", *WORDS, "${FROM_OUTSIDE}")
        env = {"ODD_TOKEN": "planted-token", "ODD_LOG": str(folder / "log")}
        servers[behaviour] = {"command": program, "args": args, "env": env}
    servers["web"] = {
        "url": f"{url}?access_token=planted-query",
        "headers": {"Authorization": "Bearer planted-header", "X-Key": "${FROM_OUTSIDE}"},
    }
    path = folder / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("flag", ["-v", "-q"])
def test_no_secret_is_told(flag: str, inside: Inside, tmp_path: Path) -> None:
    with odd_web("broken") as server:
        named = config(tmp_path, *TALKATIVE, url=server.url)
        out = tmp_path / "tools.json"
        printed = inside("capture", named, flag, **_variables())
        written = inside("capture", named, flag, "-o", str(out), **_variables())
        checked = inside("capture", named, "--check", str(out), "--allow-partial", **_variables())
    assert b"[hidden: ODD_TOKEN]" in printed.out
    assert b"[hidden: FROM_OUTSIDE]" in printed.out
    everything = (printed, written, checked)
    for text in (out.read_bytes(), *(ran.out + ran.err for ran in everything)):
        assert b"planted" not in text.lower()
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert "tools/call" not in log


def test_no_secret_reaches_a_terminal(tmp_path: Path) -> None:
    named = config(tmp_path, *TALKATIVE)
    ran = run_on_terminal("capture", named, "-v", columns=200, **_variables())
    assert ran.code == 3
    assert b"published a secret that it was given" in ran.out
    assert b"planted" not in ran.out.lower()


@pytest.mark.parametrize("behaviour", TALKATIVE)
def test_neither_does_one_of_the_command_line(behaviour: str, inside: Inside) -> None:
    words = command(behaviour, *WORDS, "--password", "planted-word")
    ran = inside("capture", "--env", "ODD_TOKEN=env:FROM_OUTSIDE", "--", *words, **_variables())
    assert b"planted" not in (ran.out + ran.err).lower()
    assert b"[hidden: ODD_TOKEN]" in ran.out


def _variables() -> dict[str, Any]:
    return dict(ENVIRONMENT)
