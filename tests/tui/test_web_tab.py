"""One tab and its process: whatever the explorer does, the page hears and nothing stays."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.tui.web_serving import PATIENCE, runs
from toolsearch_cli.tui import web_tab

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

READY = "print('__GANGLION__', flush=True)"


class Page:
    """A page that keeps what it gets, and sends what a test says."""

    def __init__(self, *messages: str, stays: bool = True) -> None:
        self.drawn = b""
        self.told: list[str] = []
        self._messages = messages
        self._stays = stays
        self._closed = asyncio.Event()
        self.heard = asyncio.Event()
        """Set as soon as something is drawn."""

    async def send_bytes(self, data: bytes) -> None:
        self.drawn += data
        self.heard.set()

    async def send_str(self, data: str) -> None:
        self.told.append(data)

    async def close(self) -> None:
        self._closed.set()

    async def messages(self) -> AsyncIterator[str]:
        for message in self._messages:
            yield message
        await (self._closed if self._stays else self.heard).wait()


class GonePage(Page):
    """A page whose connection was lost."""

    async def send_bytes(self, data: bytes) -> None:
        del data
        self.heard.set()
        raise ConnectionResetError


async def run(page: Page, program: str, *, width: str = "80") -> None:
    command = (sys.executable, "-c", program)
    async with asyncio.timeout(PATIENCE):
        await web_tab.run_tab(command, page, page.messages(), {"width": width})


def drawing(expression: str) -> str:
    """Return a program that draws a text."""
    write = "sys.stdout.buffer.write(b'D' + len(d).to_bytes(4, 'big') + d); sys.stdout.flush()"
    return f"import os, signal, sys, time; {READY}; d = ({expression}).encode(); {write}"


def test_what_the_explorer_draws_reaches_the_page() -> None:
    page = Page('["ping", "7"]')
    asyncio.run(run(page, drawing("'ü' * 50_000")))
    assert page.drawn.decode() == "ü" * 50_000
    assert page.told == ['["pong", "7"]']


@pytest.mark.parametrize(("asked", "got"), [("132", 132), ("0", 1), ("99999", 1000), ("-5", 80)])
def test_it_is_as_large_as_the_page(asked: str, got: int) -> None:
    page = Page()
    asyncio.run(run(page, drawing("os.environ['COLUMNS']"), width=asked))
    assert page.drawn == str(got).encode()


@pytest.mark.parametrize("early", ["", f"{READY}; "], ids=["before it draws", "while it draws"])
def test_a_failure_is_told_on_the_page(early: str) -> None:
    page = Page()
    asyncio.run(run(page, f"{early}raise SystemExit(3)"))
    assert b"exit code 3" in page.drawn


def test_a_program_that_is_not_there_is_told_on_the_page(tmp_path: Path) -> None:
    page = Page()
    words = (str(tmp_path / "none"),)
    asyncio.run(web_tab.run_tab(words, page, page.messages(), {}))
    assert page.drawn == b"toolsearch could not be started: No such file or directory"


@pytest.mark.parametrize("kind", [Page, GonePage])
def test_an_explorer_that_hears_nothing_is_ended(
    kind: type[Page], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its page has gone; it neither reads nor heeds a polite signal."""
    monkeypatch.setattr(web_tab, "_PATIENCE", 0.1)
    note = tmp_path / "process"
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    known = f"open({str(note)!r}, 'w').write(str(os.getpid()))"

    async def session() -> None:
        page = kind(stays=False)
        await run(
            page, f"import os, signal; {known}; {deaf}; {drawing(repr('x'))}; time.sleep(600)"
        )

    asyncio.run(session())
    process = int(note.read_text())
    assert process != os.getpid()
    assert not runs(process)


def test_an_explorer_that_draws_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_tab, "_PATIENCE", 0.1)
    endless = "while True: os.write(1, b'D\\0\\0\\0\\1x')"

    async def session() -> None:
        await run(GonePage(stays=False), f"import os\n{READY}\n{endless}")

    asyncio.run(session())
