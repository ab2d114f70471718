"""Servers that a file only names and the files that hold their tools; those of gateways too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.model import UnknownServer
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolsearch_cli.catalog.model import Catalog, Gateway, GatewayServer, LoadedFile, Source

_MOST_WARNINGS: Final = 20
_ASKED: Final = "it is asked when the gateway runs"


def reached(catalog: Catalog) -> dict[int, GatewayServer]:
    """Return the gateway's server that each source is the tools of, by the source's position.

    Such a source is an MCP server, stands in a file that configures no gateway (a snapshot), and
    is named as the server's namespace. The mode of its server is that of all its tools, whatever
    they say. Where several gateways name one namespace, the first counts.
    """
    servers: dict[str, GatewayServer] = {}
    for gateway in catalog.gateways:
        for server in gateway.servers:
            servers.setdefault(server.namespace, server)
    configs = _files(catalog.gateways)
    return {
        position: servers[source.name]
        for position, source in enumerate(catalog.sources)
        if source.name in servers and _is_snapshot(source, configs)
    }


def told_unknown(files: Sequence[LoadedFile], sources: Iterable[Source]) -> tuple[LoadedFile, ...]:
    """Return what each file gave, and a warning of each server whose tools stay unknown.

    Those are the servers of gateways and all others that a file only names, unless another file,
    that is no gateway's config, holds a server of the name.
    """
    configs = _files(gateway for line in files for gateway in line.gateways)
    held: dict[str, set[str]] = {}
    for source in sources:
        if _is_snapshot(source, configs):
            held.setdefault(source.name, set()).add(source.provenance.file)
    return tuple(_told(line, held) if line.gateways or line.unknown else line for line in files)


def _told(line: LoadedFile, held: Mapping[str, set[str]]) -> LoadedFile:
    asked = (
        UnknownServer(server.namespace, _ASKED, server.provenance)
        for gateway in line.gateways
        for server in gateway.servers
    )
    unknown = tuple(
        one for one in (*line.unknown, *asked) if not held.get(one.name, set()) - {line.file}
    )
    warnings = [_warning(one) for one in unknown] if line.format else []
    if len(warnings) > _MOST_WARNINGS:
        more = f"{len(warnings) - _MOST_WARNINGS} more servers like these"
        warnings[_MOST_WARNINGS:] = [more]
    return line._replace(warnings=(*line.warnings, *warnings), unknown=unknown)


def _warning(server: UnknownServer) -> str:
    place = visible(server.provenance.pointer)
    said = f"its tools are unknown: {server.words}"
    return f"{place}: {said}" if place else said


def _files(gateways: Iterable[Gateway]) -> frozenset[str]:
    return frozenset(gateway.provenance.file for gateway in gateways)


def _is_snapshot(source: Source, configs: frozenset[str]) -> bool:
    return source.kind == "mcp" and source.provenance.file not in configs
