"""How the loader tests hand it documents."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Loaded, Source, Tool

TOOL: dict[str, Any] = {
    "name": "open_door",
    "description": "Opens a door.",
    "inputSchema": {"type": "object", "properties": {"door": {"type": "string"}}},
}
DEFAULT = LoadOptions()


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {**TOOL, "name": name, **more}


def loaded(document: Any, options: LoadOptions = DEFAULT) -> Loaded:
    """Load a document (bytes, text, or a value to be written as JSON) from standard input."""
    if not isinstance(document, bytes):
        text = document if isinstance(document, str) else json.dumps(document)
        document = text.encode()
    return load(["-"], replace(options, stdin=io.BytesIO(document)))


def refusal(document: Any, options: LoadOptions = DEFAULT) -> InputError:
    """The error that a document is refused with."""
    with pytest.raises(InputError) as caught:
        loaded(document, options)
    assert "\n" not in str(caught.value)
    return caught.value


def sources(document: Any, options: LoadOptions = DEFAULT) -> tuple[Source, ...]:
    return loaded(document, options).catalog.sources


def unknown(found: Loaded) -> list[str]:
    """Whose tools are unknown, in words."""
    return [str(server) for server in found.catalog.unknown]


def places(source: Source) -> dict[str, str]:
    """The pointer of each tool, by name."""
    return {item.name: item.provenance.pointer for item in source.tools}


def only_tool(document: Any, options: LoadOptions = DEFAULT) -> Tool:
    (source,) = sources(document, options)
    (found,) = source.tools
    return found


def fail_or_load(data: bytes) -> None:
    """Whatever it is, it loads or is refused."""
    with suppress(InputError):
        loaded(data)
