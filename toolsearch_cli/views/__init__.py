"""Values to grids: typed cells without style, shared by every front end."""

from __future__ import annotations
