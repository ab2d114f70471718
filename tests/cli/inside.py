"""The program run inside the test's own process, where starting one each time would take long."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.process.program import Ran
from toolsearch_cli.__main__ import run

if TYPE_CHECKING:
    from pathlib import Path


class Inside(Protocol):
    """Runs a command line in a folder, with variables beside those of the tests."""

    def __call__(
        self, *words: str, given: bytes = b"", folder: Path | None = None, **variables: str
    ) -> Ran:
        """Return its exit code and what it wrote."""


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Inside:
    for name in ("CI", "TOOLSEARCH_CATALOG", "SOURCE_DATE_EPOCH", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def ran(*words: str, given: bytes = b"", folder: Path | None = None, **variables: str) -> Ran:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["toolsearch", *words])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
            for name, value in variables.items():
                patch.setenv(name, value)
            if folder is not None:
                patch.chdir(folder)
            code = run()
        out, err = capsysbinary.readouterr()
        return Ran(code, out, err)

    return ran
