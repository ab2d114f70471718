"""Docker MCP Gateway with dynamic tools: a search finds servers, which are then added whole."""

from __future__ import annotations
