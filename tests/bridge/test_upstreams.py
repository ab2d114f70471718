"""The bridge in front of servers that run: what they say passes through, whatever befalls them."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest
from mcp.client.subscriptions import listen
from mcp.types import ToolListChangedNotification

from tests.bridge.serving import (
    PATIENCE,
    by_hand,
    call,
    config,
    over_http,
    over_stdio,
    serving,
    speak,
    text_of,
)
from tests.bridge.upstream import RESULTS, TOOLS

if TYPE_CHECKING:
    from pathlib import Path

    from fastmcp import Client

HOSTS = ("hermes", "hermes@0.22", "arion")


def reached(host: str, tool: str, source: str = "hand", **arguments: Any) -> tuple[str, Any]:
    """Return the call by which a model of this host reaches a tool."""
    if host == "arion":
        return call(f"{source}.{tool}", **arguments)
    entry = {"name": f"mcp__{source}__{tool}", "arguments": arguments}
    return call("tool_call", **({"calls": [entry]} if host == "hermes@0.22" else entry))


@pytest.mark.parametrize("host", HOSTS)
def test_results_and_errors_pass_through_untouched(host: str, tmp_path: Path) -> None:
    words = ("--upstream", config(tmp_path, hand=by_hand()), "--host", host)
    answers = speak(*words, asked=[reached(host, name) for name in (*RESULTS, "refuses")])
    *results, refused = answers
    for name, answer in zip(RESULTS, results, strict=True):
        assert json.dumps(answer["result"]) == json.dumps(RESULTS[name]), name
    assert refused["error"] == {"code": -32050, "message": "No.", "data": {"why": ["no", 1.0]}}


def test_arguments_reach_the_tool_under_its_own_name_as_they_were_sent(tmp_path: Path) -> None:
    sent: dict[str, Any] = {
        "text": "é\u202e",
        "number": 12345678901234567890,
        "more": [1.0, None, {"a": {}}],
    }
    words = ("--upstream", config(tmp_path, hand=by_hand()))
    (answer,) = speak(*words, asked=[reached("hermes", "echo", **sent)])
    assert json.loads(answer["result"]["content"][0]["text"]) == sent


def test_what_does_not_fit_the_schema_is_not_called(tmp_path: Path) -> None:
    started = tmp_path / "started"
    words = ("--upstream", config(tmp_path, hand=by_hand(str(started))))
    (missing,) = speak(*words, asked=[reached("hermes", "echo", number=1)])
    told = json.loads(missing["result"]["content"][0]["text"])
    assert missing["result"]["isError"] is True
    assert sorted(told) == ["error", "hint", "parameters"]
    strict = (*words, "--host", "hermes@0.22")
    (wrong,) = speak(*strict, asked=[reached("hermes@0.22", "echo", text="x", number="one")])
    told = json.loads(wrong["result"]["content"][0]["text"])
    assert (told["path"], told["constraint"]) == ("arguments.number", "type")


def test_the_scope_holds_and_a_server_outside_it_is_not_even_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    servers = config(tmp_path, hand=by_hand(), other=by_hand(str(started)))
    asked = [
        ("tools/list", {}),
        call("tool_search", query="echo text"),
        call("tool_describe", name="mcp__other__echo"),
        reached("hermes", "echo", "other", text="x"),
        reached("hermes", "echo", " other", text="x"),
        call("mcp__other__echo", text="x"),
    ]
    answers = speak("--upstream", servers, "--only", "hand", asked=asked)
    everything = json.dumps([one.get("result") for one in answers[:2]])
    assert "mcp__hand__echo" in everything
    assert "other" not in everything
    for answer in answers[2:5]:
        assert answer["result"]["isError"] is True
    assert answers[5]["error"]["code"] == -32602
    assert not started.exists()


def test_a_server_that_two_configs_name_is_started_once(tmp_path: Path) -> None:
    started = tmp_path / "started"
    servers = config(tmp_path, hand=by_hand(str(started)))
    other = shutil.copy(servers, tmp_path / "other.json")
    words = ("--upstream", servers, "--upstream", str(other))
    (listed,) = speak(*words, asked=[call("tool_search", query="echo text")])
    assert len(started.read_text(encoding="utf-8").split()) == 1
    found = json.loads(listed["result"]["content"][0]["text"])
    assert json.dumps(found).count('"mcp__hand__echo"') == 1


def test_a_server_gets_the_variables_of_its_config_and_no_others(tmp_path: Path) -> None:
    servers = config(tmp_path, hand=by_hand(GIVEN="here", REFERRED="${FROM_OUTSIDE}"))
    names = ("GIVEN", "REFERRED", "FROM_OUTSIDE")
    asked = [reached("hermes", "environment", variable=name) for name in names]
    answers = speak("--upstream", servers, asked=asked, FROM_OUTSIDE="there")
    said = [one["result"]["content"][0]["text"] for one in answers]
    assert said == ["here", "there", ""]


async def grown(client: Client[Any]) -> str:
    """Have the server add a tool, and call that one."""
    assert "grown" not in str(await client.list_tools())
    await client.call_tool("tool_call", {"name": "mcp__hand__grow", "arguments": {}})
    return "mcp__hand__grown_0"


async def called_anew(client: Client[Any], name: str) -> str:
    assert name in str(await client.list_tools())
    sent = {"name": name, "arguments": {"a": 1}}
    return text_of(await client.call_tool("tool_call", sent))


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_changed_list_is_told_to_clients_that_shook_hands(transport: str, tmp_path: Path) -> None:
    news = asyncio.Event()

    async def heard(message: Any) -> None:
        if isinstance(message, ToolListChangedNotification):
            news.set()

    async def ask(client: Client[Any]) -> str:
        name = await grown(client)
        await asyncio.wait_for(news.wait(), PATIENCE)
        return await called_anew(client, name)

    words = ("--upstream", config(tmp_path, hand=by_hand()))
    if transport == "stdio":
        found = over_stdio(ask, *words, log=tmp_path / "log", mode="legacy", message_handler=heard)
    else:
        with serving(*words) as bridge:
            found = over_http(bridge.url, ask, mode="legacy", message_handler=heard)
    assert found == '{"a": 1}'


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_changed_list_is_told_to_clients_that_listen(transport: str, tmp_path: Path) -> None:
    async def ask(client: Client[Any]) -> str:
        async with listen(client.session, tools_list_changed=True) as news:
            name = await grown(client)
            async for _ in news:
                return await called_anew(client, name)
        return "nothing was told"

    words = ("--upstream", config(tmp_path, hand=by_hand()))
    if transport == "stdio":
        found = over_stdio(ask, *words, log=tmp_path / "log")
    else:
        with serving(*words) as bridge:
            found = over_http(bridge.url, ask)
            assert bridge.end() == 0
    assert found == '{"a": 1}'


def test_a_server_that_says_nothing_of_changes_is_listed_anew(tmp_path: Path) -> None:
    async def ask(client: Client[Any]) -> str:
        name = await grown(client)
        await asyncio.sleep(2.5)  # longer than a list of such a server is believed
        return await called_anew(client, name)

    servers = config(tmp_path, hand=by_hand(SILENT="1"))
    assert over_stdio(ask, "--upstream", servers, log=tmp_path / "log") == '{"a": 1}'


def test_a_server_that_does_not_answer_keeps_nobody_waiting(tmp_path: Path) -> None:
    hung = tmp_path / "hung"
    servers = config(tmp_path, hand=by_hand(SILENT="1", HUNG=str(hung)))

    async def ask(client: Client[Any]) -> list[float]:
        spent = []
        await client.list_tools()
        hung.touch()
        for _ in range(3):
            await asyncio.sleep(2.1)
            begun = time.monotonic()
            assert "mcp__hand__echo" in str(await client.list_tools())
            spent.append(time.monotonic() - begun)
        return spent

    first, *later = over_stdio(ask, "--upstream", servers, log=tmp_path / "log")
    assert max(first, *later) < 8, "it is given ten seconds to list its tools"
    assert min(later) < 1, "whoever comes later does not wait the second that the first one did"


def test_a_server_that_is_killed_loses_its_tools_and_gets_them_back(tmp_path: Path) -> None:
    started, barred = tmp_path / "started", tmp_path / "barred"
    hand = by_hand(str(started), BARRED=str(barred))
    servers = config(tmp_path, hand=hand, steady=by_hand())

    async def seen(client: Client[Any]) -> tuple[str, Any]:
        listed = str(await client.list_tools())
        sent = {"name": "mcp__hand__echo", "arguments": {"text": "x"}}
        return listed, await client.call_tool("tool_call", sent, raise_on_error=False)

    with serving("--upstream", servers) as bridge:
        assert "mcp__hand__echo" in over_http(bridge.url, seen)[0]
        barred.touch()
        os.kill(int(started.read_text(encoding="utf-8").split()[0]), signal.SIGKILL)
        assert "SIGKILL" in bridge.event("upstream_down", source="hand")["reason"]
        listed, result = over_http(bridge.url, seen)
        assert "mcp__hand__echo" not in listed
        assert "mcp__steady__echo" in listed
        assert result.is_error
        assert "exit code 3" in bridge.event("upstream_down", source="hand")["reason"]
        barred.unlink()
        bridge.event("upstream_up", source="hand")
        listed, result = over_http(bridge.url, seen)
        assert "mcp__hand__echo" in listed
        assert json.loads(text_of(result)) == {"text": "x"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_how_far_a_call_is_passes_through(transport: str, tmp_path: Path) -> None:
    steps: list[tuple[float, float | None, str | None]] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        steps.append((progress, total, message))

    async def ask(client: Client[Any]) -> str:
        sent = {"name": "mcp__hand__steps", "arguments": {}}
        return text_of(await client.call_tool("tool_call", sent, progress_handler=heard))

    words = ("--upstream", config(tmp_path, hand=by_hand()))
    if transport == "stdio":
        found = over_stdio(ask, *words, log=tmp_path / "log")
    else:
        with serving(*words) as bridge:
            found = over_http(bridge.url, ask)
    assert found == "done"
    assert steps == [(1, 2, "step 1"), (2, 2, "step 2")]


def test_a_call_that_its_server_does_not_survive_is_answered(tmp_path: Path) -> None:
    words = ("--upstream", config(tmp_path, hand=by_hand()))
    (answer,) = speak(*words, asked=[reached("hermes", "die")])
    assert answer["result"]["isError"] is True
    assert "went away" in answer["result"]["content"][0]["text"]


def test_a_server_that_cannot_be_started_takes_nothing_from_the_others(tmp_path: Path) -> None:
    broken = {"command": "/nonexistent/server", "env": {"API_KEY": "sk-planted-secret-99"}}
    servers = config(tmp_path, broken=broken, hand=by_hand())
    with serving("--upstream", servers) as bridge:
        down = bridge.event("upstream_down", source="broken")
        assert down["retry_in"] > 0
        again = bridge.event("upstream_down", source="broken")
        assert again["retry_in"] > down["retry_in"]

        async def call_it(client: Client[Any]) -> Any:
            sent = {"name": "mcp__hand__echo", "arguments": {"text": "x"}}
            return await client.call_tool("tool_call", sent)

        assert json.loads(text_of(over_http(bridge.url, call_it))) == {"text": "x"}
        assert bridge.end() == 0
    assert "sk-planted-secret-99" not in "".join(bridge.lines)


def test_every_tool_of_the_server_is_in_the_catalog(tmp_path: Path) -> None:
    words = ("--upstream", config(tmp_path, hand=by_hand()), "--host", "arion")
    listed = speak(*words, "--set", "tool_disclosure_mode=EAGER", asked=[("tools/list", {})])
    tools = listed[0]["result"]["tools"]
    assert tools == sorted(
        ({**one, "name": f"hand.{one['name']}"} for one in TOOLS), key=lambda one: one["name"]
    )
