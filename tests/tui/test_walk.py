"""The explorer survives a random walk, and its table keeps to the record of `tiers`.

`TOOLSEARCH_WALK_STEPS` and `TOOLSEARCH_WALK_SEED` walk further, or elsewhere.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.tui.walk import walk

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

STEPS = int(os.environ.get("TOOLSEARCH_WALK_STEPS") or 300)
SEED = int(os.environ.get("TOOLSEARCH_WALK_SEED") or 20)


def test_a_random_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert walk(STEPS, SEED) >= STEPS
