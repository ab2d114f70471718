"""The prompt as a process: on a real terminal, and fed from a pipe."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import TRACKERS, catalog_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMMAND = (sys.executable, "-m", "toolsearch_cli", "query")
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>()][0-9A-B]?)")
PATIENCE = 60
"""Seconds until a test gives up; nothing is timed."""


class Terminal:
    """A terminal of 100 columns with `toolsearch query` on it."""

    def __init__(self, *words: str, **variables: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment(), "TERM": "xterm", **variables},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def wait_for(self, text: str) -> str:
        """Read until `text` is shown; return what came up to there, and forget it."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            ready, _, _ = select.select([self._ours], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{text!r} never came: {self.seen!r}"
            try:
                self.seen += ESCAPES.sub("", os.read(self._ours, 65_536).decode("utf-8", "replace"))
            except OSError:
                pytest.fail(f"{text!r} never came: {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def end(self) -> int:
        """Read what is left, so that the process can end; return its exit code."""
        while True:
            try:
                if not os.read(self._ours, 65_536):
                    break
            except OSError:
                break
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "TOOLSEARCH" not in name}
    # Nothing answers the terminal's questions here.
    return {**kept, "PYTHONUTF8": "1", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "100"}


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


@pytest.fixture
def terminal(trackers: str, tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal("-c", trackers, "--context", "200k", XDG_CACHE_HOME=str(tmp_path / "cache"))
    yield opened
    opened.close()


def test_a_session_on_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait_for("hermes · 200k >")
    terminal.type("archive ticket\r")
    terminal.wait_for("BM25, by shared words")
    terminal.wait_for("mcp__linear__archive")
    terminal.wait_for("hermes · 200k >")
    terminal.type(":host hermes@0.22\r")
    terminal.wait_for("hermes@0.22 · 200k >")
    terminal.type(":nope\r")
    terminal.wait_for(":nope is no command")
    terminal.wait_for("hermes@0.22 · 200k >")
    terminal.type(":describe mcp__linear__arch\t")
    terminal.wait_for("mcp__linear__archive")
    terminal.type("\r")
    terminal.wait_for('"ticket"')
    terminal.wait_for("hermes@0.22 · 200k >")
    terminal.type("half a line\x03")
    terminal.wait_for("hermes@0.22 · 200k >")
    terminal.type(":quit\r")
    assert terminal.end() == 0
    kept = (tmp_path / "cache" / "toolsearch" / "query-history").read_text(encoding="utf-8")
    assert "+archive ticket\n" in kept
    assert "half a line" not in kept


def test_ctrl_d_ends(terminal: Terminal) -> None:
    terminal.wait_for("hermes · 200k >")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_history_that_cannot_be_written_stops_nobody(trackers: str, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    terminal = Terminal("-c", trackers, XDG_CACHE_HOME=str(tmp_path / "cache"))
    try:
        terminal.wait_for("hermes · unknown >")
        terminal.type("archive\r")
        terminal.wait_for("mcp__linear__archive")
        terminal.wait_for("hermes · unknown >")
        terminal.type(":q\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


def piped(*words: str, stdin: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )


def test_commands_also_come_from_a_pipe(trackers: str) -> None:
    lines = ":only linear\nissue\n:nope\n:quit\nnever answered\n"
    ran = piped("-i", "-c", trackers, stdin=lines)
    assert ran.returncode == 0
    assert "mcp__linear__create_issue" in ran.stdout
    assert "never answered" not in ran.stdout
    assert "error: :nope is no command" in ran.stderr


def test_the_end_of_a_pipe_ends_the_prompt(trackers: str) -> None:
    ran = piped("-i", "-c", trackers, "-f", "jsonl", stdin="archive")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["tool"] == "mcp__linear__archive"


def test_hostile_lines_are_made_visible(trackers: str) -> None:
    ran = piped("-i", "-c", trackers, stdin="\x1b[31mred\n:\u202enope\n")
    assert r"“\x1b[31mred”" in ran.stdout
    assert r":\u202enope is no command" in ran.stderr


def test_the_prompt_shows_its_settings_where_they_are_asked_for(trackers: str) -> None:
    words = ("--set", "max_search_limit=900", "--show-settings")
    ran = piped("-i", "-c", trackers, *words, stdin="")
    assert "max_search_limit = 50  (--set)" in ran.stderr
    assert ran.stderr.count("900 is taken as 50") == 1
