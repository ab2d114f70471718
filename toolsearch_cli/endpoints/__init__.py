"""The one HTTP door."""

from __future__ import annotations
