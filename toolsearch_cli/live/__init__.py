"""Client configs, sessions and capture of running servers."""

from __future__ import annotations
