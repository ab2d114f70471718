"""Every input shape, in the order in which they are tried. Adding one: a file and a line here."""

from __future__ import annotations

import itertools
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.errors import UsageError, nearest
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.document import Format
    from toolsearch_cli.catalog.model import Json


class Entry(NamedTuple):
    """One input shape: the file of this folder that has its name, read when it may be needed."""

    name: str
    """What `--input-format` takes."""
    signs: frozenset[str] = frozenset()
    """Keys of which such a document has one, at the top or in an item of its array; none: any."""
    endings: tuple[str, ...] = ()
    """File names that end so are nothing else."""

    @property
    def format(self) -> Format:
        """The shape itself."""
        form: Format = import_module(f"{__name__}.{self.name}").FORMAT
        return form


def _entry(name: str, *signs: str, endings: tuple[str, ...] = ()) -> Entry:
    return Entry(name, frozenset(signs), endings)


_GEMINI = (
    *("function_declarations", "functionDeclarations"),
    *("parametersJsonSchema", "parameters_json_schema"),
)
_WRAPPERS = ("request", "response", "message", "payload", "data", "body", "type")
_MANIFEST = (
    *("packages", "remotes", "version_detail", "startCommand", "apps", "author", "about"),
    "$schema",
)

ENTRIES: tuple[Entry, ...] = (
    _entry("toolsnaps", endings=(".snap",)),
    _entry("answer", "toolsearch"),
    _entry("openapi", "openapi", "swagger"),
    _entry("openapi_by_tag", "openapi", "swagger"),
    _entry("bundle", "manifest_version", "dxt_version"),
    _entry("har", "log"),
    _entry("traffic", "jsonrpc", "dir", "metadata", "direction", "method", *_WRAPPERS),
    _entry("mcporter", "mode"),
    _entry("fastmcp", "server"),
    _entry("gemini", *_GEMINI),
    _entry("docker_catalog", "registry"),
    _entry("docker_profile", "servers"),
    _entry("docker_tools", "arguments", endings=("tools.json",)),
    _entry("livemcpbench", "config"),
    _entry("server_list", "server_name"),
    _entry("smithery", "qualifiedName"),
    _entry("azure_tools", "consolidated_tools", "results"),
    _entry("plugin", "provides_tools", "provides_hooks"),
    _entry("langchain"),
    _entry("arion"),
    _entry("request"),
    _entry("registry", "server", "servers", *_MANIFEST),
    _entry("server_manifest", *_MANIFEST),
    _entry("client_config"),
    _entry("server_map"),
    _entry("native"),
    _entry("openai"),
    _entry("anthropic"),
    _entry("inspector", "result"),
    _entry("mcp"),
)


def format_named(name: str) -> Format:
    """Return a shape by its name.

    Raises:
        UsageError: There is none of that name.
    """
    for entry in ENTRIES:
        if entry.name == name:
            return entry.format
    hint = nearest(name, [entry.name for entry in ENTRIES], "formats")
    raise UsageError(f"unknown format '{visible(name)}'", hint=hint)


def recognised(value: Json, file: str = "") -> Format | None:
    """Return the shape of a document; `None` where it is none of them.

    Args:
        value: The document.
        file: Its name, where it has one.
    """
    return next((form for form in _candidates(value, file) if form.recognises(value)), None)


def _candidates(value: Json, file: str) -> Iterator[Format]:
    for entry in ENTRIES:
        if entry.endings and file.removesuffix(".gz").endswith(entry.endings):
            yield entry.format
    keys = _top_keys(value)
    for entry in ENTRIES:
        if entry.signs.isdisjoint(keys) if entry.signs else entry.endings:
            continue
        yield entry.format


def _top_keys(value: Json) -> set[str]:
    if isinstance(value, list):
        batches = [item for item in value if isinstance(item, list)]
        items = itertools.chain(value, *batches)
        return set().union(*(item for item in items if isinstance(item, dict)))
    return set(value) if isinstance(value, dict) else set()
