"""The bridge as a running MCP server."""

from __future__ import annotations
