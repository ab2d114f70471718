"""What screens are made of: tables, panes and lines; one file each."""

from __future__ import annotations
