"""Lists that are asked for anew: once at a time, more seldom while that fails, harming nobody."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.bridge.serving import by_hand, config, over_http, serving, text_of
from toolsearch_cli.bridge import refreshing
from toolsearch_cli.bridge.refreshing import Refreshing

if TYPE_CHECKING:
    from pathlib import Path

    from fastmcp import Client


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Listing:
    """Stands in for what asks a server: counts, and ends when and how the test says so."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_end = asyncio.Event()
        self.error: Exception | None = None
        self.heard: list[Exception] = []

    async def __call__(self) -> None:
        self.begun += 1
        await self.may_end.wait()
        if self.error is not None:
            raise self.error


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(refreshing, "monotonic", clock)
    return clock


def test_one_at_a_time_and_nobody_waits_for_what_takes_long(clock: Clock) -> None:
    async def main() -> None:
        listing = Listing()
        lists = Refreshing(listing, listing.heard.append)
        lists.begin_anew(2)
        assert lists.if_old() is None
        clock.now += 2.1
        first = lists.if_old()
        assert first is not None
        clock.now += 0.5
        assert lists.if_old() is first, "it may still come in time"
        for _ in range(7):
            clock.now += 1
            assert lists.if_old() is None
        assert lists.is_running
        listing.may_end.set()
        await first
        assert listing.begun == 1

    asyncio.run(main())


def test_what_fails_is_tried_less_and_less_often_and_heard_of_each_time(clock: Clock) -> None:
    async def main() -> list[int]:
        listing = Listing()
        listing.may_end.set()
        listing.error = KeyError("nobody foresaw it")
        lists = Refreshing(listing, listing.heard.append)
        lists.begin_anew(2)
        waited, since = [], 0
        while len(listing.heard) < 8:
            clock.now += 1
            since += 1
            if (task := lists.if_old()) is not None:
                await asyncio.wait((task,))
                waited.append(since)
                since = 0
        assert listing.heard == [listing.error] * 8
        listing.error = None
        while (task := lists.if_old()) is None:
            clock.now += 1
        await task
        clock.now += 2.1
        assert lists.if_old() is not None, "all is as before"
        return waited

    assert asyncio.run(main()) == [3, 5, 9, 17, 33, 61, 61, 61]


def test_whoever_needs_a_list_from_now_on_gets_one(clock: Clock) -> None:
    async def main() -> None:
        listing = Listing()
        lists = Refreshing(listing, listing.heard.append)
        lists.begin_anew(2)
        clock.now += 3
        running = lists.if_old()
        assert running is not None
        clock.now += 1
        waiting = [asyncio.create_task(lists.once()) for _ in range(5)]
        await asyncio.sleep(0)
        assert listing.begun == 1
        listing.may_end.set()
        await asyncio.gather(running, *waiting)
        assert listing.begun == 2, "one more, for all five"

    asyncio.run(main())


def test_a_new_connection_has_nothing_of_the_one_before(clock: Clock) -> None:
    async def main() -> None:
        listing = Listing()
        lists = Refreshing(listing, listing.heard.append)
        lists.begin_anew(2)
        clock.now += 3
        hung = lists.if_old()
        assert hung is not None
        lists.begin_anew(60)
        await asyncio.wait((hung,))
        assert hung.cancelled()
        assert not lists.is_running
        clock.now += 59
        assert lists.if_old() is None
        assert listing.heard == []

    asyncio.run(main())


def test_a_call_waits_for_no_other_server(tmp_path: Path) -> None:
    """One server of two does not list its tools any more."""
    hung = tmp_path / "hung"
    silent = by_hand(SILENT="1", HUNG=str(hung))
    servers = config(tmp_path, hung=silent, steady=by_hand(SILENT="1"))

    async def ask(client: Client[Any]) -> None:
        await client.list_tools()
        hung.touch()
        until = time.monotonic() + 3
        while time.monotonic() < until:
            sent = {"name": "mcp__steady__echo", "arguments": {"text": "x"}}
            result = await client.call_tool("tool_call", sent)
            assert json.loads(text_of(result)) == {"text": "x"}
            await asyncio.sleep(0.05)

    with serving("--upstream", servers) as bridge:
        over_http(bridge.url, ask)
        assert bridge.end() == 0
    calls = [one for one in map(json.loads, bridge.lines) if one["event"] == "call"]
    assert len(calls) > 10, "each waited a second, as a question does that needs all lists"
