"""README.md: every command in it runs where the wheel is installed, and prints what it says.

A `console` fence is a session: lines that start with `$ ` are typed, the others are what the
terminal shows; a line `...` stands for any lines. Fences run in order, in one folder.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.wheel import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wheel import Installed

README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELLIPSIS = "..."


@dataclass(frozen=True)
class Step:
    """One command of a session and what it shows."""

    command: str
    shows: str


def steps() -> list[Step]:
    """Return the commands of all sessions, in order."""
    found: list[Step] = []
    for language, body in FENCE.findall(README):
        if language != "console":
            continue
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, shows = part.partition("\n")
            found.append(Step(command, shows))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reader's folder; what one command writes, a later one finds."""
    return tmp_path_factory.mktemp("reader")


def shown(installed: Installed, command: str, folder: Path) -> str:
    """Return what a terminal would show, both streams in order."""
    environment = installed.environment()
    environment.pop("CI", None)
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return ran.stdout if ran.stdout.endswith("\n") or not ran.stdout else f"{ran.stdout}\n"


def matches(shows: str, output: str) -> bool:
    """Compare to the letter, but for lines of three dots."""
    parts = re.split(rf"^{re.escape(ELLIPSIS)}\n", shows, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, output) is not None


def test_every_command_prints_what_the_readme_says(installed: Installed, folder: Path) -> None:
    told = steps()
    assert len(told) > 3, "README.md shows no tour"
    for step in told:
        output = shown(installed, step.command, folder)
        if not matches(step.shows, output):
            pytest.fail(f"$ {step.command}\n{output}\nREADME.md says:\n{step.shows}")


def test_every_fence_is_one_that_runs_or_a_file() -> None:
    """`sh` fences are run by .ci/run, `console` fences here; the rest are files, not commands."""
    languages = {language for language, _ in FENCE.findall(README)}
    assert languages <= {"sh", "console", "yaml", "json"}


def test_a_mismatch_is_seen() -> None:
    assert matches("a\n...\nz\n", "a\nb\nc\nz\n")
    assert matches("...\n", "")
    assert not matches("a\n", "b\n")
    assert not matches("a\n...\nz\n", "a\nz\nmore\n")


def test_the_picture_is_what_tiers_draws(installed: Installed, folder: Path) -> None:
    command = "COLUMNS=100 toolsearch tiers -c sample:demo --context 200k -f svg"
    picture = (ROOT / "docs" / "tiers.svg").read_text(encoding="utf-8")
    assert shown(installed, command, folder) == picture
