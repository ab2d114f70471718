"""The two tools of the optimizer, described in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.toolhive.facts import CALLS, FINDS

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json


def find_tool() -> dict[str, Json]:
    """Return `find_tool`."""
    return {
        "name": FINDS,
        "description": "Find tools by what they do; returns the definitions that fit best.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "tool_description": {"type": "string", "description": "What the tool should do."},
                "tool_keywords": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Words to look up instead of those of the description.",
                },
            },
            "required": ["tool_description"],
        },
    }


def call_tool() -> dict[str, Json]:
    """Return `call_tool`."""
    return {
        "name": CALLS,
        "description": f"Call a tool that {FINDS} found.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "tool_name": {"type": "string", "description": "Which tool."},
                "parameters": {"type": "object", "description": "Its arguments."},
            },
            "required": ["tool_name", "parameters"],
        },
    }
