"""Where the answer and the words of a capture go: full, closed or missing places."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_capture_signals import config
from tests.live.odd import command
from tests.process.program import COMMAND, Ran, environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.inside import Inside

pytest_plugins = ("tests.cli.inside",)


def in_shell(line: str, *words: str) -> Ran:
    """Run a capture as `"$@"` in a line of a shell."""
    ended = subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, "capture", *words],
        capture_output=True,
        env=environment(),
        timeout=30,
        check=False,
    )
    return Ran(ended.returncode, ended.stdout, ended.stderr)


@pytest.mark.parametrize("stream", ["2>/dev/full", "2>&-"])
@pytest.mark.parametrize(("behaviours", "code"), [(("good",), 0), (("good", "dies"), 3)])
def test_what_nobody_hears_changes_nothing(
    stream: str, behaviours: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    named = config(tmp_path, *behaviours)
    ran = in_shell(f'"$@" {stream}', named)
    assert ran.code == code
    assert len(json.loads(ran.out)["servers"]) == len(behaviours)
    out = tmp_path / "tools.json"
    assert in_shell(f'"$@" {stream}', named, "-o", str(out)).code == code
    assert len(json.loads(out.read_bytes())["servers"]) == len(behaviours)


def test_narration_that_nobody_reads_on_does_not_end_it(tmp_path: Path) -> None:
    out = tmp_path / "tools.json"
    named = config(tmp_path, "good", "dies")
    ran = in_shell('{ "$@" 2>&1 >&3; echo "$?" >&3; } 3>&1 | true', named, "-o", str(out))
    assert ran.text in {"3\n", ""}
    assert out.exists()


@pytest.mark.parametrize("words", [(), ("--check", "old.json")])
def test_a_closed_standard_output_is_told_before_anything_starts(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    ran = in_shell('"$@" >&-', config(tmp_path, "good"), *words)
    assert (ran.code, ran.said) == (
        3,
        ["toolsearch: error: standard output: it is closed", "hint: -o FILE writes a file"],
    )
    assert not (tmp_path / "log").exists()


def test_a_full_standard_output_is_a_failure(tmp_path: Path) -> None:
    ran = in_shell('"$@" -q >/dev/full', config(tmp_path, "good"))
    assert ran.code == 3
    assert ran.said == ["toolsearch: error: standard output: No space left on device"]
    ran = in_shell('"$@" --help >/dev/full')
    assert ran.code == 3
    assert ran.said == ["toolsearch: error: standard output: No space left on device"]


def test_a_reader_that_leaves_gets_the_code_of_the_servers(tmp_path: Path) -> None:
    line = '{ "$@" -q 2>/dev/null; echo "$?" >&3; } 3>&2 | head -0'
    assert in_shell(line, config(tmp_path, "good", "dies")).err == b"3\n"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("none/tools.json", "No such file or directory"),
        (".", "Is a directory"),
        ("log/tools.json", "Not a directory"),
        (f"{'x' * 300}.json", "File name too long"),
    ],
)
def test_the_place_of_the_answer_is_tried_first(
    place: str, said: str, inside: Inside, tmp_path: Path
) -> None:
    (tmp_path / "log").touch()
    named = config(tmp_path, "good")
    ran = inside("capture", named, "-o", place, folder=tmp_path)
    assert (ran.code, ran.said) == (2, [f"toolsearch: error: --output {place}: {said}"])
    assert (tmp_path / "log").read_bytes() == b""


def test_trying_a_place_leaves_what_is_there(inside: Inside, tmp_path: Path) -> None:
    out = tmp_path / "tools.json"
    out.write_text("of before", encoding="utf-8")
    ran = inside("capture", str(tmp_path / "none.json"), "-o", str(out))
    assert ran.code == 2
    assert out.read_text(encoding="utf-8") == "of before"
    assert list(tmp_path.iterdir()) == [out]
    assert inside("capture", "-q", "-o", "/dev/null", "--", *command("good")).code == 0
