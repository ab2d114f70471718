"""Anthropic's Messages API with its tool search tools."""

from __future__ import annotations
