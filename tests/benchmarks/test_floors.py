"""The floors run: an empty app has every command with its options, and starts."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from benchmarks.floors import empty_app
from toolsearch_cli.cli.command_table import COMMANDS

if TYPE_CHECKING:
    from pathlib import Path


def test_the_empty_app_has_every_command(tmp_path: Path) -> None:
    script = empty_app(tmp_path)
    shown = [sys.executable, str(script), "--help"]
    listed = subprocess.run(shown, capture_output=True, text=True, check=True).stdout
    assert all(f" {entry.name} " in listed for entry in COMMANDS)
    of_one = subprocess.run(
        [sys.executable, str(script), "capture", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "--discover" in of_one
