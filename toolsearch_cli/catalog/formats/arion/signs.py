"""Where Arion's gateways stand in a document, and how their keys are spelled."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from toolsearch_cli.catalog.document import child

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from toolsearch_cli.catalog.model import Json

_Place: TypeAlias = "tuple[_Place, str] | None"
"""A pointer that is put together only where it is needed: the place above it, and a key."""

DYNAMIC: Final = "dynamic_mcp_servers"
OPENAPI: Final = (
    "open_api_tool_sources",
    "openapi_tool_sources",
    "open_api_sources",
    "openapi_sources",
)
_BACKENDS: Final = ("rest_backend", "mcp_server_backend", "function_graph_backend")
_TOOL_SIGNS: Final = ("disclosure_mode", "embedding", "rbac", *_BACKENDS)
_REQUIRED: Final = ("cluster", "model_id", "dimensions")
_TYPE: Final = ".McpGateway"
# What else has `tools` or `search`: snapshots, requests, answers to tools/list.
_NOT_OURS: Final = frozenset(
    {
        *("name", "kind", "instructions", "serverInfo", "servers", "jsonrpc"),
        *("model", "messages", "mcpServers", "mcp_servers", "context_servers"),
    }
)
_SCHEMAS: Final = ("inputSchema", "input_schema", "parameters", "function")
# The tools of something that is no gateway, and a toolkit's mere references to tools.
_CLOSED: Final = frozenset({"tools", "toolkits"})


@lru_cache
def _camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(part.title() for part in rest)


def _spelled(*keys: str) -> frozenset[str]:
    return frozenset(spelling for key in keys for spelling in (key, _camel(key)))


# Most objects have none of these, and need no second look.
_GATEWAY_KEYS: Final = _spelled("@type", "tools", "search", DYNAMIC, *OPENAPI)
_SIGNED_KEYS: Final = _spelled(*_TOOL_SIGNS)


def key_in(mapping: dict[str, Json], *keys: str) -> str | None:
    """Return the first of the keys that is there, as it is spelled: `a_key` or `aKey`.

    Both are what a proxy's config may say. A value of null says nothing.
    """
    for key in keys:
        for spelling in (key, _camel(key)):
            if mapping.get(spelling) is not None:
                return spelling
    return None


def gateways_in(value: Json, *, forced: bool = False) -> Iterator[tuple[dict[str, Json], str]]:
    """Find every gateway at any depth, in the document's order, each with its pointer.

    Args:
        value: Any document.
        forced: Whether `tools` with a namespace and a name are sign enough.
    """
    is_gateway = _may_be_gateway if forced else _is_gateway
    todo: list[tuple[dict[str, Json] | list[Json], _Place]] = []
    _enter(todo, value, None)
    while todo:
        item, place = todo.pop()
        if isinstance(item, list):
            for index in range(len(item) - 1, -1, -1):
                _enter(todo, item[index], (place, str(index)))
        elif "name" in item and any(key in item for key in _SCHEMAS):
            continue  # a tool: nothing in its schema is a gateway
        elif is_gateway(item):
            yield item, _pointer(place)
        else:
            for key in reversed(item):
                if key not in _CLOSED:
                    _enter(todo, item[key], (place, key))


def _enter(
    todo: list[tuple[dict[str, Json] | list[Json], _Place]], value: Json, place: _Place
) -> None:
    if isinstance(value, dict | list):
        todo.append((value, place))


def _pointer(place: _Place) -> str:
    keys: list[str] = []
    while place is not None:
        place, key = place
        keys.append(child("", key))
    return "".join(reversed(keys))


def _is_gateway(value: dict[str, Json]) -> bool:
    if _GATEWAY_KEYS.isdisjoint(value):
        return False
    kind = value.get("@type")
    if isinstance(kind, str) and kind.endswith(_TYPE):
        return True
    if any(_names_servers(_under(value, key)) for key in (DYNAMIC, *OPENAPI)):
        return True
    return _NOT_OURS.isdisjoint(value) and (
        _has_entry(value.get("tools"), _is_signed) or _is_search(value.get("search"))
    )


def _may_be_gateway(value: dict[str, Json]) -> bool:
    return _is_gateway(value) or _has_entry(value.get("tools"), _has_namespace)


def _under(mapping: dict[str, Json], key: str) -> Json:
    found = key_in(mapping, key)
    return None if found is None else mapping[found]


def _has_entry(entries: Json, test: Callable[[dict[str, Json]], bool]) -> bool:
    return isinstance(entries, list) and any(
        isinstance(entry, dict) and test(entry) for entry in entries
    )


def _names_servers(entries: Json) -> bool:
    return _has_entry(entries, lambda entry: "namespace" in entry or {"name", "url"} <= set(entry))


def _has_namespace(tool: dict[str, Json]) -> bool:
    return isinstance(tool.get("name"), str) and isinstance(tool.get("namespace"), str)


def _is_signed(tool: dict[str, Json]) -> bool:
    """Whether it says what only Arion's tools say; those of old have no namespace."""
    if _SIGNED_KEYS.isdisjoint(tool) or not isinstance(tool.get("name"), str):
        return False
    return key_in(tool, *(_TOOL_SIGNS if "namespace" in tool else _BACKENDS)) is not None


def _is_search(block: Json) -> bool:
    if not isinstance(block, dict):
        return False
    if key_in(block, "max_allowable_results"):
        return True
    embeddings = block.get("embeddings")
    return isinstance(embeddings, dict) and all(key_in(embeddings, key) for key in _REQUIRED)
