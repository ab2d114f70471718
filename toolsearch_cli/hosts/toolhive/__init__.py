"""ToolHive's virtual MCP server with its optimizer: SQLite's FTS5, beside embeddings or alone."""

from __future__ import annotations
