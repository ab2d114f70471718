"""Lines that are no messages, though somebody waits for an answer: which errors they get. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from mcp.types import INVALID_REQUEST, ErrorData, JSONRPCError, jsonrpc_message_adapter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json

_BATCH: Final = "Batches are not taken: send each message by itself"
_SHAPE: Final = "This is no request of JSON-RPC 2.0 as MCP uses it"


def refusals(line: str) -> tuple[JSONRPCError, ...]:
    """Return the errors for the requests on a line that is no message; none for one that is.

    A request is what has a method and an id that an answer can name. To anything else, such as
    text that is not even JSON, there is nobody to answer.
    """
    try:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return tuple(_refused(line))
    return ()


def _refused(line: str) -> Iterator[JSONRPCError]:
    try:
        value: Json = json.loads(line)
    except (ValueError, RecursionError):
        return
    is_batch = isinstance(value, list)
    error = ErrorData(code=INVALID_REQUEST, message=_BATCH if is_batch else _SHAPE)
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict) and "method" in one and (name := _id_of(one)) is not None:
            yield JSONRPCError(jsonrpc="2.0", id=name, error=error)


def _id_of(request: dict[str, Json]) -> int | str | None:
    name = request.get("id")
    return name if isinstance(name, str | int) and not isinstance(name, bool) else None
