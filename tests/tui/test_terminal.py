"""The explorer on a real terminal: started, keyed, left; the terminal is as it was."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import catalog_file, source, tool
from tests.process.program import environment
from tests.programs import program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60.0
MARK = "the shell is back"


class Terminal:
    """A tmux session with a shell in it."""

    def __init__(self, folder: Path, columns: int, lines: int) -> None:
        self._tmux = program("tmux")
        self._socket = f"toolsearch-{uuid.uuid4().hex}"
        self._folder = folder
        size = ("-x", str(columns), "-y", str(lines))
        self.tmux("-f", os.devnull, "new-session", "-d", *size, "sh")

    def tmux(self, *words: str) -> str:
        variables = {**environment(), "PS1": "$ ", "SHELL": "/bin/sh"}
        variables.pop("TMUX", None)
        ran = subprocess.run(
            [self._tmux, "-L", self._socket, *words],
            cwd=self._folder,
            env=variables,
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout

    def type(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def line(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    @property
    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def wait_for(self, *texts: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            seen = self.screen
            if all(text in seen for text in texts):
                return seen
            time.sleep(0.05)
        pytest.fail(f"{texts} never came:\n{self.screen}")

    def close(self) -> None:
        self.tmux("kill-server")


@pytest.fixture(params=[(80, 24), (120, 40)], ids=["80x24", "120x40"])
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path, *request.param)
    yield opened
    opened.close()


def test_a_session_in_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    tools = (tool(f"issue_{at}", f"Change issue number {at} of a board.") for at in range(60))
    catalog_file(tmp_path, source("linear", *tools), source("mail", tool("send", "Send a mail.")))
    terminal.line(f"{sys.executable} -m toolsearch_cli browse catalog.json --context 8k")
    terminal.wait_for("TIER 1", "linear", "mail", "quit")
    terminal.type("2")
    terminal.wait_for("[2 C", "8k", "16k")
    terminal.type("1")
    terminal.wait_for("[1 Disclosure]", "TIER 1")
    terminal.type("Space")
    terminal.wait_for("○")
    terminal.type("u")
    terminal.type("4")
    terminal.wait_for("[4 Search]")
    terminal.type("send", "Enter")
    terminal.wait_for("mcp__mail__send")
    terminal.type("q")
    terminal.wait_for("$")
    terminal.line(f"echo {MARK}, code $?")
    seen = terminal.wait_for(f"{MARK}, code 0")
    assert "TIER" not in seen, "the alternate screen was not left"
    modes = terminal.tmux("display-message", "-p", "#{alternate_on}#{mouse_any_flag}")
    assert modes.strip() == "00"


def test_without_a_terminal_it_says_what_to_do(tmp_path: Path) -> None:
    from tests.process.program import run

    ran = run("browse", catalog_file(tmp_path, source("mail", tool("send", "Send."))))
    assert ran.code == 2
    assert ran.said[0] == "toolsearch: error: browse needs a terminal"
