"""Every input shape, in the order in which they are tried. Adding one: a file and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.formats import (
    anthropic,
    arion,
    client_config,
    inspector,
    mcp,
    mcporter,
    native,
    openai,
    request,
    server_map,
)

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Format

FORMATS: tuple[Format, ...] = (
    mcporter.FORMAT,
    arion.FORMAT,
    request.FORMAT,
    client_config.FORMAT,
    server_map.FORMAT,
    native.FORMAT,
    openai.FORMAT,
    anthropic.FORMAT,
    inspector.FORMAT,
    mcp.FORMAT,
)
