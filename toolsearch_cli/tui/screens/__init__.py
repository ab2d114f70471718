"""The screens, and the sheets that lie over them: one file each."""

from __future__ import annotations
