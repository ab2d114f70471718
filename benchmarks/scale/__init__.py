"""Time and memory against size: 34,000 real tools, and ten times as many made from them."""

from __future__ import annotations
