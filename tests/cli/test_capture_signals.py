"""Whatever ends a capture, it ends every process that it started."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from tests.live.odd import command, running
from tests.process.program import COMMAND, environment, run, run_on_terminal

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE = 20.0


def config(folder: Path, *behaviours: str) -> str:
    servers = {}
    for behaviour in behaviours:
        program, *args = command(behaviour)
        env = {"ODD_CHILDREN": str(folder / "children"), "ODD_LOG": str(folder / "log")}
        servers[behaviour] = {"command": program, "args": args, "env": env}
    path = folder / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return str(path)


def wait_for(file: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while not (file.exists() and file.read_text(encoding="utf-8").strip()):
        assert time.monotonic() < until, f"{file} never came"
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_process_and_no_file(number: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "tools.json"
    named = config(tmp_path, "children-and-hang")
    with subprocess.Popen(
        [*COMMAND, "capture", named, "-o", str(out)], env=environment(), stderr=subprocess.PIPE
    ) as process:
        wait_for(tmp_path / "children")
        process.send_signal(number)
        _, said = process.communicate(timeout=_PATIENCE)
    assert process.returncode == 130
    assert said.endswith(b"\ntoolsearch: interrupted: nothing was written\n")
    assert b"Traceback" not in said
    assert running(tmp_path / "children") == []
    assert not out.exists()


def test_impatience_leaves_no_process_either(tmp_path: Path) -> None:
    named = config(tmp_path, "children-and-hang")
    with subprocess.Popen(
        [*COMMAND, "capture", named], env=environment(), stderr=subprocess.PIPE
    ) as process:
        wait_for(tmp_path / "children")
        for _ in range(3):
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
        _, said = process.communicate(timeout=_PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert running(tmp_path / "children") == []


def test_a_server_that_is_given_up_leaves_no_process(tmp_path: Path) -> None:
    ran = run("capture", config(tmp_path, "children-and-hang"), "--timeout", "1")
    assert ran.code == 3
    assert running(tmp_path / "children") == []


def test_a_bar_is_drawn_on_a_terminal_and_erased(tmp_path: Path) -> None:
    out = tmp_path / "tools.json"
    ran = run_on_terminal("capture", config(tmp_path, "good", "pages"), "-o", str(out))
    assert ran.code == 0
    assert b"0 of 2 servers, waiting for good" in ran.out
    assert b"[##########..........] 1 of 2 servers" in ran.out
    last = ran.out[ran.out.rindex(b"\r") :]
    assert last.startswith(b"\r\x1b[Kgood   2 tools, ")
    quiet = run_on_terminal("capture", config(tmp_path, "good"), "-q", "-o", str(out))
    assert (quiet.code, quiet.out) == (0, b"")


def test_a_closed_pipe_is_no_failure(tmp_path: Path) -> None:
    named = config(tmp_path, "good")
    ended = subprocess.run(
        ["sh", "-c", '"$@" | head -1', "sh", *COMMAND, "capture", "-q", named],
        capture_output=True,
        env=environment(),
        timeout=_PATIENCE,
        check=False,
    )
    assert (ended.stdout, ended.stderr) == (b"{\n", b"")


def test_streams_that_are_closed_do_no_harm(tmp_path: Path) -> None:
    out = tmp_path / "tools.json"
    words = [*COMMAND, "capture", config(tmp_path, "good"), "-o", str(out)]
    shell = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *words]
    subprocess.run(shell, env=environment(), timeout=_PATIENCE, check=True)
    assert json.loads(out.read_bytes())["servers"][0]["tools"]
    assert os.access(out, os.R_OK)


@pytest.mark.parametrize("wrapped", ["raise ImportError from error", "raise RuntimeError"])
def test_an_interruption_that_a_library_wraps_is_one(wrapped: str, tmp_path: Path) -> None:
    """Ctrl-C while the SDK is imported: what reaches us is the error of whoever met it."""
    (tmp_path / "mcp.py").write_text(
        f"try:\n    raise KeyboardInterrupt\nexcept BaseException as error:\n    {wrapped}\n",
        encoding="utf-8",
    )
    ran = run("capture", "-q", "--", "x", folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert (ran.code, ran.out, ran.err) == (130, b"", b"")
