"""VS Code Copilot: 128 tools a request, groups of tools beyond that."""

from __future__ import annotations
