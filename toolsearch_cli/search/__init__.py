"""Words, rankers and rankings; knows no host."""

from __future__ import annotations
