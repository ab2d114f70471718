"""What a gateway's config says beside its tools: servers that are asked, modes, the search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import child
from toolsearch_cli.catalog.formats.arion.signs import DYNAMIC, OPENAPI, key_in
from toolsearch_cli.catalog.formats.arion.tools import is_deferred
from toolsearch_cli.catalog.model import Gateway, GatewayServer, Provenance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_SEARCH: Final = {"max_allowable_results": "an integer", "embeddings": "an object"}
_EMBEDDINGS: Final = {
    "cluster": "a string",
    "model_id": "a string",
    "path": "a string",
    "timeout": "a string or a number",
    "dimensions": "an integer",
    "max_batch_size": "an integer",
}
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "an integer": (int,),
    "an object": (dict,),
    "a string": (str,),
    "a string or a number": (str, int, float),
}


def read_settings(document: Document, gateway: dict[str, Json], pointer: str) -> Gateway:
    """Read what is no tool.

    Raises:
        InputError: Something in the structure has the wrong type, or a server has no namespace.
    """
    if found := key_in(gateway, "tds"):
        document.remarks.warn(
            "more tools may come from a discovery service: they are not in the file",
            child(pointer, found),
        )
    search = gateway.get("search")
    return Gateway(
        provenance=Provenance(document.file, pointer),
        servers=tuple(_servers(document, gateway, pointer)),
        search=None
        if search is None
        else _block(document, search, child(pointer, "search"), _SEARCH),
        code_mode=key_in(gateway, "code_mode") is not None,
    )


def addresses(gateway: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield name and URL of the MCP servers of a gateway that `read_settings` has read."""
    key = key_in(gateway, DYNAMIC)
    entries = gateway[key] if key else None
    for server in entries if isinstance(entries, list) else ():
        if isinstance(server, dict) and isinstance(url := server.get("url"), str):
            yield str(server.get(_namespace_key(server))), url


def _servers(document: Document, gateway: dict[str, Json], pointer: str) -> Iterator[GatewayServer]:
    for key in (DYNAMIC, *OPENAPI):
        if (found := key_in(gateway, key)) is None:
            continue
        place = child(pointer, found)
        for index, entry in enumerate(document.expect_array(gateway[found], place)):
            yield _server(document, entry, f"{place}/{index}")


def _server(document: Document, entry: Json, pointer: str) -> GatewayServer:
    server = document.expect_object(entry, pointer)
    key = _namespace_key(server)
    place = child(pointer, key)
    namespace = document.expect_string(document.member(server, key, pointer), place)
    if not namespace:
        raise document.error("is empty", place)
    deferred = is_deferred(document, server, "tool_disclosure_mode", pointer)
    return GatewayServer(namespace, deferred, Provenance(document.file, pointer))


def _namespace_key(server: dict[str, Json]) -> str:
    """Return `namespace`, which used to be called `name`."""
    return "name" if "name" in server and "namespace" not in server else "namespace"


def _block(document: Document, value: Json, pointer: str, known: dict[str, str]) -> dict[str, Json]:
    """Return the known keys of a block, each of its type, spelled in one way."""
    block = document.expect_object(value, pointer)
    read: dict[str, Json] = {}
    spelled: set[str] = set()
    for key, expected in known.items():
        if (found := key_in(block, key)) is None:
            continue
        spelled.add(found)
        item, place = block[found], child(pointer, found)
        if isinstance(item, bool) or not isinstance(item, _TYPES[expected]):
            raise document.wrong(expected, item, place)
        read[key] = item if key != "embeddings" else _block(document, item, place, _EMBEDDINGS)
    for key, item in block.items():
        if item is not None and key not in spelled:
            document.remarks.warn("passed over: not a setting of Arion's", child(pointer, key))
    return read
