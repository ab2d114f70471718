"""Codex CLI: every MCP tool is deferred, and found by BM25 over more than the model reads."""

from __future__ import annotations
