"""Claude Code: MCP tools by name, their schemas after a call of ToolSearch."""

from __future__ import annotations
