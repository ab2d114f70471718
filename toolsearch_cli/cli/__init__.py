"""One file a command: read options, make one call down, hand the value on, exit."""

from __future__ import annotations
