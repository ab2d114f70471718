"""The inputs that the answers of several hosts share, and those answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.golden_cases import golden_file


@dataclass(frozen=True, slots=True)
class SmallTool:
    """One tool of the shared catalog, as its server publishes it."""

    server: str
    name: str
    description: str
    parameters: dict[str, Any]
    """The properties of its input schema."""


@cache
def answers(name: str) -> Any:
    """Return one file of `golden/hosts/`."""
    return json.loads(golden_file(f"hosts/{name}.json").read_text(encoding="utf-8"))


@cache
def small_catalog() -> tuple[SmallTool, ...]:
    """Return the tools in file order."""
    return tuple(
        SmallTool(
            server["name"],
            tool["name"],
            tool.get("description") or "",
            tool["inputSchema"].get("properties", {}),
        )
        for server in answers("catalog_small")["servers"]
        for tool in server["tools"]
    )
