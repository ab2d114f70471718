"""Measurements; nothing here is part of the package or of the tests."""

from __future__ import annotations
