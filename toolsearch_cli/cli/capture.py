"""`toolsearch capture`: live servers as a snapshot."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from toolsearch_cli.cli.capture_options import CheckOptions, ServerOptions
from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.console import Console, tell
from toolsearch_cli.cli.help import GroupedCommand
from toolsearch_cli.cli.option_groups import CatalogOptions, OutputOptions, with_options
from toolsearch_cli.errors import ExternalError, UsageError

if TYPE_CHECKING:
    from typer._click import Context

    from toolsearch_cli.analysis.changes.diff import Diff, FailOn
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.cli.capture_servers import Named
    from toolsearch_cli.live.configs.choosing import Choice
    from toolsearch_cli.live.configs.entries import ServerEntry
    from toolsearch_cli.live.outcomes import Outcome

    Outcomes: TypeAlias = tuple[tuple[str, Outcome], ...]
    """What became of each server, with its name."""

EPILOG = """\b
Examples:
  toolsearch capture .mcp.json -o tools.json
  toolsearch capture -o tools.json -- uvx mcp-server-time
  toolsearch capture https://x.io/mcp --header 'Authorization: env:TOKEN'
  toolsearch capture --discover -o tools.json
  toolsearch capture .mcp.json --check tools.json --fail-on breaking
"""

_BEHIND: Final = "toolsearch.behind"
_FORMS: Final = tuple(form for form in OutputFormat if form is not OutputFormat.svg)
_ROWS: Final = (OutputFormat.csv, OutputFormat.jsonl)


class CaptureCommand(GroupedCommand):
    """Keeps apart what stands behind `--`: it is a command to start, whatever it looks like."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse what stands before `--`."""
        before = args[: args.index("--")] if "--" in args else args
        ctx.meta[_BEHIND] = tuple(args[len(before) + 1 :])
        return super().parse_args(ctx, list(before))

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """Say in the usage line that a command may follow."""
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND [ARG]...]"]


KIND = CaptureCommand


@with_options
def capture(
    context: typer.Context,
    servers: ServerOptions,
    checking: CheckOptions,
    output: OutputOptions,
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CONFIG|URL]...",
            help="Clients' configs, '-' for stdin, and URLs of servers.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Ask servers for their tools, and keep them as a snapshot.

    Each server is started or reached, asked for its tools, and ended; no tool is called. One that
    fails is kept as unknown, with the reason. What a config names is started at once, what
    --discover finds only with --yes or when you say so. Secrets stay out of the snapshot.

    Exit code 0: done; 1: --check found what --fail-on names; 3: a server failed, whatever --check
    found in the others.
    """
    from toolsearch_cli.cli.capture_servers import Named
    from toolsearch_cli.cli.diff import leave

    console = Console(output)
    console.require_place()
    conditions = _conditions(console, checking)
    before = None if checking.check is None else _before(console, checking.check)
    named = Named(
        places=places or (),
        command=context.meta[_BEHIND],
        discover=servers.discover,
        name=servers.name,
        headers=servers.header or (),
        env=servers.env or (),
    )
    entries = _entries(console, named, servers, before)
    outcomes = _outcomes(console, entries, servers)
    if before is None:
        with suppress(BrokenPipeError):  # whoever reads only the first lines gets the same code
            _write(console, outcomes)
        _require_told(outcomes, partly=servers.allow_partial)
        return
    if len(_unknown(outcomes)) == len(outcomes):
        _require_told(outcomes, partly=False)
    found = _compared(console, before, outcomes, (checking, servers, conditions))
    _require_told(outcomes, partly=servers.allow_partial)
    leave(found, conditions)


def _conditions(console: Console, checking: CheckOptions) -> tuple[FailOn, ...]:
    from toolsearch_cli.cli.diff import conditions_of

    if checking.check is not None:
        return conditions_of(checking.fail_on or ("any",))
    if checking.fail_on:
        raise UsageError("--fail-on is for --check", hint="add --check FILE")
    if console.options.format_ not in (None, OutputFormat.json):
        raise UsageError(
            f"-f {console.options.format_.value}: a snapshot is JSON", hint="-f is for --check"
        )
    return ()


def _before(console: Console, name: str) -> Catalog:
    from toolsearch_cli.cli.inputs import loaded_catalog
    from toolsearch_cli.settings.project import Project

    return loaded_catalog(console, CatalogOptions(), Project(), (name,), sample_allowed=False)


def _entries(
    console: Console, named: Named, servers: ServerOptions, before: Catalog | None
) -> tuple[ServerEntry, ...]:
    """The servers to start, once one knows what they are, and may be started."""
    from toolsearch_cli.cli.capture_servers import named_entries
    from toolsearch_cli.live.configs.choosing import chosen, named_as

    entries = named_entries(console, named)
    if before is not None and len(entries) == len(before.sources) == 1:
        entries = (named_as(entries[0], before.sources[0].name),)
    choice = chosen(entries, servers.only or (), servers.without or ())
    if not choice.entries:
        _announce(choice, console.say)
        raise UsageError("no server is left to capture")
    if not servers.discover or servers.yes:
        _announce(choice, console.say)
    else:
        _announce(choice, tell)
        _ask(sum(one.is_usable for one in choice.entries))
    return choice.entries


def _announce(choice: Choice, say: Callable[[str], None]) -> None:
    """Say what is started, config by config."""
    file = None
    width = max((len(one.name) for one in choice.entries), default=0)
    for entry in choice.entries:
        if entry.place.file != file and entry.place.pointer:
            file = entry.place.file
            say(f"{file}:")
        name = f"{entry.name:<{width}}  " if entry.name else ""
        say(f"  {name}{entry.described}")
    for entry, reason in choice.left_out:
        say(f"  not started: {entry.name} of {entry.place.file}: {reason}")


def _ask(count: int) -> None:
    """Ask whether to start them; nobody there to answer is a no."""
    if not count:
        return
    if sys.stdin.isatty() and sys.stderr.isatty():
        question = "Start this server" if count == 1 else f"Start these {count} servers"
        if typer.confirm(f"{question}?", err=True):
            return
    raise UsageError("nothing was started", hint="--yes starts what --discover finds")


def _outcomes(console: Console, entries: Sequence[ServerEntry], servers: ServerOptions) -> Outcomes:
    """Capture, and say what became of each server.

    Raises:
        ExternalError: The extra `live` is not installed.
    """
    from toolsearch_cli.cli.capture_progress import bar, say_outcomes
    from toolsearch_cli.live.outcomes import names_of

    try:
        from toolsearch_cli.live.capture import CaptureBounds
        from toolsearch_cli.live.capture import capture as captured
    except ImportError as error:
        raise ExternalError(
            f"capture needs the extra live: {error}", hint='pip install "toolsearch-cli[live]"'
        ) from None
    bounds = CaptureBounds(seconds=servers.timeout, at_once=servers.jobs)
    if servers.max_bytes is not None:
        bounds = replace(bounds, max_bytes=servers.max_bytes)
    with bar(console, len(entries)) as drawn:
        found = captured(entries, os.environ, drawn, bounds)
    outcomes = tuple(zip(names_of(found), found, strict=True))
    say_outcomes(console, outcomes)
    return outcomes


def _require_told(outcomes: Outcomes, *, partly: bool) -> None:
    from toolsearch_cli.live.outcomes import Missed

    unknown = _unknown(outcomes)
    if not unknown or (partly and len(unknown) < len(outcomes)):
        return
    hints = []
    if any(isinstance(one, Missed) and one.is_late for _, one in outcomes):
        hints.append("--timeout gives them longer")
    if len(unknown) < len(outcomes):
        hints.append("--allow-partial is content with the others")
    if len(outcomes) == 1:
        raise ExternalError("the server did not tell its tools", hint="; ".join(hints))
    raise ExternalError(
        f"{len(unknown)} of {len(outcomes)} servers did not tell their tools",
        hint="; ".join(hints),
    )


def _unknown(outcomes: Outcomes) -> tuple[str, ...]:
    """The names of the servers whose tools are unknown."""
    from toolsearch_cli.live.outcomes import Missed

    return tuple(name for name, outcome in outcomes if isinstance(outcome, Missed))


def _write(console: Console, outcomes: Outcomes) -> None:
    from importlib.metadata import version

    from toolsearch_cli import __version__
    from toolsearch_cli.live.outcomes import Captured
    from toolsearch_cli.reports.records import json_text
    from toolsearch_cli.reports.snapshot_records import snapshot_record
    from toolsearch_cli.views.numbers import counted

    versions = {"toolsearch": __version__, "mcp": version("mcp")}
    console.text(json_text("snapshot/1", snapshot_record(outcomes, _now(), versions)))
    if console.options.output is not None:
        told = [one for _, one in outcomes if isinstance(one, Captured)]
        tools = counted(sum(len(one.tools) for one in told), "tool")
        missed = len(outcomes) - len(told)
        beside = f", {counted(missed, 'server')} unknown" if missed else ""
        console.say(f"{console.options.output}: {tools} of {counted(len(told), 'server')}{beside}")


def _now() -> datetime:
    """The time; that of SOURCE_DATE_EPOCH, where one wants the same bytes again."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return datetime.now(UTC)
    try:
        return datetime.fromtimestamp(int(epoch), UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError("SOURCE_DATE_EPOCH: expected seconds since 1970") from None


def _compared(
    console: Console,
    before: Catalog,
    outcomes: Outcomes,
    options: tuple[CheckOptions, ServerOptions, tuple[FailOn, ...]],
) -> Diff:
    """Write what is different in the servers that told their tools, and return it."""
    from toolsearch_cli.cli.inputs import planned
    from toolsearch_cli.cli.option_groups import ScenarioOptions
    from toolsearch_cli.reports.diff_records import diff_record
    from toolsearch_cli.reports.snapshot_records import servers_record
    from toolsearch_cli.settings.project import project_here
    from toolsearch_cli.views.diff import diff_page, diff_rows
    from toolsearch_cli.workbench import live_catalog, live_changes

    checking, servers, conditions = options
    now, odd = live_catalog(servers_record(outcomes))
    for one in odd:
        console.warn(f"live: {one}")
    patterns = (servers.only or (), servers.without or ())
    scenarios = planned(console, ScenarioOptions(), project_here())
    found = live_changes(before, now, scenarios, patterns, _unknown(outcomes))
    if console.format in _ROWS:
        page = diff_rows(found)
    else:
        titles = (checking.check or "", "live")
        page = diff_page(found, titles, conditions, everything=console.options.verbose)
    with suppress(BrokenPipeError):
        console.page(page, "diff/1", lambda: diff_record(found, conditions), *_FORMS)
    return found
