"""Rules, budgets and the gate."""

from __future__ import annotations
