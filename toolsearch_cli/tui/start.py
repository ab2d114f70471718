"""The way in: what the command line hands over."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolsearch_cli.tui.app import Explorer
from toolsearch_cli.tui.opening import QuerySource, Start, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.loading import LoadOptions
    from toolsearch_cli.hosts.scenario import Scenario

__all__ = ["QuerySource", "explore"]

_BUG = 70


def explore(
    patterns: Sequence[str],
    scenarios: tuple[Scenario, ...],
    options: LoadOptions,
    *,
    compared_with: Sequence[str] = (),
    screen: str,
    queries: QuerySource,
) -> None:
    """Run the explorer until the user leaves it.

    Args:
        patterns: The catalogs, as a user names them.
        scenarios: At least one.
        options: How files are read.
        compared_with: The second catalog of a comparison; empty for none.
        screen: The screen to open first.
        queries: Where labelled queries come from.

    Raises:
        ToolsearchError: A scope names no source.
    """
    start = Start(
        load=partial(opened, tuple(patterns), options),
        load_other=partial(opened, tuple(compared_with), options) if compared_with else None,
        load_named=lambda name: opened((name,), options),
        scenarios=scenarios,
        screen=screen,
        queries=queries,
    )
    app = Explorer(start)
    app.run()
    if app.failure is not None:
        raise app.failure
    if app.return_code:
        # Textual has shown the bug; the shell has to hear of it as well.
        raise SystemExit(_BUG)
