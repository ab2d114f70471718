"""graph: plan drafting that is shown the tools a search finds, and a few that are always loaded."""

from __future__ import annotations
