"""`toolsearch init`: write the first toolsearch.yaml, from what the catalog takes today."""

from __future__ import annotations

import os
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
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.cli.inputs import Inputs
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.settings.starter import Starter

FILE = "toolsearch.yaml"

EPILOG = """\b
Examples:
  toolsearch init -c catalogs/ --context 200k,1M
  toolsearch init mcp-tools.json --headroom 25 --force
"""


@with_options
def init(
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    output: OutputOptions,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CATALOG]...", help="Catalogs, as with -c.", show_default=False),
    ] = None,
    headroom: Annotated[
        int, typer.Option(metavar="PCT", min=0, max=1000, help="Room above today's figures.")
    ] = 10,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
) -> None:
    """Write a toolsearch.yaml with budgets that today's catalog keeps.

    The file is shown, and the lines that run `toolsearch check` in CI are said on stderr.
    """
    from toolsearch_cli.cli.inputs import gather
    from toolsearch_cli.settings.starter import ci_lines, starter_text

    console = Console(output)
    path = output.output or Path(FILE)
    if not force:
        _refuse_what_is_there(path)
    inputs = gather(console, catalogs, scenario, paths or (), sample_allowed=False)
    named = (*(catalogs.catalog or ()), *(paths or ()))
    text = starter_text(_starter(inputs, named, path, headroom))
    _write(path, text, force=force)
    Console(output._replace(output=None)).text(text)
    console.say(f"Wrote {path}.")
    _warn_of_failures(console, inputs)
    for line in ci_lines(_folder(path)).splitlines():
        console.say(line)


def _folder(path: Path) -> str:
    """Return where a file is, from the top of its repository; `.` at the top."""
    from toolsearch_cli.cli.reporting import repository_root

    folder, root = path.absolute().parent.resolve(), repository_root().resolve()
    return folder.relative_to(root).as_posix() if folder.is_relative_to(root) else "."


def _refuse_what_is_there(path: Path) -> None:
    """Refuse to overwrite a file, or to put one before the table of pyproject.toml."""
    from toolsearch_cli.settings.project import find_project

    if os.path.lexists(path):
        raise UsageError(f"{path}: is there already", hint="--force overwrites it")
    file = find_project(path.absolute().parent).file
    if file is not None and file.parent == path.absolute().parent:
        raise UsageError(
            f"{file}: holds settings already", hint="--force writes a file that wins over it"
        )


def _warn_of_failures(console: Console, inputs: Inputs) -> None:
    """Say where the gate would fail at once: budgets are new, but rules are not."""
    from toolsearch_cli.checks.findings import Severity
    from toolsearch_cli.checks.policy import Gate
    from toolsearch_cli.views.numbers import counted
    from toolsearch_cli.workbench import check

    outcome = check(inputs.catalog, inputs.scenarios, (), Gate())
    if outcome.failed:
        errors = sum(one.rule.severity is Severity.error for one in outcome.findings)
        console.warn(
            f"check fails today: {counted(errors, 'error')}; mend what it says, or set it aside "
            "under rules: ignore"
        )


def _starter(inputs: Inputs, named: Sequence[str], path: Path, headroom: int) -> Starter:
    from toolsearch_cli.settings.starter import Expected, Starter
    from toolsearch_cli.workbench import disclosures, rooms

    answers = disclosures(inputs.catalog, inputs.scenarios)
    found = rooms(inputs.catalog, answers, headroom)
    if not inputs.catalog.tool_count:
        raise UsageError("nothing was measured: the catalog holds no tools")
    scenarios = inputs.scenarios
    return Starter(
        settings=_settings(scenarios[0]),
        catalogs=tuple(_beside(one, path) for one in named or inputs.project.catalogs),
        hosts=tuple(dict.fromkeys(one.host for one in scenarios)),
        contexts=tuple(dict.fromkeys(_written(one.context) for one in scenarios)),
        rooms=found,
        headroom=headroom,
        expected=tuple(
            Expected(shown.host, _written(shown.context), shown.tier)
            for shown in answers
            if shown.tier is not None and not shown.host_error
        ),
    )


def _settings(scenario: Scenario) -> dict[str, object]:
    """Return the host's settings that flags and files give.

    Raises:
        UsageError: Something was asked for that the file cannot say.
    """
    from collections.abc import Mapping

    from toolsearch_cli.hosts.scenario import EVERYTHING

    if scenario.scope != EVERYTHING or scenario.options:
        raise UsageError(
            "init: a settings file keeps no scope and no naming",
            hint="name only the catalogs that belong to the session",
        )
    if scenario.config is None or isinstance(scenario.config, Mapping):
        return {str(key): value for key, value in (scenario.config or {}).items()}
    return {"enabled": scenario.config}


def _written(context: int | None) -> str:
    from toolsearch_cli.views.numbers import context_name

    return context_name(context).replace(",", "")


def _beside(pattern: str, path: Path) -> str:
    """Return a catalog's path as the file in another folder must write it.

    Raises:
        UsageError: It is standard input, which no later run has.
    """
    if pattern == "-":
        raise UsageError("init: standard input is no catalog that a later check can read")
    if pattern.startswith("sample:"):
        return pattern
    return Path(os.path.relpath(pattern, path.absolute().parent)).as_posix()


def _write(path: Path, text: str, *, force: bool) -> None:
    """Write the file; without `force` only where none has come about meanwhile."""
    from toolsearch_cli.reports.records import utf8

    try:
        with path.open("wb" if force else "xb") as stream:
            stream.write(utf8(text))
    except FileExistsError:
        raise UsageError(f"{path}: is there already", hint="--force overwrites it") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
