"""The options of `toolsearch capture`: which servers, how long, and what to compare them with."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from toolsearch_cli.cli.numbers import finite

_SERVERS, _CHECK = "Servers", "Check"


class ServerOptions(NamedTuple):
    """Which servers are captured, and how."""

    discover: Annotated[
        bool,
        typer.Option(
            "--discover",
            help="Find the configs of all clients, on this machine and in this folder.",
            rich_help_panel=_SERVERS,
        ),
    ] = False
    yes: Annotated[
        bool,
        typer.Option("--yes", "-y", help="Start what --discover finds.", rich_help_panel=_SERVERS),
    ] = False
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="What to call the one command or URL.", rich_help_panel=_SERVERS
        ),
    ] = None
    header: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HEADER",
            help="'NAME: VALUE' for URLs; env:VARIABLE stands for its value; repeatable.",
            rich_help_panel=_SERVERS,
        ),
    ] = None
    env: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Pass a variable on to programs; also NAME=VALUE; repeatable.",
            rich_help_panel=_SERVERS,
        ),
    ] = None
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN", help="Only these servers; globs.", rich_help_panel=_SERVERS
        ),
    ] = None
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Not these servers; globs.", rich_help_panel=_SERVERS),
    ] = None
    timeout: Annotated[
        float,
        typer.Option(
            min=0.1,
            metavar="SECONDS",
            callback=finite,
            help="How long one may take.",
            rich_help_panel=_SERVERS,
        ),
    ] = 60.0
    jobs: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="How many at once.", rich_help_panel=_SERVERS),
    ] = 4
    max_bytes: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Longest answer of one (64 MiB).", rich_help_panel=_SERVERS
        ),
    ] = None
    allow_partial: Annotated[
        bool,
        typer.Option(
            "--allow-partial", help="Exit 0 though some failed.", rich_help_panel=_SERVERS
        ),
    ] = False


class CheckOptions(NamedTuple):
    """What the servers are compared with instead of being kept."""

    check: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep nothing; fail when the servers differ from this snapshot.",
            rich_help_panel=_CHECK,
        ),
    ] = None
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT",
            help="With --check: breaking, routing, any or tier; any, unless given.",
            rich_help_panel=_CHECK,
        ),
    ] = None
