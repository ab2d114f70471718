"""A scenario in words: its settings, what was changed of them, and how the budget comes about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.views.numbers import context_name

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.scenario import Scenario

SHORT_NAMES = {"threshold_pct": "pct", "listing_max_tokens": "cap"}
_UNKNOWN = 10_000


def setting_text(value: object) -> str:
    """Return a setting as it is written everywhere: `5`, `20,000`, `auto`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,g}"


def changed_settings(scenario: Scenario, loaded: Scenario) -> tuple[str, ...]:
    """Return the words for what differs from the scenario that was loaded."""
    changed = []
    if scenario.host != loaded.host:
        changed.append("host")
    if scenario.context != loaded.context:
        changed.append("context")
    now = host_named(scenario.host).settings_used(scenario)
    then = host_named(loaded.host).settings_used(loaded)
    changed += [key for key in now if key in then and now[key] != then[key]]
    if scenario.scope != loaded.scope:
        changed.append("sources")
    return tuple(changed)


def scenario_line(scenario: Scenario, loaded: Scenario) -> str:
    """Return the scenario in one line: `hermes · *200k · pct 5 · cap 20,000 · listing auto`.

    `*` stands before what differs from the scenario that was loaded.
    """
    settings = host_named(scenario.host).settings_used(scenario)
    context = "" if scenario.context else "context "
    values = {"host": scenario.host, "context": context + context_name(scenario.context)}
    values |= {
        key: f"{SHORT_NAMES.get(key, key)} {setting_text(settings[key])}"
        for key in ("threshold_pct", "listing_max_tokens", "listing", "enabled")
        if key in settings
    }
    if scenario.scope.detached:
        values["sources"] = f"{len(scenario.scope.detached)} off"
    changed = changed_settings(scenario, loaded)
    return " · ".join(f"{'*' if key in changed else ''}{text}" for key, text in values.items())


def column_title(scenario: Scenario, loaded: Scenario, catalog: Catalog) -> str:
    """Return a scenario's short name: its context, and where it differs from the one loaded."""
    parts = [context_name(scenario.context)]
    if scenario.host != loaded.host:
        parts.append(scenario.host.replace("hermes@", "@"))
    now = host_named(scenario.host).settings_used(scenario)
    plain = host_named(scenario.host).settings_used(replace(loaded, host=scenario.host))
    parts += [
        f"{SHORT_NAMES.get(key, key)} {setting_text(value)}"
        for key, value in now.items()
        if value != plain.get(key)
    ]
    gone = [catalog.sources[position].name for position in sorted(scenario.scope.detached)]
    if gone and scenario.scope != loaded.scope:
        parts.append(f"-{gone[0]}" if len(gone) == 1 else f"-{len(gone)} sources")
    return " ".join(parts)


def budget_lines(scenario: Scenario, shown: Disclosure) -> tuple[str, str]:
    """Return how the listing's budget comes about, and its amount with what holds it back."""
    settings = host_named(scenario.host).settings_used(scenario)
    if shown.standing:
        return "no budget decides here", f"this host is {shown.fidelity}"
    if shown.budget is None:
        threshold = "" if shown.threshold is None else f"{shown.threshold:,} tokens"
        return "no listing; the bridge starts at", threshold
    percent, cap = float(str(settings["threshold_pct"])), int(str(settings["listing_max_tokens"]))
    if scenario.context is None or scenario.context <= 0:
        share, room = f"{_UNKNOWN:,}", _UNKNOWN
    else:
        share = f"{percent:g} % x {context_name(scenario.context)}"
        room = int(scenario.context * (percent / 100.0))
    holds = "cap" if cap < room else "pct" if scenario.context else "unknown"
    return f"budget = min({share},", f"{cap:,}) = {shown.budget:,} ← {holds}"
