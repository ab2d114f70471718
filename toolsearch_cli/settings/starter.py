"""The first toolsearch.yaml of a project, commented, and the lines that run it in CI."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.checks.budgets import Measure
    from toolsearch_cli.checks.headroom import Room

_MEANS: dict[Measure, str] = {
    "tools": "tools the host knows",
    "eager-tokens": "all schemas, if they were sent up front",
    "listing-tokens": "the listing of the deferred tools",
    "tool-tokens": "any one tool",
    "shown-tokens": "all that the model pays on a turn",
}
_RULES = """\
rules:
  # Codes, starts of codes or slugs; `toolsearch explain` lists them.
  select: [default]
  ignore: []
  #  - rules: [TS301]
  #    tools: ["github/*"]
  #    reason: described upstream in the next release
  #    until: 2030-12-31
  # Whose hard limits count; everyone's unless given.
  # hosts: [openai, cursor]

# The severity of a rule: error, warning or info.
severities: {}

# The least severity that fails.
fail-level: error
"""

CI_LINES = """\
GitHub Actions, as a step of a job:
  - uses: actions/setup-python@v5
    with: {python-version: "3.x"}
  - run: pipx run --spec toolsearch-cli toolsearch check

pre-commit, in .pre-commit-config.yaml:
  - repo: local
    hooks:
      - id: toolsearch
        name: toolsearch check
        entry: toolsearch check
        language: python
        additional_dependencies: [toolsearch-cli]
        pass_filenames: false

Any shell (exit code 0: passed, 1: failed, 2: not measured):
  toolsearch check"""
"""How to run `check` with the file that was written."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The tier that one scenario has today."""

    host: str
    context: str
    tier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """What goes into the file."""

    catalogs: tuple[str, ...]
    """As they are written, relative to the file's folder."""
    hosts: tuple[str, ...]
    contexts: tuple[str, ...]
    settings: Mapping[str, object]
    """The host's own."""
    rooms: tuple[Room, ...]
    headroom: int
    """Percent."""
    expected: tuple[Expected, ...]


def starter_text(starter: Starter) -> str:
    """Return the file: YAML that `project_of` reads, a comment beside every choice."""
    return "\n".join(
        (
            "# Settings of toolsearch. Every key is optional, and flags win over the file.",
            f"catalogs: {_listed(starter.catalogs)}",
            "",
            "# Each host is checked at each context size.",
            f"hosts: {_listed(starter.hosts)}",
            f"contexts: {_listed(starter.contexts)}",
            "# Settings of the host, by its own names, such as threshold_pct.",
            f"settings: {json.dumps(dict(starter.settings), ensure_ascii=False, default=str)}",
            "",
            *_budgets(starter),
            *_expected(starter.expected),
            _RULES,
        )
    )


def _budgets(starter: Starter) -> Iterator[str]:
    yield f"# Today's catalog plus {starter.headroom} %; tokens are the host's own estimate."
    yield "budgets:" if starter.rooms else "budgets: {}"
    keys = [f"  {room.measure}: {room.limit}" for room in starter.rooms]
    width = max(map(len, keys), default=0)
    for room, key in zip(starter.rooms, keys, strict=True):
        yield f"{key:{width}}  # {_MEANS[room.measure]}: {room.today:,} today"
    yield "  # Budgets of single sources, by globs:"
    yield "  # sources:"
    yield "  #   github: {tools: 40, eager-tokens: 20k}"
    yield ""


def _expected(expected: Sequence[Expected]) -> Iterator[str]:
    yield "# The worst that is allowed: a tier, and the form of sources in the listing."
    yield "expect:" if expected else "expect: []"
    for one in expected:
        yield f"  - {{host: {one.host}, context: {one.context}, tier: {one.tier}}}"
    yield "  # - {context: 200k, forms: {github: full}}"
    yield ""


def _listed(values: Sequence[str]) -> str:
    """Return a YAML list in one line; JSON is YAML, but for pairs of surrogates."""
    return json.dumps(list(values), ensure_ascii=False)
