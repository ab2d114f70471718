"""`toolsearch serve`: the bridge as a running MCP server."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

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

BOUNDS = {
    "max_body": 4 << 20,
    "max_sessions": 256,
    "max_requests": 512,
    "max_arrival": 30,
}
"""What is taken on over HTTP unless told otherwise, by option."""

MAX_CALL = 300
"""Seconds that a real server may take to answer a call, unless told otherwise."""

_HTTP = "HTTP"
_HIGHEST_PORT = 65535


class HttpOptions(NamedTuple):
    """Where to listen for HTTP, for whom, and how much to take on at once."""

    http: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT",
            help=f"Listen for streamable HTTP instead, on {LOOPBACK} unless told; 0: a free port.",
            rich_help_panel=_HTTP,
        ),
    ] = None
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Another name that the server is asked under; repeatable.",
            rich_help_panel=_HTTP,
        ),
    ] = None
    max_body: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="BYTES",
            help=f"Largest request ({BOUNDS['max_body']}).",
            rich_help_panel=_HTTP,
        ),
    ] = None
    max_sessions: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=f"Most sessions ({BOUNDS['max_sessions']}).",
            rich_help_panel=_HTTP,
        ),
    ] = None
    max_requests: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=f"Most requests answered at once ({BOUNDS['max_requests']}).",
            rich_help_panel=_HTTP,
        ),
    ] = None
    max_arrival: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="SECONDS",
            help=f"Longest that a request may take to arrive ({BOUNDS['max_arrival']}).",
            rich_help_panel=_HTTP,
        ),
    ] = None

    def bound(self, name: str) -> int:
        """Return the bound of that name, as told or as it is."""
        told: int | None = getattr(self, name)
        return BOUNDS[name] if told is None else told

    def refuse_without_http(self) -> None:
        """Refuse whatever only means something with `--http`.

        Raises:
            UsageError: Something was told, and `--http` was not.
        """
        told = [name for name, value in self._asdict().items() if value]
        if told and self.http is None:
            flag = f"--{told[0].replace('_', '-')}"
            raise UsageError(f"{flag} is for --http", hint="add --http, or leave it out")


@with_options
def serve(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    listen: HttpOptions,
    upstream: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="CONFIG",
            help="A client's config: start its servers and make the calls; repeatable.",
        ),
    ] = None,
    max_call: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="SECONDS",
            help="Longest that a server may take to answer a call, or to say how far it is "
            f"({MAX_CALL}).",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Add what is searched and called to a file that eval reads."
        ),
    ] = None,
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

    listen.refuse_without_http()
    if max_call is not None and not upstream:
        raise UsageError("--max-call is for --upstream", hint="over a snapshot nothing is called")
    console = Console(OutputOptions())
    project = project_here()
    if listen.http is None:
        _look_at_stdin(console, catalogs)
    asked = only_scenario(planned(console, scenario, project, several=False), "serve")
    service = start.Service(
        scenario=asked,
        listening=None if listen.http is None else _listening(console, listen, listen.http),
        record=record,
        call_within=MAX_CALL if max_call is None else max_call,
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
    """Read the servers of client configs; those that are switched off stay so.

    One that two configs name is started once; under another name it is another source, which is
    granted by that name.
    """
    from toolsearch_cli.live.configs import read_config
    from toolsearch_cli.live.configs.choosing import chosen

    found = [entry for path in configs for entry in read_config(path).entries(os.environ)]
    choice = chosen(found)
    names = {one.name for one in choice.entries}
    left_out = [one for one in choice.left_out if one.entry.skipped or one.entry.name in names]
    for entry, reason in left_out:
        console.say(f"{entry.place.file}: {entry.name} is not started: {reason}")
    return [entry for entry in found if not any(entry is one.entry for one in left_out)]


def _listening(console: Console, listen: HttpOptions, http: str) -> Listening:
    from toolsearch_cli.bridge.gate import Gate
    from toolsearch_cli.bridge.http import Bounds
    from toolsearch_cli.bridge.start import Listening

    address, port = _address(http)
    token = os.environ.get(VARIABLE)
    if token is not None and not token.strip():
        raise UsageError(f"{VARIABLE} is set, and blank", hint="unset it, or put a token in it")
    known = frozenset(name.lower() for name in listen.allow_host or ())
    gate = Gate(address, None if token is None else token.strip(), known)
    if not gate.is_local and token is None:
        console.warn(f"{address}: whoever reaches it may call; {VARIABLE} asks for a token")
    bounds = Bounds(
        body=listen.bound("max_body"),
        sessions=listen.bound("max_sessions"),
        requests=listen.bound("max_requests"),
        arrival=listen.bound("max_arrival"),
    )
    return Listening(gate=gate, port=port, bounds=bounds)


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
