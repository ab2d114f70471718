"""Servers and clients that others wrote, where they are installed.

`TOOLSEARCH_LIVE_SERVERS` names a folder that holds them: Python's in some `bin`, npm's in some
`node_modules`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.programs import program

if TYPE_CHECKING:
    from collections.abc import Iterator

_NPM: Final = "node_modules/.bin"


def installed(name: str) -> str:
    """Return the path of a program, or skip the test where it is not installed.

    Under `TOOLSEARCH_REQUIRE=node` the absence fails instead.
    """
    folder = os.environ.get("TOOLSEARCH_LIVE_SERVERS")
    for place in _places(Path(folder)) if folder else ():
        if (place / name).exists():
            return str(place / name)
    if "node" in os.environ.get("TOOLSEARCH_REQUIRE", "").split(","):
        pytest.fail(f"{name} is in no folder of TOOLSEARCH_LIVE_SERVERS")
    pytest.skip(f"{name} is not installed: TOOLSEARCH_LIVE_SERVERS names no folder that has it")


def _places(folder: Path) -> Iterator[Path]:
    yield from (folder / "bin", folder / _NPM)
    yield from folder.glob("*/bin")
    yield from folder.glob(f"*/{_NPM}")


def inspector() -> list[str]:
    """Return the command of the Inspector's CLI."""
    program("node")
    return [installed("mcp-inspector"), "--cli"]
