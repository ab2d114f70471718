"""The commands by name, group and one-line help; each one's file is imported when it is run."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import typer

from toolsearch_cli.cli.help import GroupedCommand

if TYPE_CHECKING:
    from typer._click import Command

LOOK, GATE, LIVE, REFERENCE = "Look", "Gate", "Live", "Reference"


class Entry(NamedTuple):
    """One command: its function has the name of its file."""

    name: str
    panel: str
    summary: str
    """The first line of the function's docstring, which a test holds it to."""
    other_file: str = ""
    """Where the command's name is one of Python's own."""

    @property
    def file(self) -> str:
        """The file in this folder, without its ending, and the function in it."""
        return self.other_file or self.name


COMMANDS: tuple[Entry, ...] = (
    Entry("tiers", LOOK, "Say which tier a catalog lands in and what each source becomes."),
    Entry("manifest", LOOK, "Print the listing the model reads, byte for byte."),
    Entry("query", LOOK, "Say what a search finds, in which order, and why."),
    Entry("describe", LOOK, "Show a tool as the model gets it, its cost and its rivals."),
    Entry("call", LOOK, "Say what comes of a call: the host's own JSON, or the tool it calls."),
    Entry("sweep", LOOK, "Say at which budget each source changes, and what reaches it."),
    Entry(
        "compare",
        LOOK,
        "Say what each host makes of a catalog: what the model sees, reaches and pays.",
    ),
    Entry("cost", LOOK, "Say what a session costs, and from when on deferring tools pays."),
    Entry("browse", LOOK, "Explore a catalog on the terminal; also: toolsearch tui."),
    Entry("init", GATE, "Write a toolsearch.yaml with budgets that today's catalog keeps."),
    Entry("check", GATE, "Fail when a catalog breaks its budgets or its rules."),
    Entry("diff", GATE, "Say what changed between two catalogs, and what the model notices."),
    Entry("eval", GATE, "Say what searches find of what they should, and why not.", "evaluate"),
    Entry(
        "findability",
        GATE,
        "Say how well a search finds each tool by its own words, and who is in its way.",
    ),
    Entry("explain", GATE, "Say what a rule of check finds, why it matters, and how to mend it."),
    Entry("capture", LIVE, "Ask servers for their tools, and keep them as a snapshot."),
    Entry(
        "serve",
        LIVE,
        "Run the bridge as an MCP server, over a snapshot or in front of real servers.",
    ),
    Entry(
        "hosts",
        REFERENCE,
        "List the hosts that are simulated, their settings, and how far to trust each.",
    ),
    Entry(
        "formats", REFERENCE, "List the files that are read as catalogs, with an example of each."
    ),
    Entry("convert", REFERENCE, "Write a catalog as native, MCP, OpenAI, Anthropic or Gemini."),
)

ALIASES = {"tui": "browse"}
"""Other names of commands; they are not listed."""


class CommandTable(MutableMapping[str, "Command"]):
    """A mapping of names to commands that builds a command when it is asked for."""

    def __init__(self) -> None:
        self._built: dict[str, Command] = {}

    def __getitem__(self, name: str) -> Command:
        name = ALIASES.get(name, name)
        if name not in self._built:
            if name not in self:
                raise KeyError(name)
            self._built[name] = _build(next(one for one in COMMANDS if one.name == name))
        return self._built[name]

    def __contains__(self, name: object) -> bool:
        return name in ALIASES or any(entry.name == name for entry in COMMANDS)

    def __iter__(self) -> Iterator[str]:
        return (entry.name for entry in COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __setitem__(self, name: str, command: Command) -> None:
        self._built[name] = command

    def __delitem__(self, name: str) -> None:
        del self._built[name]


def _build(entry: Entry) -> Command:
    """Import a command's file and let Typer make the command of its function."""
    module = import_module(f"toolsearch_cli.cli.{entry.file}")
    alone = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    kind = getattr(module, "KIND", GroupedCommand)
    alone.command(entry.name, cls=kind, epilog=getattr(module, "EPILOG", None))(
        getattr(module, entry.file)
    )
    return typer.main.get_command(alone)
