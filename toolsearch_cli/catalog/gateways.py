"""Gateways' configs and the other files: whose tools a gateway asks for, and where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.catalog.model import Catalog, Gateway, GatewayServer, LoadedFile, Source

_MOST_WARNINGS: Final = 20


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
    """Return what each file gave; the gateways' servers whose tools no file holds are unknown."""
    configs = _files(gateway for line in files for gateway in line.gateways)
    held = {source.name for source in sources if _is_snapshot(source, configs)}
    return tuple(_told(line, held) if line.gateways else line for line in files)


def _told(line: LoadedFile, held: set[str]) -> LoadedFile:
    missing = [
        server
        for gateway in line.gateways
        for server in gateway.servers
        if server.namespace not in held
    ]
    words = tuple(visible(f"{one.namespace} is asked when the gateway runs") for one in missing)
    warnings = [
        f"{visible(one.provenance.pointer)}: its tools are unknown: {said}"
        for one, said in zip(missing, words, strict=True)
    ]
    if len(warnings) > _MOST_WARNINGS:
        more = f"{len(warnings) - _MOST_WARNINGS} more servers like these"
        warnings[_MOST_WARNINGS:] = [more]
    return line._replace(warnings=(*line.warnings, *warnings), unknown=(*line.unknown, *words))


def _files(gateways: Iterable[Gateway]) -> frozenset[str]:
    return frozenset(gateway.provenance.file for gateway in gateways)


def _is_snapshot(source: Source, configs: frozenset[str]) -> bool:
    return source.kind == "mcp" and source.provenance.file not in configs
