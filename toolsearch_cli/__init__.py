"""toolsearch: a tool catalog as the model sees it."""

from __future__ import annotations

__version__ = "0.1.0"
