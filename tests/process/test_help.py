"""Help comes at once, says what every option does, and offers only what there is."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING, get_args

import pytest
import typer

from tests.process.program import COMMAND, environment, run, run_on_terminal
from toolsearch_cli import __version__
from toolsearch_cli.analysis.searching import RANKERS
from toolsearch_cli.catalog.formats import ENTRIES
from toolsearch_cli.cli import choices
from toolsearch_cli.cli.app import app
from toolsearch_cli.cli.command_table import COMMANDS, CommandTable
from toolsearch_cli.hosts.disclosure import Form
from toolsearch_cli.reports import PAGE_FORMATS
from toolsearch_cli.reports.finding_reports import FINDING_FORMATS
from toolsearch_cli.views.tiers import FOUND, SORT_KEYS

if TYPE_CHECKING:
    from toolsearch_cli.cli.command_table import Entry

HEAVY = (
    "aiohttp",
    "asyncio",
    "importlib.metadata",
    "mcp",
    "numpy",
    "prompt_toolkit",
    "pydantic",
    "rank_bm25",
    "rich",
    "snowballstemmer",
    "textual",
    "tiktoken",
    "yaml",
)
WATCHED = f"""
import sys
from toolsearch_cli.__main__ import run
code = run()
print(*[name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
sys.exit(code)
"""
NAMES = [entry.name for entry in COMMANDS]


@pytest.mark.parametrize(
    "words", [(), ("--help",), ("--version",), *((name, "--help") for name in NAMES)]
)
def test_help_loads_nothing_heavy(words: tuple[str, ...]) -> None:
    ended = subprocess.run(
        [COMMAND[0], "-c", WATCHED, *words],
        capture_output=True,
        env=environment(),
        timeout=20,
        check=False,
    )
    assert (ended.returncode, ended.stderr.strip()) == (0, b"")
    assert ended.stdout


def test_the_watcher_would_notice() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", WATCHED, "tiers", "-c", "sample:everyday", "-f", "table"],
        capture_output=True,
        env=environment(),
        timeout=20,
        check=False,
    )
    assert b"rich" in ended.stderr


def test_the_version() -> None:
    assert run("--version").text == f"toolsearch {__version__}\n"


def test_alone_it_prints_help_in_groups() -> None:
    alone, asked = run(), run("--help")
    assert alone == asked
    assert (alone.code, alone.err) == (0, b"")
    lines = alone.text.splitlines()
    places = [lines.index(f"{panel}:") for panel in dict.fromkeys(one.panel for one in COMMANDS)]
    assert places == sorted(places)
    for name in NAMES:
        assert any(line.startswith(f"  {name} ") for line in lines)


def test_help_of_a_command_is_as_short_to_ask_for() -> None:
    assert run("tiers", "-h").out == run("tiers", "--help").out


@pytest.mark.parametrize("name", NAMES)
def test_help_keeps_to_the_terminal(name: str) -> None:
    ran = run_on_terminal(name, "--help")
    assert ran.code == 0
    assert max(map(len, ran.text.splitlines())) <= 80


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_the_table_says_what_the_docstring_says(entry: Entry) -> None:
    function = getattr(import_module(f"toolsearch_cli.cli.{entry.file}"), entry.file)
    assert entry.summary == (inspect.getdoc(function) or "").splitlines()[0]


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_option_is_explained(entry: Entry) -> None:
    command = CommandTable()[entry.name]
    for parameter in command.params:
        assert getattr(parameter, "help", None), f"{entry.name} {parameter.name}"
        if parameter.param_type_name == "option" and parameter.name != "help":
            assert parameter.opts[0].startswith("--")


def test_the_program_s_own_options_are_explained() -> None:
    group = typer.main.get_command(app)
    assert all(getattr(parameter, "help", None) for parameter in group.params)


def test_choices_are_what_the_registries_hold() -> None:
    assert set(choices.SortKey) == {"name", FOUND.key, *SORT_KEYS}
    assert set(choices.OutputFormat) == {"json", *PAGE_FORMATS}
    assert set(choices.ReportFormat) == {"text", "table", "plain", *FINDING_FORMATS}
    assert set(choices.InputFormat) == {entry.name for entry in ENTRIES}
    assert set(choices.ListedForm) == set(get_args(Form)) - {"hidden"}
    assert set(choices.RankerName) == set(RANKERS)
