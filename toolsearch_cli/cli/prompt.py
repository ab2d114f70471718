"""The interactive prompt's terminal: the one door to prompt_toolkit."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.console import Console, tell
from toolsearch_cli.cli.endpoints import endpoints_for
from toolsearch_cli.cli.inputs import loaded_catalog, planned, scenario_request, stdin_lines
from toolsearch_cli.cli.option_groups import CatalogOptions, ScenarioOptions
from toolsearch_cli.cli.prompt_commands import (
    PromptInputs,
    PromptState,
    completions,
    opened,
    respond,
)
from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History

    from toolsearch_cli.analysis.searching import Ranker

Read: TypeAlias = Callable[[PromptState], str]
"""Asks for one line; raises EOFError at the end, KeyboardInterrupt when the line is cleared."""


def ask(
    console: Console,
    catalogs: CatalogOptions,
    scenario: ScenarioOptions,
    *,
    limit: str | None,
    explain: bool,
    ranker: Ranker,
) -> None:
    """Load the catalog once, then answer line after line until `:quit` or the end of input."""
    from toolsearch_cli.settings.project import project_here

    project = project_here()
    catalog = loaded_catalog(console, catalogs, project, (), sample_allowed=True)
    planned(console, scenario, project, several=False)
    endpoints = endpoints_for(console, project)
    inputs = PromptInputs(catalog, project, console.format, ranker, endpoints)
    first = opened(inputs, scenario_request(scenario), limit=limit, explain=explain)
    on_terminal = sys.stdin.isatty() and console.on_terminal
    if on_terminal:
        console.say(
            f"{counted(catalog.tool_count, 'tool')}. Type a query, or :help. Tab completes names."
        )
    answer_lines(
        console, inputs, first.state, _terminal(console, inputs) if on_terminal else _plain()
    )


def answer_lines(console: Console, inputs: PromptInputs, state: PromptState, read: Read) -> None:
    """Answer what `read` gives; Ctrl-C only ends the line, or the answer, that it falls in."""
    while True:
        try:
            reply = respond(inputs, state, read(state))
            state = reply.state
            if reply.answer is not None:
                reply.answer.write(console)
                if console.format in (OutputFormat.table, OutputFormat.plain):
                    console.text("\n")
            for line in reply.lines:
                tell(line)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if reply.done:
            return


def _plain() -> Read:
    """Read lines from a pipe or file, without a prompt."""
    lines = stdin_lines()

    def read(state: PromptState) -> str:
        del state
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    return read


def _terminal(console: Console, inputs: PromptInputs) -> Read:
    """Read lines with history and completion; the prompt shows host and context."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.output import ColorDepth

    asked: list[PromptState] = []

    class Names(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterable[Completion]:
            del complete_event
            replaced, found = completions(inputs, asked[-1], document.text_before_cursor)
            return (Completion(one, start_position=-replaced) for one in found)

    session: PromptSession[str] = PromptSession(
        history=_history(),
        completer=Names(),
        complete_while_typing=False,
        color_depth=None if console.color else ColorDepth.DEPTH_1_BIT,
    )

    def read(state: PromptState) -> str:
        asked[:] = [state]
        return session.prompt([("bold", state.standing), ("", " > ")])

    return read


def history_file() -> Path | None:
    """Return where the prompt's history is kept; `None` where the user has no such place."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = Path(base) if base else Path.home() / ".cache"
    except RuntimeError:  # no home
        return None
    return folder / "toolsearch" / "query-history"


def _history() -> History:
    """Return the history on disk; one in memory where it can be neither read nor written."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class Kept(FileHistory):
        def store_string(self, string: str) -> None:
            with suppress(OSError, UnicodeError):
                super().store_string(string)

    path = history_file()
    if path is not None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.open("a+b").close()
            return Kept(path)
    return InMemoryHistory()
