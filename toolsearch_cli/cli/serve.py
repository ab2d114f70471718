"""`toolsearch serve`: the bridge as a running MCP server."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import (
    CatalogOptions,
    OutputOptions,
    ScenarioOptions,
    with_options,
)
from toolsearch_cli.errors import ExternalError, UsageError

if TYPE_CHECKING:
    from toolsearch_cli.bridge.start import Listening
    from toolsearch_cli.live.configs import ServerEntry

EPILOG = """\b
Examples:
  toolsearch serve -c catalog.json
  toolsearch serve -c catalog.json --host arion --http 8080
  toolsearch serve --upstream .mcp.json --record searches.jsonl
"""

LOOPBACK = "127.0.0.1"
VARIABLE = "TOOLSEARCH_SERVE_TOKEN"
"""The environment variable that holds the bearer token."""

_HTTP = "HTTP"
_MEBIBYTE = 1 << 20
_HIGHEST_PORT = 65535


@with_options
def serve(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    upstream: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="CONFIG",
            help="A client's config: start its servers and make the calls; repeatable.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Add what is searched and called to a file that eval reads."
        ),
    ] = None,
    http: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT",
            help=f"Listen for streamable HTTP instead, on {LOOPBACK} unless told; 0: a free port.",
            rich_help_panel=_HTTP,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Another name that the server is asked under; repeatable.",
            rich_help_panel=_HTTP,
        ),
    ] = None,
    max_body: Annotated[
        int,
        typer.Option(min=1, metavar="BYTES", help="Largest request.", rich_help_panel=_HTTP),
    ] = 4 * _MEBIBYTE,
    max_sessions: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Most sessions.", rich_help_panel=_HTTP),
    ] = 256,
    max_requests: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Most requests answered at once.", rich_help_panel=_HTTP
        ),
    ] = 512,
) -> None:
    """Run the bridge as an MCP server, over a snapshot or in front of real servers.

    On standard streams, or over HTTP. Clients see the host's tools array. Over a snapshot,
    searches and descriptions are answered, and calls say what they would call. Logs are JSON
    lines on stderr. A bearer token is asked for where TOOLSEARCH_SERVE_TOKEN holds one.
    """
    try:
        from toolsearch_cli.bridge import start
    except ImportError as error:
        raise ExternalError(
            f"serve needs the extra live: {error}", hint='pip install "toolsearch-cli[live]"'
        ) from None
    from toolsearch_cli.cli.endpoints import endpoints_for
    from toolsearch_cli.cli.inputs import loaded_catalog, only_scenario, planned
    from toolsearch_cli.settings.project import project_here

    if http is None and allow_host:
        raise UsageError("--allow-host is for --http", hint="add --http, or leave it out")
    console = Console(OutputOptions())
    project = project_here()
    if http is None:
        _look_at_stdin(console, catalogs)
    asked = only_scenario(planned(console, scenario, project, several=False), "serve")
    service = start.Service(
        scenario=asked,
        listening=None
        if http is None
        else _listening(console, http, allow_host or (), (max_body, max_sessions, max_requests)),
        record=record,
        endpoints=endpoints_for(console, project),
    )
    if upstream:
        _refuse_catalogs(catalogs)
        entries = _entries(console, upstream)
        raise typer.Exit(start.serve_upstreams(entries, os.environ, service))
    loaded = loaded_catalog(console, catalogs, project, (), sample_allowed=False)
    raise typer.Exit(start.serve_snapshot(loaded, service))


def _look_at_stdin(console: Console, catalogs: CatalogOptions) -> None:
    """Standard input is the client's: no catalog comes from it, and no person should."""
    if "-" in (catalogs.catalog or ()):
        raise UsageError(
            "-c -: standard input is the client's", hint="name a file, or listen with --http 8080"
        )
    if sys.stdin.isatty():
        console.say("A client starts this command and speaks MCP with it. To listen: --http 8080")


def _refuse_catalogs(catalogs: CatalogOptions) -> None:
    if catalogs.catalog:
        raise UsageError(
            "--upstream: the catalog is what its servers list now", hint="leave -c out"
        )


def _entries(console: Console, configs: list[Path]) -> list[ServerEntry]:
    """Read the servers of client configs; those that are switched off stay so."""
    from toolsearch_cli.live.configs import read_config

    found = [entry for path in configs for entry in read_config(path).entries(os.environ)]
    for entry in found:
        if entry.skipped:
            console.say(f"{entry.place.file}: {entry.name} is not started: {entry.skipped}")
    return [entry for entry in found if not entry.skipped]


def _listening(
    console: Console, http: str, names: Sequence[str], bounds: tuple[int, int, int]
) -> Listening:
    from toolsearch_cli.bridge.gate import Gate
    from toolsearch_cli.bridge.http import Bounds
    from toolsearch_cli.bridge.start import Listening

    address, port = _address(http)
    token = os.environ.get(VARIABLE)
    if token is not None and not token.strip():
        raise UsageError(f"{VARIABLE} is set, and blank", hint="unset it, or put a token in it")
    known = frozenset(name.lower() for name in names)
    gate = Gate(address, None if token is None else token.strip(), known)
    if not gate.is_local and token is None:
        console.warn(f"{address}: whoever reaches it may call; {VARIABLE} asks for a token")
    return Listening(gate=gate, port=port, bounds=Bounds(*bounds))


def _address(http: str) -> tuple[str, int]:
    """Read `[HOST:]PORT`.

    Raises:
        UsageError: It is none.
    """
    match = re.fullmatch(r"(?:(?P<host>\[[^\[\]]+\]|[^:\[\]]+):)?(?P<port>[0-9]{1,5})", http)
    if match is None or int(match["port"]) > _HIGHEST_PORT:
        raise UsageError(
            f"--http {http}: expected [HOST:]PORT", hint=f"8080, {LOOPBACK}:8080, [::1]:8080"
        )
    return (match["host"] or LOOPBACK).strip("[]"), int(match["port"])
