"""Data files that ship with the package, and the one way to read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DIRECTORY = Path(__file__).parent


def load_json(name: str) -> dict[str, Any]:
    """Return the decoded JSON object in the file `name` of this folder."""
    value: dict[str, Any] = json.loads((DIRECTORY / name).read_bytes())
    return value
