"""The command lines that print what a screen shows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from glob import escape
from shlex import join
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.settings.values import setting_value
from toolsearch_cli.views.numbers import context_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.workspace import Opened, Workspace

_PLAIN = re.compile(r"[\w.+-]+", re.ASCII)


def tiers_line(workspace: Workspace) -> str:
    """Return the call of `tiers` for the present scenario."""
    return line("tiers", workspace.opened, workspace.scenario)


def line(command: str, opened: Opened, scenario: Scenario, *words: str) -> str:
    """Return a whole command line, quoted for a shell.

    Raises:
        UsageError: No command line can say which sources are switched off.
    """
    given = (*words, *opened.words, *scenario_words(opened, scenario))
    return join(("toolsearch", command, *given))


def scenario_words(opened: Opened, scenario: Scenario) -> Iterator[str]:
    """Yield the options that ask a scenario, whatever a project's file says."""
    yield from ("--host", scenario.host)
    size = scenario.context
    yield from ("--context", context_name(size).replace(",", ""))
    for key, text in settings_given(scenario):
        yield from ("--set", f"{key}={text}")
    for pattern in scenario.scope.only:
        yield from ("--only", pattern)
    for pattern in scenario.scope.without:
        yield from ("--without", pattern)
    for name in _names_off(opened, scenario):
        yield from ("--without", escape(name))


def _names_off(opened: Opened, scenario: Scenario) -> tuple[str, ...]:
    sources, off = opened.catalog.sources, scenario.scope.detached
    names = dict.fromkeys(sources[position].name for position in sorted(off))
    spared = [
        source.name
        for position, source in enumerate(sources)
        if position not in off and source.name in names and scenario.scope.names(source)
    ]
    if spared:
        raise UsageError(
            f"two sources are called {spared[0]!r} and one is off: no command line tells them apart"
        )
    return tuple(names)


def settings_given(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Yield each setting that the scenario gives its host, as `--set` reads it."""
    config = scenario.config
    if config is False:
        yield "enabled", "off"
    specs = {spec.key: spec for spec in host_named(scenario.host).setting_specs()}
    given = config if isinstance(config, Mapping) else {}
    for key, value in given.items():
        if key in specs and specs[key].of_the_host:
            yield key, value_text(value)
    yield from scenario.options.items()


def value_text(value: object) -> str:
    """Return a value as YAML of one line that reads back as the same value."""
    text = str(value)
    if isinstance(value, (str, int, float)) and _PLAIN.fullmatch(text):
        again = setting_value(text)
        if again == value and type(again) is type(value):
            return text
    return json.dumps(value, default=str)
