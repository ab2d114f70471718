"""Arion: a gateway that leaves progressive tools out of `tools/list` and finds them on demand."""

from __future__ import annotations
