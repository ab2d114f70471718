"""The first toolsearch.yaml of a project, commented, and the lines that run it in CI."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli import __version__

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
  # Whose hard limits count; unless given, those of each host above, or everyone's.
  # hosts: [openai, cursor]

# The severity of a rule: error, warning or info.
severities: {}

# The least severity that fails.
fail-level: error
"""

_GITHUB = """\
GitHub Actions, as steps of a job (OWNER is where toolsearch-cli lives):
  - uses: actions/checkout@v5
  - uses: OWNER/toolsearch-cli@v{version}"""
_PRE_COMMIT = """\
pre-commit, in .pre-commit-config.yaml, under repos:
  - repo: https://github.com/OWNER/toolsearch-cli
    rev: v{version}
    hooks:
      - id: toolsearch-check"""
_SHELL = """\
Any shell (exit code 0: passed, 1: failed, 2: not measured):
  python3 -m pip install toolsearch-cli=={version}"""


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


def ci_lines(folder: str = ".") -> str:
    """Return how to run `check` on GitHub, before a commit and anywhere else.

    Args:
        folder: Where the settings file is, from the top of the repository.
    """
    github, pre_commit, shell = (
        text.format(version=__version__) for text in (_GITHUB, _PRE_COMMIT, _SHELL)
    )
    if folder == ".":
        return "\n\n".join((github, pre_commit, f"{shell}\n  toolsearch check"))
    command = f"cd {shlex.quote(folder)} && toolsearch check"
    return "\n\n".join(
        (
            f"{github}\n    with: {{working-directory: {json.dumps(folder)}}}",
            f"{pre_commit}\n        entry: {json.dumps(f'sh -c {shlex.quote(command)}')}",
            f"{shell}\n  {command}",
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
    yield "# What may be added since a catalog of before, or since the JSON of an earlier check."
    yield "# baseline: main.json"
    yield "# growth: {eager-tokens: [500, 10%], tools: 5}"
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
