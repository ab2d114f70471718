"""A scenario as the text of a settings file: what `toolsearch.yaml` or Hermes would read back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.settings.values import setting_value
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from toolsearch_cli.hosts.scenario import Scenario

_PLAIN = re.compile(r"[\w.+-]+", re.ASCII)
_STDIN = "-"
_SAMPLE = "sample:"


def value_text(value: object) -> str:
    """Return a value as YAML of one line that reads back as the same value."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, (str, int, float)) and _PLAIN.fullmatch(text):
        again = setting_value(text)
        if again == value and type(again) is type(value):
            return text
    return json.dumps(value, default=str)


def settings_given(scenario: Scenario) -> tuple[tuple[str, object], ...]:
    """Return each setting that a scenario gives its host and that the host has."""
    config = scenario.config
    if config is False:
        return (("enabled", False),)
    known = [spec.key for spec in host_named(scenario.host).setting_specs() if spec.of_the_host]
    given = config if isinstance(config, Mapping) else {}
    return tuple((key, value) for key, value in given.items() if key in known)


def project_text(
    scenario: Scenario, patterns: Sequence[str], switched_off: Sequence[str], folder: Path
) -> str:
    """Return a `toolsearch.yaml` that asks the scenario of the catalogs.

    Args:
        scenario: What is saved.
        patterns: The catalogs, as paths from the present folder, or samples.
        switched_off: Names of sources that no settings file can leave out: a comment says so.
        folder: Where the file will be; its paths start there.
    """
    size = "unknown" if scenario.context is None else str(scenario.context)
    lines = [*_comments(scenario, switched_off)]
    paths = [json.dumps(_from(one, folder)) for one in patterns if one != _STDIN]
    if paths:
        lines += ["catalogs:", *(f"  - {path}" for path in paths)]
    lines += [f"host: {scenario.host}", f"context: {size}"]
    settings = _placed(scenario, folder)
    if settings:
        lines += ["settings:", *(f"  {key}: {value_text(value)}" for key, value in settings)]
    return "\n".join(lines) + "\n"


def _placed(scenario: Scenario, folder: Path) -> list[tuple[str, object]]:
    """Return the settings that a scenario gives its host; files as they are called in `folder`."""
    files = {spec.key for spec in host_named(scenario.host).setting_specs() if spec.file}
    return [
        (key, os.path.relpath(str(value), folder) if key in files else value)
        for key, value in settings_given(scenario)
    ]


def hermes_text(scenario: Scenario, switched_off: Sequence[str]) -> str:
    """Return the block of a Hermes config that gives the host the scenario's settings."""
    settings = settings_given(scenario)
    block = [f"    {key}: {value_text(value)}" for key, value in settings]
    lines = [*_comments(scenario, switched_off), "tools:"]
    lines += ["  tool_search:", *block] if block else ["  tool_search: {}"]
    return "\n".join(lines) + "\n"


def _comments(scenario: Scenario, switched_off: Sequence[str]) -> Iterator[str]:
    """Yield what a settings file cannot say."""
    for name in switched_off:
        yield f"# switched off in the explorer: {visible(name)} (toolsearch --without)"
    for flag, patterns in (("--only", scenario.scope.only), ("--without", scenario.scope.without)):
        for pattern in patterns:
            yield f"# asked with {flag} {visible(pattern)}"
    for key, value in scenario.options.items():
        yield f"# asked with --set {key}={visible(value)}"


def _from(pattern: str, folder: Path) -> str:
    return pattern if pattern.startswith(_SAMPLE) else os.path.relpath(pattern, folder)
