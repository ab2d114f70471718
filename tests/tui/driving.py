"""The explorer without a terminal: started, keyed, and looked at."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual.worker import WorkerCancelled

from toolsearch_cli.catalog.loading import LoadOptions
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.tui.app import Explorer
from toolsearch_cli.tui.opening import QuerySource, Start, opened
from toolsearch_cli.tui.workspace import Opened, Workspace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from textual.pilot import Pilot

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.tui.scene import Scene

T = TypeVar("T")
WIDE, SMALL = (120, 40), (80, 24)
FILE = "given.json"
SCENARIO = Scenario(context=200_000)
GENERATED = QuerySource()
"""Names no queries, so that they are made."""


def explorer_of(
    catalog: Catalog,
    *,
    scenario: Scenario = SCENARIO,
    screen: str = "disclosure",
    other: Catalog | None = None,
    queries: QuerySource = GENERATED,
) -> Explorer:
    """Return an explorer of catalogs that are there already."""
    start = Start(
        load=partial(_given, catalog),
        load_other=partial(_given, other) if other else None,
        load_named=_named,
        scenarios=(scenario,),
        screen=screen,
        queries=queries,
    )
    return Explorer(start)


def explorer_on(
    *patterns: str,
    scenario: Scenario = SCENARIO,
    screen: str = "disclosure",
    other: str = "",
    queries: QuerySource = GENERATED,
) -> Explorer:
    """Return an explorer of catalogs that it loads itself."""
    options = LoadOptions()
    start = Start(
        load=partial(opened, patterns, options),
        load_other=partial(opened, (other,), options) if other else None,
        load_named=_named,
        scenarios=(scenario,),
        screen=screen,
        queries=queries,
    )
    return Explorer(start)


def _given(catalog: Catalog) -> Opened:
    return Opened(catalog=catalog, name=FILE, words=("-c", FILE), patterns=(FILE,))


def _named(name: str) -> Opened:
    return opened((name,), LoadOptions())


@asynccontextmanager
async def running(app: Explorer, size: tuple[int, int] = WIDE) -> AsyncIterator[Pilot[None]]:
    """Run an explorer until its first scene stands."""
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until everything that was asked for is shown."""
    await pilot.pause()
    while under_way := [one for one in pilot.app.workers if not one.is_finished]:
        # One that a later one replaces is cancelled, and so are all when the explorer is left.
        with suppress(WorkerCancelled):
            await pilot.app.workers.wait_for_complete(under_way)
        await pilot.pause()  # what one brings may be asked more of


PRINTED = {"space": " ", "slash": "/", "minus": "-", "plus": "+", "comma": ",", "full_stop": "."}


def strike(app: Explorer, *keys: str) -> None:
    """Send keys as a terminal does, without waiting for what they do."""
    for key in keys:
        name = key if key != " " else "space"
        printed = key if len(key) == 1 else PRINTED.get(key)
        app.post_message(events.Key(name, printed))


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each after what the last one did is shown."""
    assert isinstance(pilot.app, Explorer)
    for key in keys:
        strike(pilot.app, key)
        await settled(pilot)


def drive(work: Coroutine[None, None, T]) -> T:
    """Run what drives an explorer."""
    return asyncio.run(work)


def scene_of(app: Explorer) -> Scene:
    """Return what is drawn."""
    assert app.scene is not None
    return app.scene


def workspace_of(app: Explorer) -> Workspace:
    """Return the state."""
    assert app.workspace is not None
    return app.workspace
