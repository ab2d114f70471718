"""The package as users get it: built as a release is, installed into an environment of its own."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import venv
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]

_FROM_OUTSIDE = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "COLUMNS", "NO_COLOR", "FORCE_COLOR")


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment that holds nothing but the wheel and what it depends on."""

    wheel: Path
    bin: Path
    """The environment's folder of programs: `python`, `toolsearch`."""

    def environment(self) -> dict[str, str]:
        """Variables under which the shell finds this environment's programs first."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in _FROM_OUTSIDE and not name.startswith("TOOLSEARCH_")
        }
        return {**kept, "PATH": f"{self.bin}{os.pathsep}{kept.get('PATH', os.defpath)}"}

    def run(self, *command: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of this environment in the folder `cwd`, whatever its exit code."""
        return subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=cwd,
            env=self.environment(),
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )


def install(folder: Path) -> Installed:
    """Build the wheel and install it below `folder`, once for all processes that ask."""
    with _one_at_a_time(folder / "wheel.lock"):
        done = folder / "wheel.done"
        if not done.exists():
            _build(folder / "dist")
            venv.create(folder / "environment", with_pip=True)
            (wheel,) = (folder / "dist").glob("*.whl")
            _run(_programs(folder) / "python", "-m", "pip", "install", "--quiet", wheel)
            done.touch()
    (wheel,) = (folder / "dist").glob("*.whl")
    return Installed(wheel=wheel, bin=_programs(folder))


def _programs(folder: Path) -> Path:
    return folder / "environment" / "bin"


def _build(target: Path) -> None:
    """Build the source archive, and from it the wheel: so the archive is complete, too."""
    _run(sys.executable, "-m", "build", "--outdir", target, ROOT)


def _run(*command: str | Path) -> None:
    ran = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
