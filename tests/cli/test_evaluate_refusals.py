"""What `eval`, `findability` and `cost` refuse, and what they say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tests.catalogs import catalog_file
from tests.cli.evaluating import FILES, GITHUB, asked, queries_file, run
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return catalog_file(tmp_path, GITHUB, FILES)


@pytest.mark.parametrize("words", [("findability", "--min", "nan"), ("cost", "--misses", "nan")])
def test_no_number_is_no_limit(catalog: str, words: tuple[str, ...]) -> None:
    ran = CliRunner().invoke(app, [words[0], "-c", catalog, *words[1:]])
    assert ran.exit_code == 2
    assert "not a number" in ran.stderr


def test_labels_that_are_no_tools_measure_nothing(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("read", "other/tool"), asked("issue", "another"))
    ran = run(file, "-c", catalog, "--max", "no-result=1")
    assert isinstance(ran.exception, UsageError)
    assert "nothing was measured: hermes has none of the tools" in str(ran.exception)


def test_labels_that_are_all_out_of_scope_measure_nothing(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("issue", "github/create_issue"))
    assert isinstance(run(file, "-c", catalog, "--only", "files").exception, UsageError)
    assert run(file, "-c", catalog, "--only", "github").exit_code == 0


def test_made_queries_come_as_lines_only(catalog: str) -> None:
    assert isinstance(run("--make", "-c", catalog, "-f", "csv").exception, UsageError)
    assert run("--make", "-c", catalog, "-f", "jsonl").exit_code == 0


def test_a_catalog_without_tools_costs_nothing_that_can_be_told(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["cost", "-c", catalog_file(tmp_path)])
    assert isinstance(ran.exception, UsageError)


def test_findability_says_that_it_failed(catalog: str) -> None:
    ran = CliRunner().invoke(app, ["findability", "-c", catalog, "--min", "1"])
    assert ran.exit_code == 1
    assert "! failed: " in ran.stdout
    ran = CliRunner().invoke(app, ["findability", "-c", catalog, "--min", "0"])
    assert "· every tool keeps to 0." in ran.stdout
