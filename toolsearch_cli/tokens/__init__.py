"""How text is counted."""

from __future__ import annotations
