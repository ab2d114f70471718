"""How a bridge listens."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest

from toolsearch_cli.bridge.gate import Gate
from toolsearch_cli.bridge.http import Bounds
from toolsearch_cli.bridge.start import Listening, listen
from toolsearch_cli.errors import ExternalError

BOUNDS = Bounds(body=1, sessions=1, requests=1, arrival=1)


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost"])
def test_answers_are_sent_without_waiting_for_more(address: str) -> None:
    """asyncio sets TCP_NODELAY only on a socket that says it is TCP's; else each answer waits."""
    with ExitStack() as stack:
        there = listen(Listening(gate=Gate(address), port=0, bounds=BOUNDS), stack)
        assert there.proto == socket.IPPROTO_TCP
        with (
            socket.create_connection(there.getsockname()[:2]) as client,
            there.accept()[0] as accepted,
        ):
            assert accepted.proto == socket.IPPROTO_TCP
            assert client.getpeername() == there.getsockname()
    assert there.fileno() == -1


def test_an_address_that_is_nobody_s_cannot_be_listened_at() -> None:
    with ExitStack() as stack, pytest.raises(ExternalError, match="--http"):
        listen(Listening(gate=Gate("192.0.2.1"), port=0, bounds=BOUNDS), stack)
