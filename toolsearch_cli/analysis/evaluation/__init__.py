"""Labelled queries put to a search: what is found, how well, and why not."""

from __future__ import annotations
