"""The driver of an explorer in a browser tab: it ends with the server that started it."""

from __future__ import annotations

import os

from textual.driver import Driver
from textual.drivers.web_driver import WebDriver

_PATIENCE = 5.0
"""Seconds that the explorer gets to leave by itself."""
_ABANDONED = 1


class TabDriver(WebDriver):
    """Textual's web driver, for which the end of its input is the end of the explorer.

    Textual's own goes on without an input: where the server was killed its explorers would stay.
    """

    deliver_binary = Driver.deliver_binary
    """Files are saved where the explorer runs, as on a terminal: its server is on this machine."""

    def run_input_thread(self) -> None:
        """Read until the server says so or is gone; then leave, whatever the explorer is at."""
        super().run_input_thread()
        if self.exit_event.is_set():
            return
        # Nobody reads what is still drawn; a broken pipe would only look like a bug of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno)
        self.on_meta("quit", {})
        if not self.exit_event.wait(_PATIENCE):
            os._exit(_ABANDONED)
