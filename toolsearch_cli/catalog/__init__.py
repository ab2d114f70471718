"""Catalogs as frozen values, and how files become them."""

from __future__ import annotations
