"""The command palette: every command of the table, and every source and host by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from toolsearch_cli.tui.commands import commands_of, key_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from toolsearch_cli.tui.command import Command


class CommandTableProvider(Provider):
    """Offers what can be done on the screen that is shown."""

    def _commands(self) -> Iterator[tuple[Command, Callable[[], None]]]:
        """Yield what can be done now, and what does it."""
        from toolsearch_cli.tui.app import Explorer

        app = self.app
        if isinstance(app, Explorer) and app.frame is not None:
            for command in commands_of(app.frame.OF):
                yield command, partial(app.action_command, command.name)

    async def discover(self) -> Hits:
        """Yield every command, as nothing was typed."""
        for command, do in self._commands():
            yield DiscoveryHit(
                command.title,
                do,
                help=f"key: {key_text(command)}",
            )

    async def search(self, query: str) -> Hits:
        """Yield the commands whose title the typed text matches."""
        matcher = self.matcher(query)
        for command, do in self._commands():
            score = matcher.match(command.title)
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(command.title),
                    do,
                    help=f"key: {key_text(command)}",
                )
