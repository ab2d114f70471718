"""Programs outside Python that some tests drive."""

from __future__ import annotations

import os
import shutil

import pytest


def program(name: str) -> str:
    """Return the path of a program, or skip the test where it is absent.

    Under `TOOLSEARCH_REQUIRE=tmux,chromium` the absence of one that is named there fails instead.
    """
    path = shutil.which(name)
    if path is not None:
        return path
    if name in os.environ.get("TOOLSEARCH_REQUIRE", "").split(","):
        pytest.fail(f"{name} is not installed, and TOOLSEARCH_REQUIRE names it")
    pytest.skip(f"{name} is not installed")
