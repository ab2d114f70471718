"""Where every value of a scenario comes from: flags, files, host defaults."""

from __future__ import annotations
