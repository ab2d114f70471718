"""The scenario at the side: every value with the keys and clicks that change it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolsearch_cli.tui.changes import CONTEXTS, used
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.line_block import LineBlock
from toolsearch_cli.views.numbers import context_name
from toolsearch_cli.views.scenario import (
    SHORT_NAMES,
    budget_lines,
    changed_settings,
    setting_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.widgets.drawing import Line, Part

_NUMBERS = {
    "threshold_pct": (0, 100, "percent"),
    "listing_max_tokens": (200, 60_000, "cap"),
}
_SWITCHES = ("listing", "enabled")
_NAME = 10
_MOST = 8
"""Settings of a host without keys that are shown; `o` has them all."""


class ScenarioPanel(LineBlock):
    """Host, context and settings."""

    def show(self, scene: Scene) -> None:
        """Draw a scenario."""
        self.redraw = partial(self.show, scene)
        self.put(_lines(scene, max(20, self.size.width)))


def _lines(scene: Scene, width: int) -> Iterator[Line]:
    scenario, loaded = scene.workspace.scenario, scene.workspace.loaded
    changed = changed_settings(scenario, loaded)
    settings = used(scenario)
    yield _stepper("host", scenario.host, ("host_previous", "host_next"), changed, width)
    yield _stepper(
        "context",
        context_name(scenario.context),
        ("context_less", "context_more"),
        changed,
        width,
    )
    yield from _presets(scenario.context, width)
    for key, (low, high, command) in _NUMBERS.items():
        if key in settings:
            yield from _number(key, float(str(settings[key])), (low, high), command, changed, width)
    for key in _SWITCHES:
        if key in settings:
            command = f"{key}_next"
            yield _stepper(key, str(settings[key]), (command, command), changed, width)
    yield from _others(settings, changed, width)
    yield ()
    for text in budget_lines(scenario, scene.shown):
        yield ((drawing.shortened(text, width), ""),)
    words = " ".join(f"*{SHORT_NAMES.get(key, key)}" for key in changed)
    yield (
        (
            drawing.shortened(f"changed: {words}" if words else "as it was loaded", width),
            drawing.DIM,
        ),
    )


def _star(key: str, changed: tuple[str, ...]) -> Part:
    return ("*", drawing.MARK) if key in changed else (" ", "")


def _stepper(
    key: str, value: str, commands: tuple[str, str], changed: tuple[str, ...], width: int
) -> Line:
    less, more = commands
    room = width - _NAME - 6
    return (
        (key.ljust(_NAME - 1), ""),
        _star(key, changed),
        ("◂ ", f"{drawing.TITLE} @click=app.command('{less}')"),
        (drawing.padded(value, room, left=True), drawing.BOLD),
        (" ▸", f"{drawing.TITLE} @click=app.command('{more}')"),
    )


def _presets(present: int | None, width: int) -> Iterator[Line]:
    """Yield the context sizes that one click reaches, and the way to any other."""
    line: list[Part] = []
    taken = 0
    for size in CONTEXTS:
        name = context_name(size)
        here = size == present
        text = f"{'▸' if here else ' '}{name}"
        if taken + len(text) > width:
            yield tuple(line)
            line, taken = [], 0
        style = drawing.MARK if here else drawing.DIM
        line.append((text, f"{style} @click=app.context('{name}')"))
        taken += len(text)
    yield (*line, ("  other…", f"{drawing.TITLE} @click=app.command('scenario')"))


def _number(
    key: str,
    value: float,
    span: tuple[float, float],
    command: str,
    changed: tuple[str, ...],
    width: int,
) -> Iterator[Line]:
    text = setting_text(int(value) if value.is_integer() else value)
    room = width - len(key) - 2
    yield ((key, ""), _star(key, changed), (text.rjust(room), drawing.BOLD))
    low, high = span
    cells = width - 4
    at = round((cells - 1) * (value - low) / (high - low))
    yield (
        ("├", f"{drawing.TITLE} @click=app.command('{command}_less')"),
        ("─" * at, drawing.DIM),
        ("●", drawing.MARK),
        ("─" * (cells - 1 - at), drawing.DIM),
        ("┤", f"{drawing.TITLE} @click=app.command('{command}_more')"),
    )


def _others(settings: Mapping[str, object], changed: tuple[str, ...], width: int) -> Iterator[Line]:
    """Yield the settings without keys of their own: those changed, or the first of a host's own."""
    others = [key for key in settings if key not in (*_NUMBERS, *_SWITCHES)]
    keyed = len(others) < len(settings)
    for key in [key for key in others if key in changed] if keyed else others[:_MOST]:
        room = max(4, width - _NAME - 6)
        name = drawing.shortened(key, width - room - 3)
        text = drawing.shortened(setting_text(settings[key]), room)
        yield ((f"{name} ", ""), _star(key, changed), (text.rjust(width - len(name) - 3), ""))
