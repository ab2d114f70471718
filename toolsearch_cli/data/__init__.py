"""Data files that ship with the package, and the one way to read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DIRECTORY = Path(__file__).parent


def load_json(name: str) -> Any:  # noqa: ANN401
    """Return the decoded JSON file `name` of this folder."""
    return json.loads((DIRECTORY / name).read_bytes())
