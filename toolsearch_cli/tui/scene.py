"""Scene: a workspace and the answers that belong to it; what a screen is given to draw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolsearch_cli import workbench
from toolsearch_cli.analysis.next_change import next_changes, next_whole_change
from toolsearch_cli.tokens.chars4 import estimate
from toolsearch_cli.views.next_change import next_change_text
from toolsearch_cli.views.sources import SourceRows, changed_sources, source_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.hosts.disclosure import Disclosure, Form, Listing, SourceDisclosure
    from toolsearch_cli.tui.workspace import Workspace

SLOW = 5_000
"""Tools from which a host that was not asked yet is asked in a thread."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """What a screen draws."""

    workspace: Workspace
    shown: Disclosure
    changed: frozenset[int]
    """Positions of the sources that the last change of the scenario changed."""
    changes: Mapping[int | None, str]
    """The next change of each source, in words, by position; under `None` of the whole."""
    rows: SourceRows

    @property
    def selected_row(self) -> SourceDisclosure | None:
        """The answer for the selected source; `None` where it is switched off or none is."""
        position = self.workspace.selected
        return next((row for row in self.shown.sources if row.position == position), None)

    def in_form(self, form: Form) -> Listing:
        """Return the listing with every source in `form`.

        Raises:
            UsageError: The host has no listing.
        """
        workspace = self.workspace
        return workbench.listing_in_form(workspace.opened.catalog, workspace.scenario, form)

    def size_of(self, listing: Listing) -> tuple[int, int]:
        """Return a listing's characters and its tokens, as the host estimates them."""
        chars = len(listing.text)
        return chars, estimate(chars)


def answered(workspace: Workspace) -> Disclosure:
    """Ask the host what the workspace's scenario gives."""
    return workbench.disclosures(workspace.opened.catalog, (workspace.scenario,))[0]


def index_of(workspace: Workspace) -> tuple[object, ...]:
    """Return what a host keeps its work on a catalog by: asked once more, it answers at once."""
    scenario = workspace.scenario
    return scenario.host, tuple(sorted(scenario.options.items()))


def scene_of(workspace: Workspace, shown: Disclosure, before: Scene | None) -> Scene:
    """Return what to draw; what only the scenario decides is taken over where it is the same."""
    catalog = workspace.opened.catalog
    if before is not None and before.shown is shown:
        changed, changes = before.changed, before.changes
    else:
        changed = changed_sources(shown, before.shown if before else None)
        changes = _changes(workspace, shown)
    rows = source_rows(catalog, workspace.scenario, shown, workspace.order, changes, changed)
    if rows.positions and workspace.selected not in rows.positions:
        workspace = replace(workspace, selected=rows.positions[0])
    return Scene(workspace=workspace, shown=shown, changed=changed, changes=changes, rows=rows)


def _changes(workspace: Workspace, shown: Disclosure) -> Mapping[int | None, str]:
    catalog, scenario = workspace.opened.catalog, workspace.scenario
    changes: dict[int | None, str] = {
        position: next_change_text(change, short=True)
        for position, change in next_changes(catalog, scenario, shown).items()
    }
    whole = next_whole_change(catalog, scenario, shown)
    if whole is not None:
        changes[None] = next_change_text(whole, short=True)
    return changes
