"""Every input shape, in the order in which they are tried. Adding one: a file and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.formats import mcp, native

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Format

FORMATS: tuple[Format, ...] = (
    native.FORMAT,
    mcp.FORMAT,
)
