"""What each command of the table does: its keys before, and what must hold after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.widgets import Input

from tests.tui.driving import scene_of, workspace_of
from toolsearch_cli.analysis.next_change import context_breaks
from toolsearch_cli.tui.changes import used
from toolsearch_cli.tui.screens.ask_sheet import AskSheet
from toolsearch_cli.tui.screens.compare import CompareScreen
from toolsearch_cli.tui.screens.disclosure import DisclosureScreen
from toolsearch_cli.tui.screens.evaluation import EvaluationScreen
from toolsearch_cli.tui.screens.form_sheet import FormSheet
from toolsearch_cli.tui.screens.manifest import ManifestScreen
from toolsearch_cli.tui.screens.miss_sheet import MissSheet
from toolsearch_cli.tui.screens.queries_sheet import QueriesSheet
from toolsearch_cli.tui.screens.search import SearchScreen
from toolsearch_cli.tui.screens.text_sheet import TextSheet
from toolsearch_cli.tui.screens.tools import ToolsScreen
from toolsearch_cli.tui.screens.write_sheet import WriteSheet
from toolsearch_cli.tui.widgets.grid_table import GridTable
from toolsearch_cli.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from toolsearch_cli.tui.app import Explorer
    from toolsearch_cli.tui.workspace import Workspace

Holds = Callable[["Explorer", "Workspace"], bool]
"""Given the explorer after the key, and the workspace before it."""


@dataclass(frozen=True)
class Expected:
    """One command on one of its screens."""

    holds: Holds
    before: tuple[str, ...] = ()
    """Keys that make the state in which the command is given."""
    screen: str = ""
    """Empty: the first of its screens."""


def setting(key: str, value: object) -> Holds:
    return lambda app, _: used(workspace_of(app).scenario)[key] == value


def context(size: int | None) -> Holds:
    return lambda app, _: scene_of(app).shown.context == size


def host(name: str) -> Holds:
    return lambda app, _: scene_of(app).shown.host == name


def shown(screen: type) -> Holds:
    return lambda app, _: isinstance(app.screen, screen)


def column(at: int) -> Holds:
    return lambda app, _: workspace_of(app).comparison.column == at


def comparison(**values: object) -> Holds:
    return lambda app, _: all(
        getattr(workspace_of(app).comparison, key) == value for key, value in values.items()
    )


def contexts(*sizes: int) -> Holds:
    return lambda app, _: (
        tuple(one.scenario.context for one in workspace_of(app).comparison.columns) == sizes
    )


def toggled(app: Explorer, before: Workspace) -> bool:
    position = before.selected
    rows = scene_of(app).shown.sources
    return position in workspace_of(app).scenario.scope.detached and all(
        row.position != position for row in rows
    )


def opened_in_tools(app: Explorer, before: Workspace) -> bool:
    screen = app.screen
    return isinstance(screen, ToolsScreen) and before.selected in screen.opened


def pinned(app: Explorer, before: Workspace) -> bool:
    columns = workspace_of(app).comparison.columns
    return (
        len(columns) == len(before.comparison.columns) + 1
        and columns[-1].scenario == before.scenario
    )


def asks_in(selector: str) -> Holds:
    return lambda app, _: app.focused is app.screen.query_one(selector, Input)


def manifest_view(view: str) -> Holds:
    return lambda app, _: isinstance(app.screen, ManifestScreen) and app.screen.view == view


def found(line: int) -> Holds:
    def holds(app: Explorer, _: Workspace) -> bool:
        pane = app.screen.query_one(LinePane)
        return pane.found_at == line and "linear" in pane.row_text(line)

    return holds


def opened_column(app: Explorer, _: Workspace) -> bool:
    return isinstance(app.screen, DisclosureScreen) and scene_of(app).shown.context == 8_000


def at_last_break(app: Explorer, before: Workspace) -> bool:
    breaks = context_breaks(before.opened.catalog, before.scenario)
    return scene_of(app).shown.context == breaks[-1]


def previews_full(app: Explorer, _: Workspace) -> bool:
    return "if every source were full" in str(app.screen.query_one(LinePane).border_title)


def theme_changed(app: Explorer, _: Workspace) -> bool:
    return app.theme == "toolsearch-light"


def has_column(key: str) -> Holds:
    def holds(app: Explorer, _: Workspace) -> bool:
        columns = app.screen.query_one("#tree", GridTable).data.grid.columns
        return any(one.key == key for one in columns)

    return holds


def hardest_first(app: Explorer, _: Workspace) -> bool:
    grid = app.screen.query_one("#tree", GridTable).data.grid
    scores = [float(str(row.cells[-1])) for row in grid.rows]
    return len(scores) == 12 and scores == sorted(scores)


def searches_the_miss(app: Explorer, _: Workspace) -> bool:
    return isinstance(app.screen, SearchScreen) and app.screen.query_text == "close mail"


def opened_the_miss(app: Explorer, _: Workspace) -> bool:
    pane = app.screen.query_one(LinePane)
    return isinstance(app.screen, ToolsScreen) and pane.row_text(0).endswith("jot")


def evaluated(*contexts: int) -> Holds:
    return lambda app, _: tuple(one.context for one in workspace_of(app).evaluated) == contexts


EXPECTED: dict[str, Expected] = {
    "toggle_source": Expected(toggled),
    "open_source": Expected(opened_in_tools, ("down",)),
    "context_more": Expected(context(400_000)),
    "context_less": Expected(context(128_000)),
    "breakpoint_previous": Expected(at_last_break),
    "breakpoint_next": Expected(at_last_break, ("left_square_bracket",) * 2),
    "percent_more": Expected(setting("threshold_pct", 6.0)),
    "percent_less": Expected(setting("threshold_pct", 4.0)),
    "cap_more": Expected(setting("listing_max_tokens", 25_000)),
    "cap_less": Expected(setting("listing_max_tokens", 15_000)),
    "host_next": Expected(host("hermes@0.19")),
    "host_previous": Expected(host("hermes"), ("h",)),
    "listing_next": Expected(setting("listing", "on")),
    "enabled_next": Expected(setting("enabled", "on")),
    "all_on": Expected(lambda app, _: len(scene_of(app).shown.sources) == 3, ("space",)),
    "undo": Expected(context(200_000), ("plus",)),
    "redo": Expected(context(400_000), ("plus", "u")),
    "reset": Expected(context(200_000), ("plus", "plus", "p")),
    "sort_next": Expected(lambda app, _: workspace_of(app).order.sort == "tools"),
    "sort_turn": Expected(lambda app, _: workspace_of(app).order.descending),
    "pin": Expected(pinned, ("p",)),
    "preview_form": Expected(previews_full),
    "enlarge": Expected(lambda app, _: app.screen.has_class("enlarged")),
    "notes": Expected(shown(TextSheet)),
    "column_left": Expected(column(1), ("right", "right")),
    "column_right": Expected(column(1)),
    "open_column": Expected(opened_column),
    "mark_a": Expected(comparison(mark_a=1), ("right",)),
    "mark_b": Expected(comparison(mark_a=0, mark_b=2), ("a", "right", "right")),
    "add_column": Expected(shown(AskSheet)),
    "drop_column": Expected(contexts(8_000, 32_000, 200_000, 1_000_000), ("right",)),
    "column_earlier": Expected(contexts(16_000, 8_000, 32_000, 200_000, 1_000_000), ("right",)),
    "column_later": Expected(contexts(16_000, 8_000, 32_000, 200_000, 1_000_000)),
    "changed_first": Expected(comparison(changed_first=True)),
    "fold": Expected(comparison(folded=False)),
    "by_words": Expected(comparison(by_words=True)),
    "next_view": Expected(manifest_view("array"), screen="manifest"),
    "explain_miss": Expected(shown(MissSheet)),
    "open_queries": Expected(shown(QueriesSheet)),
    "search_query": Expected(searches_the_miss),
    "open_expected": Expected(opened_the_miss),
    "baseline": Expected(evaluated(400_000, 200_000), ("plus",)),
    "unpin": Expected(evaluated(400_000), ("plus", "v", "home")),
    "findability": Expected(has_column("score")),
    "hardest_first": Expected(hardest_first),
    "keep_query": Expected(
        lambda app, _: workspace_of(app).kept_queries == ("issue",), (*"issue", "escape")
    ),
    "found_next": Expected(found(2), ("v", "v", "slash", *"linear", "enter")),
    "found_previous": Expected(found(10), ("v", "v", "slash", *"linear", "enter")),
    "scenario": Expected(shown(FormSheet)),
    "save": Expected(shown(WriteSheet)),
    "export": Expected(shown(WriteSheet)),
    "copy": Expected(lambda app, _: app.clipboard.startswith("toolsearch tiers -c given.json")),
    "filter": Expected(asks_in("#filter")),
    "problems": Expected(shown(TextSheet)),
    "screen_disclosure": Expected(shown(DisclosureScreen), screen="compare"),
    "screen_compare": Expected(shown(CompareScreen)),
    "screen_tools": Expected(shown(ToolsScreen)),
    "screen_search": Expected(shown(SearchScreen)),
    "screen_manifest": Expected(shown(ManifestScreen)),
    "screen_eval": Expected(shown(EvaluationScreen)),
    "theme": Expected(theme_changed),
    "help": Expected(lambda app, _: bool(app.screen.query("HelpPanel"))),
    "quit": Expected(lambda app, _: not app.is_running),
}
