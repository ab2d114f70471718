"""Hermes Agent tool search, five releases."""

from __future__ import annotations
