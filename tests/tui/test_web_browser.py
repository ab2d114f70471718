"""The explorer in a real browser: drawn with its own font, keyed, and nothing fetched elsewhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.catalogs import TRACKERS, catalog_file
from tests.programs import program
from tests.tui.chromium import opened_page
from tests.tui.web_serving import explorers, served, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.chromium import Page
    from tests.tui.web_serving import Served

PNG = b"\x89PNG\r\n\x1a\n"
FAILURES = ("Network.loadingFailed", "Runtime.exceptionThrown")


async def a_session(chromium: str, server: Served, folder: Path) -> None:
    """Open the page, change the tier by a key, and leave; keep what was seen."""
    async with opened_page(chromium, server.address, folder / "profile", 1280, 800) as page:
        await page.wait_until(lambda: "TIER 1" in "".join(page.received()))
        await page.wait_for("document.activeElement.matches('.xterm-helper-textarea')")
        (folder / "tier-1.png").write_bytes(await page.picture())
        drawn = len(page.received())
        await page.press("l")
        await page.wait_until(lambda: "TIER 2" in "".join(page.received()[drawn:]))
        assert '["stdin","l"]' in page.sent()
        assert "TIER 2" not in "".join(page.received()[:drawn])
        (folder / "tier-2.png").write_bytes(await page.picture())
        await nothing_from_elsewhere(page, server)
        await page.press("q")
        await page.wait_for("document.body.classList.contains('-closed')")
        (folder / "ended.png").write_bytes(await page.picture())
        assert await page.value_of("document.querySelector('#ended').checkVisibility()")


async def nothing_from_elsewhere(page: Page, server: Served) -> None:
    asked = [told["request"]["url"] for told in page.named("Network.requestWillBeSent")]
    elsewhere = [url for url in asked if not url.startswith((server.address, "data:"))]
    assert asked
    assert elsewhere == []
    sockets = [told["url"] for told in page.named("Network.webSocketCreated")]
    assert [url.partition("?")[0] for url in sockets] == [f"ws://127.0.0.1:{server.port}/ws"]
    assert [told for failure in FAILURES for told in page.named(failure)] == []
    logged = [told["entry"] for told in page.named("Log.entryAdded")]
    assert [entry for entry in logged if entry["level"] == "error"] == []
    assert await page.value_of("document.fonts.check('16px \"Roboto Mono\"')")
    assert await page.value_of("[...document.fonts].every(one => one.status === 'loaded')")


def test_a_key_changes_the_tier_in_a_browser(tmp_path: Path) -> None:
    chromium = program("chromium")
    file = catalog_file(tmp_path, *TRACKERS)
    with served(file, "--listing", "on", "--context", "200k", folder=tmp_path) as server:
        asyncio.run(a_session(chromium, server, tmp_path))
        wait_until(lambda: not explorers(server), "the end of the explorer")
    for name in ("tier-1.png", "tier-2.png", "ended.png"):
        assert (tmp_path / name).read_bytes().startswith(PNG)
