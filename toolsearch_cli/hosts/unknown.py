"""What the files do not tell of the sources in scope, in notes: unknown is not none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.catalog.unknowns import CAPTURE, unknown_in_words, unknown_servers_in_words
from toolsearch_cli.hosts.disclosure import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.catalog.model import Catalog, Source
    from toolsearch_cli.hosts.scenario import Scope


def unknown_notes(catalog: Catalog, scope: Scope, granted: Iterable[Source]) -> Iterator[Note]:
    """Yield a note for what is unknown of tools, and one for servers without their tools.

    Args:
        catalog: All sources.
        scope: Which servers the session is granted, by name.
        granted: Those of the sources that are in scope.
    """
    if unknown := unknown_in_words(granted):
        yield Note("unknown", "warning", f"{unknown}.", CAPTURE)
    named = [server for server in catalog.unknown if scope.names_server(server.name)]
    if servers := unknown_servers_in_words(named):
        yield Note("unknown", "warning", f"{servers}.", CAPTURE)
