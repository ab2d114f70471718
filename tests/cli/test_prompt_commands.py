"""The prompt without its terminal: what each line gives."""

from __future__ import annotations

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.prompt_commands import (
    COMMANDS,
    PromptInputs,
    PromptState,
    Reply,
    completions,
    opened,
    respond,
)
from toolsearch_cli.errors import UsageError
from toolsearch_cli.settings.project import Project
from toolsearch_cli.settings.scenarios import ScenarioRequest

INPUTS = PromptInputs(catalog(*TRACKERS), Project(), OutputFormat.table)


def start() -> PromptState:
    return opened(INPUTS, ScenarioRequest(contexts=("200k",))).state


def after(*lines: str) -> Reply:
    reply = Reply(start())
    for line in lines:
        reply = respond(INPUTS, reply.state, line)
    return reply


def hits(reply: Reply) -> list[object]:
    assert reply.answer is not None
    grid = reply.answer.page.grid
    assert grid is not None
    return [row.cells[grid.index("tool")] for row in grid.rows]


def test_the_prompt_shows_host_and_context() -> None:
    assert start().standing == "hermes · 200k"
    assert after(":host hermes@0.22", ":context unknown").state.standing == "hermes@0.22 · unknown"


def test_a_line_is_a_query() -> None:
    assert hits(after("archive ticket")) == ["mcp__linear__archive"]


@pytest.mark.parametrize("line", ["", "   ", "\t"])
def test_an_empty_line_is_nothing(line: str) -> None:
    assert respond(INPUTS, start(), line) == Reply(start())


def test_the_limit_holds_until_it_is_taken_back() -> None:
    reply = after(":limit 1", "issue")
    assert len(hits(reply)) == 1
    assert len(hits(respond(INPUTS, respond(INPUTS, reply.state, ":limit").state, "issue"))) > 1


def test_a_limit_that_is_clamped_is_said() -> None:
    assert "limit 999: hermes takes it as 20" in after(":limit 999", "issue").lines


def test_only_holds_and_alone_grants_every_source_again() -> None:
    reply = after(":only linear", "issue")
    assert hits(reply) == ["mcp__linear__create_issue"]
    assert "mcp__github__create_issue" in hits(after(":only linear", ":only", "issue"))


def test_settings_add_up_and_are_shown() -> None:
    reply = after(":set listing=off", ":set naming=single", "archive")
    assert hits(reply) == ["mcp_linear_archive"]
    (line,) = after(":set listing=off", ":set naming=single").lines
    assert line == "hermes · 200k · listing=off · naming=single"


def test_a_value_that_the_host_does_not_take_is_said() -> None:
    assert "listing" in after(":set listing=perhaps").lines[0]


def test_explain_toggles_and_takes_on_and_off() -> None:
    assert after(":explain").state.explain
    assert not after(":explain", ":explain").state.explain
    reply = after(":explain on", ":explain on", "issue")
    assert reply.answer is not None
    assert reply.answer.page.following
    assert "expected on or off" in after(":explain perhaps").lines[0]


def test_describe_shows_a_tool() -> None:
    reply = after(":describe linear/archive")
    assert reply.answer is not None
    assert reply.answer.kind == "describe/1"
    assert reply.answer.page.head[1] == "mcp__linear__archive"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (":nope", ":nope is no command"),
        (":", ": is no command"),
        (":h", ":h is several commands"),
        (":host hermes@9", "no such host"),
        (":host", ":host NAME: nothing was given"),
        (":host hermes,hermes@0.22", "one --host"),
        (":context much", "not a context size"),
        (":set lisitng=off", "no setting"),
        (":set listing", "expected KEY=VALUE"),
        (":only gitlab", "no such source"),
        (":describe create_issue", "2 tools have that name"),
        (":describe nope", "no such tool"),
    ],
)
def test_what_goes_wrong_is_said_and_nothing_changes(line: str, said: str) -> None:
    reply = after(line)
    assert reply.lines[0].startswith("error: ")
    assert said in reply.lines[0]
    assert reply.state == start()
    assert not reply.done


def test_a_beginning_that_is_unique_is_enough() -> None:
    assert after(":q").done
    assert after(":li 2").state.limit == "2"


def test_help_lists_every_command_and_the_state() -> None:
    lines = "\n".join(after(":limit 3", ":help").lines)
    assert all(f":{name}" in lines for name in COMMANDS)
    assert "limit 3" in lines


def test_the_scenario_to_begin_with_must_be_one() -> None:
    with pytest.raises(UsageError, match="one --host"):
        opened(INPUTS, ScenarioRequest(contexts=("8k", "200k")))


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        (":h", (":host", ":help")),
        (":host hermes@0.2", ("hermes@0.20", "hermes@0.21-dev", "hermes@0.22")),
        (":context 1", ("128k", "1M")),
        (":set listing", ("listing=", "listing_max_tokens=")),
        (":only L", ("linear",)),
        (":explain o", ("off", "on")),
        (":describe mcp__linear__a", ("mcp__linear__archive",)),
        (":describe github/s", ("github/search_code",)),
        ("please arch", ("archive",)),
        (":nope x", ()),
        ("please ", ()),
        ("", ()),
    ],
)
def test_tab_offers_what_can_stand_there(text: str, offered: tuple[str, ...]) -> None:
    replaced, found = completions(INPUTS, start(), text)
    assert tuple(one for one in found if one in offered) == offered
    if offered:
        assert all(one.lower().startswith(text[-replaced:].lower()) for one in found)
    else:
        assert found == ()


def test_tab_offers_from_thousands_of_names() -> None:
    inputs = INPUTS._replace(
        catalog=catalog(source("many", *(tool(f"tool_{number:05}") for number in range(5_000))))
    )
    state = opened(inputs, ScenarioRequest()).state
    assert completions(inputs, state, "TOOL_0423") == (
        len("TOOL_0423"),
        tuple(f"tool_0423{digit}" for digit in range(10)),
    )
    assert len(completions(inputs, state, "tool")[1]) == 50


def test_tab_offers_no_name_that_hides_something() -> None:
    inputs = INPUTS._replace(
        catalog=catalog(source("p", tool("jot"), tool("jot\u200b"), tool("jot\x1b"), kind="plugin"))
    )
    state = opened(inputs, ScenarioRequest()).state
    assert completions(inputs, state, "jo")[1] == ("jot",)
