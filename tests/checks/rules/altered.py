"""Real tools with one thing changed, for rules that hardly any tool breaks as it is published."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

from tests.checks.rules.real import alone, catalog, real

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.model import Catalog

CREATE = "github/create_issue"
LOG = "git/git_log"
TIME = "time/get_current_time"
FETCH = "fetch/fetch"

OBJECT = {"type": "object", "properties": {"path": {"type": "string"}}}

Cases = tuple[tuple["Catalog", ...], tuple["Catalog", ...]]
"""Catalogs that break a rule, and catalogs that nearly do."""


def _each(field: str, loud: Iterable[Any], silent: Iterable[Any]) -> Cases:
    """Return cases in which one field of a real tool has another value, each of another tool."""
    given: list[tuple[Catalog, ...]] = []
    for values in (loud, silent):
        tools = zip(values, cycle((LOG, CREATE, FETCH)), strict=False)
        given.append(tuple(alone(real(tool, **{field: value})) for value, tool in tools))
    return given[0], given[1]


def _side_by_side(first: str, second: str) -> Catalog:
    return catalog(("github", "mcp", (real(CREATE, name=first), real(LOG, name=second))))


def _sources(first: str, second: str) -> Catalog:
    return catalog(*((name, "mcp", (real(LOG),)) for name in (first, second)))


def _plugin(name: str, tool: str) -> Catalog:
    """Return a plugin: its name stands in none of its tools' names, as that of a server does."""
    return alone(real(tool), "plugin", name)


def altered() -> dict[str, Cases]:
    """Return the cases of each rule, by code."""
    key = "ghp_" + "aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xY3zA5"
    aws = "AKIA" + "Z7QK4TB2MNPX9RVW"
    return {
        "TS201": (
            (
                _side_by_side("create_issue", "create-issue"),
                _side_by_side("create.issue", "create issue"),
                _side_by_side("create_issue", "create_issue"),
            ),
            (
                _side_by_side("create_issue", "createIssue"),
                _side_by_side("create_issue", "create_issue_"),
                _side_by_side("create_issue", "create_issues"),
            ),
        ),
        "TS202": (
            (_sources("my-git", "my_git"), _sources("git", "git"), _sources("a.b", "a b")),
            (_sources("git", "Git"), _sources("git", "git_"), _sources("git", "git2")),
        ),
        "TS204": _each(
            "name", ("git.log", "git log", "1st_log"), ("git_log", "git-log", "gitLog2")
        ),
        "TS205": _each(
            "name",
            ("tool_search", "tool_call", "tool_describe"),
            ("tool_searches", "toolSearch", "search_tool"),
        ),
        "TS301": _each("description", (None, "", " \n\t"), (".", "No.", 0)),
        "TS307": _each("description", (7, ["Log"], {}), (None, "7", "")),
        "TS403": _each(
            "description",
            ("显示提交日志", "Показывает журнал", "!?"),
            ("显示提交日志 (log)", "7", ""),
        ),
        "TS404": (
            (_plugin("zebra", LOG), _plugin("tickets", CREATE), _plugin("时钟", TIME)),
            (_plugin("git", LOG), _plugin("issue", CREATE), alone(real(TIME), source="zebra")),
        ),
        "TS501": _each(
            "input_schema",
            (None, {"type": "array"}, {"type": "object", "properties": []}),
            ({"type": "object"}, OBJECT, {"type": "object", "anyOf": []}),
        ),
        "TS503": _each(
            "input_schema",
            tuple({**OBJECT, "required": names} for names in (["paht"], ["path", "a"], ["Path"])),
            (
                {**OBJECT, "required": ["path"]},
                {**OBJECT, "required": "paht"},
                {**OBJECT, "anyOf": [{"required": ["x"]}]},
            ),
        ),
        "TS601": _each(
            "description",
            ("Shows\u200b it", "Shows\u202e it", "Shows\x1b it"),
            ("Shows\r\nit", "Shows ❤️ it", "Shows\xa0it"),
        ),
        "TS603": _each(
            "description",
            (f"Use {key}", f"Use {aws}", "See postgres://admin:hunter2secret@db.internal/prod"),
            ("Use ghp_" + "x" * 36, "Use sk-your-key-here", "See postgres://user:password@host/db"),
        ),
    }
