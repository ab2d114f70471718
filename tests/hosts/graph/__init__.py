"""Tests of graph as a host."""

from __future__ import annotations
