"""The command lines that print what a screen shows."""

from __future__ import annotations

from glob import escape
from shlex import join
from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.evaluation.running import LIMIT
from toolsearch_cli.errors import UsageError
from toolsearch_cli.settings.saving import settings_given, value_text
from toolsearch_cli.tui.columns import scenario_of
from toolsearch_cli.views.numbers import context_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.tui.workspace import Opened, Workspace

MADE_FILE: Final = "queries.jsonl"
"""Where made queries are written."""


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
    given = ((key, value_text(value)) for key, value in settings_given(scenario))
    for key, text in (*given, *scenario.options.items()):
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
            f"two sources are called {spared[0]!r} and one is off: no option tells them apart",
            hint="-c FILE --source NAME gives a file's source a name of its own",
        )
    return tuple(names)


def evaluation_lines(workspace: Workspace) -> str:
    """Return the call of `eval` for each scenario that is evaluated, a line each.

    Before them, where the queries were made: the call that makes them.

    Raises:
        UsageError: No command line can say which sources are switched off, or there are no queries.
    """
    query_set, opened = workspace.query_set, workspace.opened
    if query_set is None or not query_set.queries:
        raise UsageError("there are no queries")
    lines = []
    if not query_set.name:
        lines.append(line("eval", opened, workspace.loaded, "--make", "-o", MADE_FILE))
    limit = () if query_set.limit == LIMIT else ("--limit", str(query_set.limit))
    lines += [
        line("eval", opened, scenario, query_set.name or MADE_FILE, *limit)
        for scenario in workspace.evaluated
    ]
    return "\n".join(lines)


def columns_lines(workspace: Workspace) -> str:
    """Return the call of `tiers` for each column of the comparison, a line each.

    Raises:
        UsageError: No command line can say which sources a column leaves out.
    """
    lines = []
    for column in workspace.comparison.columns:
        opened = workspace.other if column.other and workspace.other else workspace.opened
        asked = scenario_of(workspace, column)
        lines.append(line("tiers", opened, asked))
    return "\n".join(dict.fromkeys(lines))
