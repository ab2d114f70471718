"""Which servers are started, and what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.catalog.model import Provenance
from toolsearch_cli.errors import UsageError
from toolsearch_cli.live.configs import Program, ServerEntry, address_entry, command_entry
from toolsearch_cli.live.configs.choosing import chosen, named_as, with_environment
from toolsearch_cli.live.configs.naming import name_of_launch
from toolsearch_cli.live.configs.reading import parse_config
from toolsearch_cli.live.outcomes import Captured, Missed, names_of

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

TEXT = """\
{"mcpServers": {"git": {"command": "git-server"}, "web": {"url": "https://a.example/mcp"},
                "off": {"command": "x", "disabled": true}}}
"""
ENTRIES = parse_config(TEXT, "a.json").entries({})


def names(only: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> list[str]:
    return [one.name for one in chosen(ENTRIES, only, without).entries]


def test_what_its_client_does_not_start_is_left_out_unless_it_is_named() -> None:
    choice = chosen(ENTRIES)
    assert [one.name for one in choice.entries] == ["git", "web"]
    assert [(one.entry.name, one.reason) for one in choice.left_out] == [("off", "switched off")]
    assert names(only=("off", "g*")) == ["git", "off"]
    assert names(without=("mcp-git",)) == ["web"]


def test_a_name_that_nobody_has_is_an_error() -> None:
    with pytest.raises(UsageError, match="--only gti: no such server") as caught:
        chosen(ENTRIES, ("gti",))
    assert caught.value.hint == "did you mean git?"


def test_the_same_server_in_two_configs_is_started_once() -> None:
    again = parse_config(TEXT.replace('"git"', '"vcs"'), "b.json").entries({})
    choice = chosen((*ENTRIES, *again))
    assert [one.name for one in choice.entries] == ["git", "web"]
    assert ("vcs", "the same as in a.json") in [
        (one.entry.name, one.reason) for one in choice.left_out
    ]


def test_variables_are_passed_on_to_programs_and_a_config_has_the_last_word() -> None:
    one = command_entry(["x"], {"A": "1"})
    more = with_environment(one, {"A": "2", "MY_TOKEN": "planted"})
    assert isinstance(more.launch, Program)
    assert {key: value.text for key, value in more.launch.env} == {"A": "1", "MY_TOKEN": "planted"}
    assert [secret.name for secret in more.secrets] == ["MY_TOKEN"]
    web = address_entry("https://a.example", {})
    assert with_environment(web, {"A": "2"}) is web


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("mcp-servers/everything", "everything"),
        ("io.github.x/y/", "y"),
        ("plain", "plain"),
        ("/", "git-server"),
        (5, "git-server"),
    ],
)
def test_a_server_is_called_by_the_last_part_of_what_it_calls_itself(said: Json, name: str) -> None:
    entry = command_entry(["git-server"], {})
    assert names_of([Captured(entry=entry, tools=(), server_info={"name": said})]) == [name]


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["npx", "-y", "@x/server-files@1.2", "/home/me"], "server-files"),
        (["uvx", "mcp-server-time"], "mcp-server-time"),
        (["python3.12", "-m", "mcp_server_git"], "mcp_server_git"),
        (["node", "/srv/dist/index.js"], "index"),
        (["C:\\bin\\server.exe"], "server"),
        (["docker", "run", "-i", "--rm", "ghcr.io/x/github:latest"], "github"),
        (["npx"], "npx"),
        (["python3", "-c", "import x; x.run()"], "python3"),
        (["node", "-e", "a/b c/d '"], "node"),
        (["docker", "run", "-e", "KEY=planted-1", "img"], "img"),
        (["npx", "--api-key", "planted-1"], "npx"),
    ],
)
def test_a_command_is_called_after_what_it_starts(command: list[str], name: str) -> None:
    assert name_of_launch(command_entry(command, {})) == name


def test_a_server_is_called_as_configured_then_as_it_says() -> None:
    unnamed = command_entry(["uvx", "time-server"], {})
    web = address_entry("https://u:p@a.example:8/mcp?k=1", {})
    outcomes = (
        Captured(entry=ENTRIES[0], tools=(), server_info={"name": "other"}),
        Captured(entry=unnamed, tools=(), server_info={"name": "clock"}),
        Captured(entry=unnamed, tools=(), server_info={"name": "clock"}),
        Captured(entry=unnamed, tools=(), server_info={"name": 3}),
        Missed(entry=web, reason="x"),
        Missed(entry=named_as(web, "mine"), reason="x"),
        Missed(entry=named_as(ENTRIES[0], "mine"), reason="x"),
    )
    assert names_of(outcomes) == [
        *("git", "clock", "clock-2", "time-server", "a.example", "mine", "git-2")
    ]


def test_an_entry_says_where_it_stands() -> None:
    assert ENTRIES[0].place == Provenance("a.json", "/mcpServers/git")
    assert isinstance(ENTRIES[0], ServerEntry)
