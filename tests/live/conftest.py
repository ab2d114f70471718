"""What the tests of live servers share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that will not end are ended sooner than a user's would be."""
    monkeypatch.setattr("toolsearch_cli.live.processes._TO_END", 0.2)
    monkeypatch.setattr("toolsearch_cli.live.processes._TO_END_WHEN_ASKED", 0.4)
