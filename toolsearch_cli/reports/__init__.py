"""Values to bytes: every format a command can print."""

from __future__ import annotations
