"""From options to values: the catalog that is loaded and the scenarios that are asked."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.option_groups import CatalogOptions, ScenarioOptions
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.settings.catalogs import Choice
    from toolsearch_cli.settings.project import Project
    from toolsearch_cli.settings.scenarios import PlannedScenario, ScenarioRequest

_ASSIGNED = ("threshold_pct", "listing_max_tokens", "listing", "enabled")


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a command works on."""

    catalog: Catalog
    scenarios: tuple[Scenario, ...]
    named: str
    """The options that decide the answer, as one would type them again, for `next:` lines; ""
    where none is written."""
    project: Project


def gather(
    console: Console,
    catalog: CatalogOptions,
    scenario: ScenarioOptions,
    paths: Sequence[str] = (),
    *,
    sample_allowed: bool = True,
    several: bool = True,
    queries_piped: bool = False,
) -> Inputs:
    """Load the catalog and plan the scenarios; say on stderr what a user must know.

    A command that compares nothing says that it does not take several scenarios: of those that
    the project's file names it gets the first.
    """
    from toolsearch_cli.cli.again import again
    from toolsearch_cli.settings.project import project_here

    project = project_here()
    scenarios = planned(console, scenario, project, several=several)
    loaded = loaded_catalog(
        console,
        catalog,
        project,
        paths,
        sample_allowed=sample_allowed,
        queries_piped=queries_piped,
    )
    named = again(catalog, scenario, paths) if console.on_terminal else ""
    return Inputs(loaded, scenarios, named, project)


def loaded_catalog(
    console: Console,
    options: CatalogOptions,
    project: Project,
    paths: Sequence[str],
    *,
    sample_allowed: bool,
    queries_piped: bool = True,
) -> Catalog:
    """Load the catalogs that are named; say on stderr how, and what was odd."""
    from toolsearch_cli.catalog.loading import LoadOptions, load
    from toolsearch_cli.views.numbers import counted

    choice = chosen(options, project, paths, sample_allowed=sample_allowed)
    if choice.is_sample:
        more = ", or -c - for what is piped in" if not queries_piped and _is_piped() else ""
        console.say(
            f"No catalog named: showing {choice.patterns[0]}. Name yours with -c PATH{more}."
        )
    defaults = LoadOptions()
    loaded = load(
        choice.patterns,
        LoadOptions(
            source_name=options.source,
            input_format=options.input_format.value if options.input_format else None,
            max_bytes=options.max_bytes or defaults.max_bytes,
            strict=options.strict,
            split_prefix=options.split_prefix or None,
            stdin=sys.stdin.buffer if "-" in choice.patterns else None,
        ),
    )
    for file in loaded.files:
        if file.format:
            lost = f"; lost: {', '.join(file.lost)}" if file.lost else ""
            console.detail(
                f"{file.file}: {file.format}, {counted(file.sources, 'source')}, "
                f"{counted(file.tools, 'tool')}{lost}"
            )
        for warning in file.warnings:
            console.warn(f"{file.file}: {warning}")
    return loaded.catalog


def chosen(
    options: CatalogOptions,
    project: Project,
    paths: Sequence[str] = (),
    *,
    sample_allowed: bool = True,
) -> Choice:
    """Return which catalogs the options, the environment or the project's file name."""
    from toolsearch_cli.settings.catalogs import choose_catalogs

    given = (*(options.catalog or ()), *paths)
    return choose_catalogs(given, project, os.environ, sample_allowed=sample_allowed)


def _is_piped() -> bool:
    """Say whether something may be waiting on standard input: a pipe, or a file."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # closed, or no file of the system's
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def stdin_lines() -> Iterator[str]:
    """Yield each line of standard input, as it comes."""
    for raw in sys.stdin.buffer:
        yield raw.decode("utf-8-sig", "replace")


def planned(
    console: Console, options: ScenarioOptions, project: Project, *, several: bool = True
) -> tuple[Scenario, ...]:
    """Plan the scenarios; warn of values the host would not take, show settings if asked."""
    from dataclasses import replace

    from toolsearch_cli.settings.scenarios import plan_scenarios

    plans = plan_scenarios(replace(scenario_request(options), several=several), project)
    for warning in dict.fromkeys(one for plan in plans for one in plan.warnings):
        console.warn(warning)
    if options.show_settings:
        _show_settings(console, plans)
    return tuple(plan.scenario for plan in plans)


def scenario_request(options: ScenarioOptions) -> ScenarioRequest:
    """Return what the options say, short forms as the settings they stand for."""
    from toolsearch_cli.settings.scenarios import ScenarioRequest, assignment

    short = [(key, getattr(options, key), f"--{key.replace('_', '-')}") for key in _ASSIGNED]
    return ScenarioRequest(
        hosts=tuple(options.host or ()),
        contexts=tuple(options.context or ()),
        assignments=(
            *(assignment(text) for text in options.set_ or ()),
            *((key, value, flag) for key, value, flag in short if value is not None),
        ),
        config=options.config,
        only=tuple(options.only or ()),
        without=tuple(options.without or ()),
    )


def _show_settings(console: Console, plans: Sequence[PlannedScenario]) -> None:
    for plan in plans:
        console.say(plan.scenario.host)
        for row in plan.origins:
            console.say(f"  {row.key} = {row.value}  ({row.origin})")


def only_scenario(scenarios: tuple[Scenario, ...], command: str) -> Scenario:
    """Return the one scenario of a command that compares nothing.

    Raises:
        UsageError: Several were asked for.
    """
    if len(scenarios) != 1:
        raise UsageError(f"{command} takes one --host and one --context")
    return scenarios[0]
