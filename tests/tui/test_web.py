"""The explorer for browsers: what it answers to whom, what a tab gets, what stays when it ends."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import socket
from http import HTTPStatus
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.catalogs import catalog_file, source, tool
from tests.process.program import run
from tests.tui.web_serving import explorers, opened_tab, runs, served, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.tui.web_serving import Served

MAIL = source("mail", tool("send", "Send a mail."))
EVIL = "http://evil.example"
LISTED = "--listing=on"
"""Then one press of `l` leaves nothing listed: tier 2."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with served(catalog_file(folder, MAIL), LISTED, folder=folder) as started:
        yield started


async def status(server: Served, path: str, **headers: str) -> int:
    """Ask for a path; return the status of the answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{server.address}{path}", headers=headers) as answer,
    ):
        return answer.status


async def upgraded(server: Served, **headers: str) -> int:
    """Open the WebSocket; return the status of the answer."""
    async with aiohttp.ClientSession() as session:
        try:
            async with session.ws_connect(f"{server.address}ws", headers=headers):
                return HTTPStatus.SWITCHING_PROTOCOLS
        except aiohttp.WSServerHandshakeError as refused:
            return refused.status


def test_it_says_where_it_is_on_stderr_and_how_to_end_it(server: Served) -> None:
    assert server.said == f"toolsearch browse: {server.address}  (Ctrl-C ends it)\n"
    assert server.address.startswith("http://127.0.0.1:")


def test_it_listens_on_one_loopback_address_only(server: Served) -> None:
    with socket.socket() as elsewhere:
        assert elsewhere.connect_ex(("127.0.0.2", server.port)) != 0


@pytest.mark.parametrize("path", ["", "ws", "static/js/textual.js"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "x"])
def test_another_name_for_this_machine_is_refused(server: Served, host: str, path: str) -> None:
    """A site that lets its own name point to 127.0.0.1 would be of one origin with the page."""
    assert asyncio.run(status(server, path, Host=host)) == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("origin", [EVIL, "null", "http://127.0.0.1:1", "http://localhost", ""])
def test_a_page_of_another_site_cannot_open_a_tab(server: Served, origin: str) -> None:
    before = explorers(server)
    assert asyncio.run(upgraded(server, Origin=origin)) == HTTPStatus.FORBIDDEN
    assert set(explorers(server)) <= set(before)


def test_a_page_whose_name_points_here_cannot_open_a_tab(server: Served) -> None:
    refused = upgraded(server, Host="evil.example", Origin=EVIL)
    assert asyncio.run(refused) == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost:9", "localhost"])
def test_its_own_page_may_come_through_a_forwarded_port(server: Served, host: str) -> None:
    opened = upgraded(server, Host=host, Origin=f"http://{host}")
    assert asyncio.run(opened) == HTTPStatus.SWITCHING_PROTOCOLS


def test_the_page_fetches_nothing_from_elsewhere(server: Served) -> None:
    async def page() -> tuple[str, str]:
        async with aiohttp.ClientSession() as session, session.get(server.address) as answer:
            return await answer.text(), answer.headers["Content-Security-Policy"]

    text, policy = asyncio.run(page())
    named = re.findall(r"(?:src|href)=\"([^\"]*)\"|url\(\"?([^\")]*)", text)
    places = {place for pair in named for place in pair if place}
    assert {place.partition(":")[0] for place in places if ":" in place} == {"data"}
    files = {place for place in places if ":" not in place}
    assert len(files) >= 3
    for file in files:
        assert re.match(r"/\w", file)
        assert asyncio.run(status(server, file.removeprefix("/"))) == HTTPStatus.OK
    assert "default-src 'none'" in policy
    assert set(re.findall(r"\w+://[^\s;/]+", policy)) == {f"ws://127.0.0.1:{server.port}"}
    assert set(re.findall(r"\w+://[^\s\"/]+", text)) == {f"ws://127.0.0.1:{server.port}"}


def test_a_key_changes_the_tier(server: Served) -> None:
    async def session() -> None:
        async with opened_tab(server) as tab:
            await tab.wait_for("TIER 1", "mail")
            await tab.press("l")
            await tab.wait_for("TIER 2")

    asyncio.run(session())


def test_tabs_do_not_share_a_scenario(server: Served) -> None:
    async def session() -> None:
        async with opened_tab(server) as one, opened_tab(server) as other:
            await one.wait_for("TIER 1")
            await other.wait_for("TIER 1")
            await one.press("l")
            await one.wait_for("TIER 2")
            await other.press("?")
            await other.wait_for("TIER 1")
            assert "TIER 2" not in other.seen

    asyncio.run(session())


@pytest.mark.parametrize("text", ["", "[", "[]", "7", '["stdin"]', '["resize", {"width": []}]'])
def test_what_no_page_sends_is_passed_over(server: Served, text: str) -> None:
    async def session() -> None:
        async with opened_tab(server, "width=x&height=99999999999") as tab:
            await tab.socket.send_str(text)
            await tab.send("resize", {"width": 10**9, "height": -1})
            await tab.send("resize", {"width": 100, "height": 30})
            await tab.wait_for("TIER 1")

    asyncio.run(session())


def test_leaving_the_explorer_closes_its_page(server: Served) -> None:
    async def session() -> None:
        async with opened_tab(server) as tab:
            await tab.wait_for("TIER 1")
            await tab.press("q")
            await tab.wait_for_the_end()
            assert "exit code" not in tab.seen

    asyncio.run(session())
    wait_until(lambda: not explorers(server), "the end of every explorer")


def test_an_explorer_that_fails_says_so_on_its_page(tmp_path: Path) -> None:
    async def session(server: Served) -> None:
        async with opened_tab(server) as tab:
            await tab.wait_for_the_end()
            assert "exit code 2" in tab.seen

    with served(catalog_file(tmp_path, MAIL), "--only", "none", folder=tmp_path) as server:
        asyncio.run(session(server))


def test_a_closed_tab_ends_its_explorer_and_no_other(server: Served) -> None:
    async def session() -> None:
        async with opened_tab(server) as stays:
            await stays.wait_for("TIER 1")
            (kept,) = explorers(server)
            async with opened_tab(server) as goes:
                await goes.wait_for("TIER 1")
                (ended,) = set(explorers(server)) - {kept}
            await asyncio.to_thread(wait_until, lambda: not runs(ended), "its explorer's end")
            assert runs(kept)

    wait_until(lambda: not explorers(server), "the end of explorers of before")
    asyncio.run(session())


@pytest.mark.parametrize(
    ("sent", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)],
)
@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "starting"])
def test_no_explorer_outlives_the_server(
    sent: signal.Signals, code: int, tmp_path: Path, *, drawn: bool
) -> None:
    async def session(server: Served) -> list[int]:
        async with opened_tab(server) as one, opened_tab(server) as other:
            if drawn:
                await one.wait_for("TIER 1")
                await other.wait_for("TIER 1")
            two = await asyncio.to_thread(both, server)
            server.process.send_signal(sent)
            await asyncio.to_thread(server.process.wait, 60)
            return two

    def both(server: Served) -> list[int]:
        wait_until(lambda: len(explorers(server)) == 2, "two explorers")
        return explorers(server)

    with served(catalog_file(tmp_path, MAIL), folder=tmp_path) as server:
        left = asyncio.run(session(server))
        assert server.process.returncode == code
        wait_until(lambda: not any(map(runs, left)), "the end of every explorer")
        assert server.process.stdout is not None
        assert server.process.stderr is not None
        if sent is signal.SIGINT:
            assert (server.process.stdout.read(), server.process.stderr.read()) == (b"", b"")


def test_odd_names_reach_a_tab_as_they_are(tmp_path: Path) -> None:
    odd = tmp_path / "-a $(touch pwned) `touch pwned`; 'touch' \"pwned\" & %PATH% \\ \n ü *"
    odd.mkdir()
    file = catalog_file(odd, source("post office", tool("stamp", "Sell stamps.")))
    words = ("--catalog", os.path.relpath(file, tmp_path), "--only", "post*", "--context=8k")

    async def session(server: Served) -> None:
        async with opened_tab(server) as tab:
            await tab.wait_for("TIER", "post office", "8k")

    with served(*words, folder=tmp_path) as server:
        asyncio.run(session(server))
    assert not [path for path in tmp_path.rglob("*") if path.name == "pwned"]


@pytest.mark.parametrize("named", [["-"], ["a.json", "--compare", "-"], ["/dev/stdin"], ["pipe"]])
def test_what_is_read_once_cannot_be_opened_anew_for_each_tab(
    named: list[str], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = run("browse", *named, "--web", "--port", "0", folder=tmp_path, given=b"{}")
    assert (ran.code, ran.out) == (2, b"")
    assert ran.said[0].endswith(
        ": --web opens its catalogs anew for each tab, and this is read once"
    )
    assert ran.said[1] == "hint: write it to a file, and name that"


def test_a_port_is_for_the_web() -> None:
    ran = run("browse", "sample:everyday", "--port", "0")
    assert (ran.code, ran.said[0]) == (2, "toolsearch: error: --port is for --web")


def test_a_port_that_is_taken_is_said(server: Served) -> None:
    ran = run("browse", "sample:everyday", "--web", "--port", str(server.port))
    assert (ran.code, ran.out) == (3, b"")
    assert ran.said == [
        f"toolsearch: error: port {server.port}: Address already in use",
        "hint: --port 0 takes any free one",
    ]


@pytest.mark.parametrize("absent", ["textual_serve", "aiohttp"])
def test_without_the_extra_it_says_how_to_install_it(absent: str, tmp_path: Path) -> None:
    (tmp_path / f"{absent}.py").write_text("raise ModuleNotFoundError(__name__)\n")
    ran = run("browse", "sample:everyday", "--web", "--port", "0", PYTHONPATH=str(tmp_path))
    assert (ran.code, ran.out) == (3, b"")
    assert ran.said == [
        "toolsearch: error: browse --web needs textual-serve, which is not installed",
        'hint: pip install "toolsearch-cli[web]"',
    ]
    assert shlex.split(ran.said[1])[-1] == "toolsearch-cli[web]"
