"""What a user should know about a disclosure, in plain words: cause first, then the remedy.

The same sentences stand under `tiers` and in the explorer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.hosts.collisions import in_words
from toolsearch_cli.hosts.disclosure import Disclosure, Note
from toolsearch_cli.hosts.hermes import listing as listings
from toolsearch_cli.hosts.hermes.naming import BRIDGE_NAMES
from toolsearch_cli.hosts.hermes.remedies import change_for
from toolsearch_cli.hosts.hermes.settings import LISTING_MAX_TOKENS
from toolsearch_cli.hosts.unknown import unknown_notes
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.hermes.assembly import Assembly
    from toolsearch_cli.hosts.hermes.releases import Release
    from toolsearch_cli.hosts.hermes.settings import HermesSettings
    from toolsearch_cli.hosts.scenario import Scope

_MANY = 3
"""Names that a note spells out before it counts the rest."""


class _Case(NamedTuple):
    catalog: Catalog
    shown: Disclosure
    assembly: Assembly
    settings: HermesSettings
    release: Release
    scope: Scope

    @property
    def budget(self) -> int:
        return self.shown.budget or 0


def notes_on(
    catalog: Catalog,
    shown: Disclosure,
    assembly: Assembly,
    settings: HermesSettings,
    release: Release,
    scope: Scope,
) -> tuple[Note, ...]:
    """Return every note that applies, the most useful first."""
    case = _Case(catalog, shown, assembly, settings, release, scope)
    finders = (_failing, _switch, _gate, _form, _collisions, _names, _scope, _sources)
    return tuple(note for find in finders for note in find(case))


def _warning(code: str, cause: str, remedy: str = "") -> Note:
    return Note(code=code, level="warning", cause=cause, remedy=remedy)


def _info(code: str, cause: str, remedy: str = "") -> Note:
    return Note(code=code, level="info", cause=cause, remedy=remedy)


def _failing(case: _Case) -> Iterator[Note]:
    if case.shown.host_error:
        yield _warning(
            "host-error",
            f"The host fails while it builds the listing and then sends every schema: "
            f"{case.shown.host_error}.",
            "Make that description a string.",
        )


def _switch(case: _Case) -> Iterator[Note]:
    """Why nothing is deferred, or nothing listed."""
    settings = case.settings
    if settings.enabled == "off" and case.assembly.deferred:
        yield _warning(
            "off",
            f"enabled is off: all {len(case.shown.eager):,} schemas are sent and tool_search does "
            "not exist.",
            "Set enabled to auto to defer them.",
        )
    elif not case.assembly.deferred:
        yield _info(
            "nothing-deferrable",
            "No MCP or plugin tool is in this session: core tools are never deferred, so no "
            "search finds them.",
        )
    elif case.shown.activated and case.release.listing and settings.listing == "off":
        yield _warning(
            "listing-off",
            "listing is off: the model sees no tool name and must search for everything.",
            "Set listing to auto to show names.",
        )


def _gate(case: _Case) -> Iterator[Note]:
    """hermes@0.19: on or off, by the size of the deferrable schemas."""
    if case.release.listing or not case.assembly.deferred or case.settings.enabled == "off":
        return
    threshold = case.settings.deferral_starts_at(case.shown.context)
    tokens = case.assembly.stock.deferred_tokens
    side = "reach" if case.shown.activated else "stay under"
    if case.settings.enabled == "on":
        yield _info("gate", f"enabled is on: {tokens:,} tokens of schemas defer at any size.")
        return
    yield _info(
        "gate",
        f"{tokens:,} tokens of deferrable schemas {side} the threshold of {threshold:,}: the "
        f"bridge is {'on' if case.shown.activated else 'off'}.",
        "This release lists nothing: the model must search."
        if case.shown.activated
        else "Lower threshold_pct, or set enabled to on, to defer them.",
    )


def _form(case: _Case) -> Iterator[Note]:
    """Who costs whom the descriptions, what would give them back, what stays unused."""
    if not case.shown.activated or not case.release.listing or case.settings.listing == "off":
        return
    if case.shown.listing.form == "full":
        return
    if case.shown.listing.form == "none":
        yield _nothing_fits(case)
        return
    groups = case.assembly.groups
    yield _lost(case, listings.uniform_tokens(groups, "full"))
    if case.shown.listing.form in ("mixed", "groups"):
        yield _names_for_all(case)


def _nothing_fits(case: _Case) -> Note:
    groups = case.assembly.groups
    needed = listings.uniform_tokens(groups, "summary")
    cause = (
        f"Even one line a source takes {needed:,} tokens and the budget is {case.budget:,}: the "
        "model sees no name of any source."
    )
    return _warning("nothing-fits", cause, _reachable(case, needed, "One line each"))


def _reachable(case: _Case, needed: int, what: str) -> str:
    """Say which settings give `what`, or why none does."""
    change = change_for(needed, case.settings, case.shown.context)
    if change is not None:
        return f"{what}: {change}."
    most = LISTING_MAX_TOKENS[1]
    if needed > most:
        return f"{what} ({needed:,} tokens) cannot be had: no listing may exceed {most:,} tokens."
    if case.shown.context is None:
        return f"{what} ({needed:,} tokens) cannot be had at this threshold_pct: raise it."
    return f"{what} ({needed:,} tokens) cannot be had: the whole context is smaller."


def _lost(case: _Case, needed: int) -> Note:
    """Say which source, if one alone, costs the others their descriptions."""
    groups = case.assembly.groups
    unused = case.budget - case.shown.listing_tokens
    culprit = _culprit(groups, case.budget)
    if culprit is None:
        cause = (
            f"All descriptions take {needed:,} tokens and the budget is {case.budget:,}, so no "
            f"source keeps its own; {unused:,} tokens stay unused."
        )
        return _warning("degraded", cause, _reachable(case, needed, "Descriptions for all"))
    others = len(groups) - 1
    rest = tuple(group for group in groups if group is not culprit)
    tokens = listings.uniform_tokens(rest, "full")
    rest_lost = f"other {others} lost their" if others > 1 else "other one lost its"
    rest_full = f"other {others} would" if others > 1 else "other one would"
    cause = (
        f"{culprit.label} (full {estimate(culprit.full):,}, names {estimate(culprit.names):,}) "
        f"does not fit, so the {rest_lost} descriptions; {unused:,} tokens stay unused."
    )
    remedy = f"Without {culprit.label} the {rest_full} be full ({tokens:,})."
    change = change_for(needed, case.settings, case.shown.context)
    if change is not None:
        remedy += f" Descriptions for all: {change}."
    return _warning("crowded", cause, remedy)


def _culprit(groups: tuple[listings.Group, ...], budget: int) -> listings.Group | None:
    """Return the one group without which all others would be full, if there is one."""
    if len(groups) == 1:
        return None
    largest = max(groups, key=lambda group: (group.full, group.label))
    rest = tuple(group for group in groups if group is not largest)
    return largest if listings.uniform_tokens(rest, "full") <= budget else None


def _names_for_all(case: _Case) -> Note:
    groups = case.assembly.groups
    needed = listings.uniform_tokens(groups, "names")
    hidden = [block.label for block in case.shown.listing.blocks if block.form == "summary"]
    tools = sum(len(group.entries) for group in groups if group.label in set(hidden))
    cause = (
        f"{_some(hidden)} {'is one line' if len(hidden) == 1 else 'are one line each'}: "
        f"{tools:,} tools are found only through tool_search."
    )
    return _warning("only-search", cause, _reachable(case, needed, "Names for all"))


def _some(names: list[str]) -> str:
    if len(names) <= _MANY:
        return ", ".join(names)
    return f"{', '.join(names[:_MANY])} and {len(names) - _MANY} more"


_COLLISION_REMEDIES = {
    "ambiguous": "Rename them so that they differ in letters, digits or underscores.",
    "owned": "Rename the source or the tool.",
}


def _collisions(case: _Case) -> Iterator[Note]:
    for one in case.shown.collisions:
        remedy = _COLLISION_REMEDIES.get(one.kind, "")
        yield _warning("collision", in_words(one, case.catalog), remedy)


def _names(case: _Case) -> Iterator[Note]:
    for definition in case.assembly.definitions:
        if definition.name in BRIDGE_NAMES:
            yield _warning(
                "bridge-name",
                f"{case.catalog.sources[definition.source].name}: a tool called {definition.name} "
                "is dropped: the bridge has that name.",
                "Rename it.",
            )
    core = case.release.core_names
    for one in case.assembly.visible:
        source = case.catalog.sources[one.source]
        if source.kind == "plugin" and one.name in core:
            yield _info(
                "core-name",
                f"{source.name}: {one.name} has the name of a core tool, so it is never deferred.",
            )


def _scope(case: _Case) -> Iterator[Note]:
    if case.shown.left_out:
        left_out = case.shown.left_out
        yield _info(
            "scope",
            f"{left_out} {'source is' if left_out == 1 else 'sources are'} outside the session's "
            "scope: the model can neither see, find nor call them.",
            "Grant more with --only, or take less away with --without.",
        )


def _sources(case: _Case) -> Iterator[Note]:
    """Two sources under one heading; sources whose file is incomplete or tells too little."""
    labels: dict[str, list[str]] = {}
    granted = [case.catalog.sources[row.position] for row in case.shown.sources]
    yield from unknown_notes(case.catalog, case.scope, granted)
    for row in case.shown.sources:
        if row.deferred:
            labels.setdefault(row.label, []).append(f"{row.kind} {row.source}")
        if case.catalog.sources[row.position].incomplete:
            yield _warning(
                "incomplete",
                f"{row.source}: the file holds one page and names a next one: every count of it "
                "is too low.",
                "Capture all pages.",
            )
    for label, sources in labels.items():
        if len(sources) > 1:
            yield _info("one-label", f"{' and '.join(sources)} are listed as one group, {label}.")
