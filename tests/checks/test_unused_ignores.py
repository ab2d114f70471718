"""TS002: an ignore that hides nothing is reported, where its rules ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tests.catalogs import catalog_file, source, tool
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A source without faults, and one with a tool that has no description."""
    return catalog_file(
        tmp_path,
        source("git", tool("git_log", "Show commits, newest first.")),
        source("jobs", tool("run", "")),
    )


def check(path: str, *words: str) -> str:
    return CliRunner().invoke(app, ["check", path, *words]).stdout


def test_what_hides_nothing_is_said(path: str) -> None:
    shown = check(path, "--ignore", "TS301=git")
    assert "TS002 info: the ignore of TS301 for git hides nothing; delete it" in shown


def test_it_fails_only_where_it_is_asked_to(path: str) -> None:
    words = ["check", path, "--ignore", "TS301=git", "--ignore", "TS301=jobs"]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert CliRunner().invoke(app, [*words, "--fail-level", "info"]).exit_code == 1


@pytest.mark.parametrize(
    "words",
    [
        ("--ignore", "TS301=jobs"),  # hides one
        ("--ignore", "TS301=git", "--select", "TS2"),  # its rule did not run
        ("--ignore", "TS4=git", "--host", "eager", "--select", "TS3,TS4"),  # nor could it
        ("--ignore", "TS3,TS4=git", "--select", "TS3"),  # nor did one of them
    ],
)
def test_what_hides_something_or_could_not_is_left_alone(path: str, words: tuple[str, ...]) -> None:
    assert "TS002" not in check(path, *words)
