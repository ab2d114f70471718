"""What each host does with a catalog: disclosure, search, description."""

from __future__ import annotations
