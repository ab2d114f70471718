"""`eval` as a process: progress on a terminal only, and nothing half-written."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.process.program import COMMAND, environment, run, run_on_terminal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def queries(tmp_path: Path) -> str:
    path = tmp_path / "queries.jsonl"
    entry = {"query": "open a new issue in a repository", "expected": "github/create_issue"}
    path.write_text(f"{json.dumps(entry)}\n" * 400, encoding="utf-8")
    return str(path)


def test_progress_is_for_a_terminal(queries: str) -> None:
    words = ("eval", queries, "-c", "sample:fleet", "--what-if")
    piped, seen = run(*words), run_on_terminal(*words)
    silent = run_on_terminal(*words, "-q")
    assert (piped.code, piped.err, seen.code) == (0, b"", 0)
    assert b" searches" in seen.out
    assert b" searches" not in silent.out


@pytest.mark.parametrize("there", [None, "what was there"])
def test_an_interrupt_leaves_no_half_written_file(
    queries: str, tmp_path: Path, there: str | None
) -> None:
    written = tmp_path / "answer.json"
    if there is not None:
        written.write_text(there, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    words = ("eval", queries, "-c", "sample:fleet", "--what-if", "--json", "-o", str(written))
    with subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, env=environment()) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.5)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, b"")
    assert sorted(tmp_path.iterdir()) == before
    assert there is None or written.read_text(encoding="utf-8") == there


def test_a_file_keeps_its_mode_and_a_link_its_target(queries: str, tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o600)
    link.symlink_to(real)
    ran = run("eval", queries, "-c", "sample:everyday", "--json", "-o", str(link))
    assert (ran.code, ran.err) == (0, b"")
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600
    assert json.loads(real.read_bytes())["toolsearch"] == "eval/1"
