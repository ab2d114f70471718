"""Questions over many scenarios or two catalogs."""

from __future__ import annotations
