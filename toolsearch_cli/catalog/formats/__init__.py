"""One file an input shape."""

from __future__ import annotations
