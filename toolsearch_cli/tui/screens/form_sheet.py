"""A sheet of fields: the scenario by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label

from toolsearch_cli.errors import ToolsearchError, UsageError
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.settings.saving import value_text
from toolsearch_cli.settings.scenarios import assigned
from toolsearch_cli.settings.sizes import context_size
from toolsearch_cli.text import visible
from toolsearch_cli.tui.changes import used
from toolsearch_cli.tui.screens.sheet import Sheet
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.field import Field
from toolsearch_cli.views.numbers import context_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult


@dataclass(frozen=True, slots=True)
class FormField:
    """One value that can be typed."""

    key: str
    value: str
    allowed: str


def scenario_fields(scenario: Scenario) -> tuple[FormField, ...]:
    """Return the values of a scenario, with what each may be."""
    settings = used(scenario)
    return (
        FormField("host", scenario.host, "→ completes; h and H step through all"),
        FormField("context", context_name(scenario.context), "200000, 200k, 1M, unknown"),
        *(
            FormField(spec.key, _plain(settings[spec.key]), spec.allowed)
            for spec in host_named(scenario.host).setting_specs()
        ),
    )


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else value_text(value)


def scenario_typed(scenario: Scenario, typed: Mapping[str, str]) -> Scenario:
    """Return the scenario with the values that were changed.

    Args:
        scenario: The present one.
        typed: By key, only what differs from the present value.

    Raises:
        ToolsearchError: A value is none.
    """
    host = typed.get("host", scenario.host).strip()
    known = {spec.key for spec in host_named(host).setting_specs()}
    scenario = replace(scenario, host=host)
    if "context" in typed:
        scenario = replace(scenario, context=context_size(typed["context"]))
    for key, text in typed.items():
        if key in ("host", "context"):
            continue
        if key not in known:
            raise UsageError(f"{host} has no {key}")
        scenario = assigned(scenario, key, text.strip())
    used(scenario)
    return scenario


class FormSheet(Sheet[Scenario]):
    """The scenario's values, a line each; gives the scenario that was typed, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Cancel"),
        Binding("up", "app.focus_previous", "Up", show=False),
        Binding("down", "app.focus_next", "Down", show=False),
    ]

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self._scenario = scenario
        self._fields = scenario_fields(scenario)

    def compose(self) -> ComposeResult:
        """A line a value: its name, the field, what it may be."""
        with VerticalScroll(classes="sheet"):
            for at, field in enumerate(self._fields):
                with Horizontal(classes="field"):
                    yield Label(drawing.content_of([(field.key, drawing.TITLE)]))
                    yield Field(
                        field.value,
                        id=f"field-{at}",
                        suggester=SuggestFromList(HOST_NAMES) if field.key == "host" else None,
                    )
                    yield Label(
                        drawing.content_of([(field.allowed, drawing.DIM)]), classes="allowed"
                    )
            yield Label("", id="refused")

    def on_mount(self) -> None:
        """Name the sheet."""
        sheet = self.query_one(".sheet")
        sheet.border_title = "Scenario"
        sheet.border_subtitle = "↑↓ fields · enter applies all · escape cancels"

    @on(Input.Submitted)
    def apply(self) -> None:
        """Apply all fields, or say which value is none."""
        typed = {}
        for at, field in enumerate(self._fields):
            text = self.query_one(f"#field-{at}", Input).value
            if text != field.value:
                typed[field.key] = text
        try:
            scenario = scenario_typed(self._scenario, typed)
        except ToolsearchError as error:
            hint = f" ({error.hint})" if error.hint else ""
            refused = drawing.content_of([(visible(f"{error.message}{hint}"), drawing.ERROR)])
            self.query_one("#refused", Label).update(refused)
            return
        self.finish(scenario)
