"""The explorer: it computes nothing itself."""

from __future__ import annotations
