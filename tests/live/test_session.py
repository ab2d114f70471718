"""Whose error it is: of a server, or of whoever speaks with it."""

from __future__ import annotations

import asyncio
import os

import anyio
import pytest
from mcp.shared.exceptions import MCPError

from tests.live.odd import entry
from toolsearch_cli.live.failure import BrokenPromiseError, UpstreamError
from toolsearch_cli.live.session import opened


async def speak_and_raise(error: Exception) -> None:
    async with opened(entry("good"), os.environ):
        raise error


@pytest.mark.parametrize(
    "error", [TimeoutError("mine"), FileNotFoundError(2, "mine"), ValueError("mine")], ids=type
)
def test_errors_of_whoever_speaks_are_passed_on(error: Exception) -> None:
    with pytest.raises(type(error)) as caught:
        anyio.run(speak_and_raise, error)
    assert caught.value is error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BrokenPromiseError("goes in circles"), "goes in circles"),
        (MCPError(-1, "no"), 'answered with an error: "no" (-1)'),
    ],
)
def test_errors_of_a_server_become_a_reason(error: Exception, said: str) -> None:
    with pytest.raises(UpstreamError, match="^" + said.partition("(")[0]):
        anyio.run(speak_and_raise, error)


def test_whoever_lists_too_long_sees_the_own_timeout() -> None:
    async def list_tools() -> None:
        async with opened(entry("hangs-later"), os.environ, within=20) as upstream:
            async with asyncio.timeout(0.2):
                await upstream.request("tools/list")

    with pytest.raises(TimeoutError):
        anyio.run(list_tools)


def test_a_handshake_that_never_comes_is_told() -> None:
    async def introduce() -> None:
        async with opened(entry("hangs"), os.environ, within=0.2):
            pytest.fail("it has not introduced itself")

    with pytest.raises(UpstreamError, match="did not introduce itself in time"):
        anyio.run(introduce)
