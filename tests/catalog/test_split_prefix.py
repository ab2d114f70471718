"""`--split-prefix`: servers by what stands before a separator that the user names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.catalog.inputs import DEFAULT, TOOL, sources, tool


@pytest.mark.parametrize(
    ("separator", "name", "server", "bare"),
    [
        ("__", "github__create_issue", "github", "create_issue"),
        ("__", "mcp__git__hub__log", "git", "hub__log"),
        ("_", "mcp_github_create_issue", "github", "create_issue"),
        ("_", "github_create_issue", "github", "create_issue"),
        ("-", "github-create-issue", "github", "create-issue"),
        (".", "github.issues.create", "github", "issues.create"),
        ("/", "github/create", "github", "create"),
        ("::", "a::b::c", "a", "b::c"),
    ],
)
def test_separators(separator: str, name: str, server: str, bare: str) -> None:
    (source,) = sources([tool(name)], replace(DEFAULT, split_prefix=separator))
    assert (source.name, source.tools[0].name, source.is_named) == (server, bare, True)


@pytest.mark.parametrize("name", ["open", "_open", "open_", "mcp_open"])
def test_a_name_without_both_parts_stays(name: str) -> None:
    (source,) = sources([tool(name)], replace(DEFAULT, split_prefix="_"))
    expected = ("mcp", "open") if name == "mcp_open" else ("stdin", name)
    assert (source.name, source.tools[0].name) == expected


def test_a_source_that_has_a_name_is_not_split() -> None:
    (source,) = sources({"name": "git", "tools": [TOOL]}, replace(DEFAULT, split_prefix="_"))
    assert (source.name, source.tools[0].name) == ("git", "open_door")


def test_single_underscores_are_never_guessed() -> None:
    (source,) = sources([tool("mcp_github_create_issue")])
    assert source.name == "stdin"
