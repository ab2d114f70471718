"""`toolsearch manifest`: the text, the array and the figures, each in the forms that it has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def manifest(*words: str) -> Result:
    return CliRunner().invoke(app, ["manifest", *words, "-q"])


def test_a_pipe_gets_the_listing_and_nothing_else(trackers: str) -> None:
    text = manifest(trackers).stdout
    assert text.startswith("Deferred tool catalog")
    assert not text.endswith("\n")
    assert manifest(trackers, "--json").stdout.count("sha256") == 1
    assert json.loads(manifest(trackers, "--json").stdout)["text"] == text


@pytest.mark.parametrize(("form", "begins"), [("svg", "<svg"), ("markdown", "```\nDeferred")])
def test_a_picture_or_page_of_it_is_one(trackers: str, form: str, begins: str) -> None:
    assert manifest(trackers, "-f", form).stdout.startswith(begins)


@pytest.mark.parametrize("form", ["csv", "jsonl", "markdown", "svg"])
def test_the_array_is_refused_in_a_form_that_it_does_not_have(trackers: str, form: str) -> None:
    ran = manifest(trackers, "--array", "-f", form)
    assert isinstance(ran.exception, UsageError)
    assert ran.stdout == ""


@pytest.mark.parametrize("words", [("--form", "names"), ("--stats",)])
def test_the_array_goes_with_nothing_that_changes_it(trackers: str, words: tuple[str, ...]) -> None:
    assert isinstance(manifest(trackers, "--array", *words).exception, UsageError)


def test_the_array_ends_with_the_bridge(trackers: str) -> None:
    names = [one["function"]["name"] for one in json.loads(manifest(trackers, "--array").stdout)]
    assert names == ["terminal", "tool_search", "tool_describe", "tool_call"]
