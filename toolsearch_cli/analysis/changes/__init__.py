"""What is different between two catalogs, and what that does to the model."""

from __future__ import annotations
