"""The bridge by itself, without a protocol around it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.bridge.answering import Bridge, UnknownToolError
from toolsearch_cli.bridge.backends import Snapshot
from toolsearch_cli.bridge.journal import Journal, pseudonym
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.workbench import bridging

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

EAGER = Scenario(host="arion", config={"tool_disclosure_mode": "EAGER"})


def bridge(loaded: Catalog, scenario: Scenario, lines: list[str]) -> Bridge:
    return Bridge(bridging(scenario.host), scenario, Snapshot(loaded), Journal(lines.append))


def test_tools_for_which_a_client_may_refuse_the_list_are_named() -> None:
    odd = tool("odd")
    odd["inputSchema"] = ["no", "object"]
    lines: list[str] = []
    given = catalog(*TRACKERS, source("s", odd, tool("silent", 7)))
    listed = asyncio.run(bridge(given, EAGER, lines).tools())
    assert len(listed) == 9
    named = [json.loads(line)["name"] for line in lines]
    assert named == ["s.odd", "s.silent"]


def test_the_list_is_made_once_for_a_catalog() -> None:
    async def twice() -> tuple[Any, Any]:
        one = bridge(catalog(*TRACKERS), EAGER, [])
        return await one.tools(), await one.tools()

    first, second = asyncio.run(twice())
    assert first is second


def test_an_unknown_tool_is_a_line_too_and_its_name_has_an_end() -> None:
    lines: list[str] = []
    name = "x" * 5000
    with pytest.raises(UnknownToolError):
        asyncio.run(bridge(catalog(*TRACKERS), EAGER, lines).call(name, {}, "session"))
    (told,) = map(json.loads, lines)
    assert (told["tool"], told["error"]) == ("x" * 200, "unknown_tool")
    assert told["session"] == pseudonym("session")
    assert "session" not in told["session"]


def test_a_session_has_the_same_pseudonym_always_and_no_other_has_it() -> None:
    assert pseudonym("a") == pseudonym("a") != pseudonym("b")
    assert len(pseudonym("\ud800")) == 8


def test_it_works_nothing_out_any_more_however_it_was_left() -> None:
    async def after() -> None:
        given = bridge(catalog(*TRACKERS), EAGER, [])
        with pytest.raises(EOFError), given:
            raise EOFError
        with pytest.raises(RuntimeError, match="shutdown"):
            await given.tools()

    asyncio.run(after())
