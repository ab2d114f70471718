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


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("arion", "its layout, and the words around it, are ours"),
        ("claude-code", "its layout, and the words around it, are ours"),
        ("cursor", "its layout, and the words around it, are ours"),
        ("openai", "its layout, and the words around it, are ours"),
        ("gemini-cli", "No listing: gemini-cli holds nothing back here."),
        ("graph", "No listing: graph has none; the model must search."),
    ],
)
def test_what_is_not_the_text_of_the_host_is_said(trackers: str, host: str, says: str) -> None:
    told = CliRunner().invoke(app, ["manifest", trackers, "--host", host]).stderr
    assert says in told
    assert "bridge" not in told


@pytest.mark.parametrize("host", ["hermes", "codex"])
def test_of_a_text_that_is_the_host_s_nothing_is_said(trackers: str, host: str) -> None:
    assert not CliRunner().invoke(app, ["manifest", trackers, "--host", host]).stderr


def test_groups_of_copilot_are_said_to_be_stand_ins(tmp_path: Path) -> None:
    tools = [{"name": f"t{at}", "description": "Does."} for at in range(200)]
    path = catalog_file(tmp_path, {"name": "many", "tools": tools})
    told = CliRunner().invoke(app, ["manifest", path, "--host", "copilot"]).stderr
    assert told.startswith("These groups are stand-ins")


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("hermes", "tokens in the host's own words (measured there)"),
        ("fastmcp", "2 tools of fastmcp itself: 154 tokens as --array writes them, with desc"),
        ("anthropic", "1 tool of anthropic itself: 18 tokens as --array writes them."),
        ("cursor", "cursor sends no tools of its own for what it holds back."),
        ("eager", "eager holds nothing back here, so nothing is listed."),
    ],
)
def test_only_measured_words_are_said_to_be_measured(trackers: str, host: str, says: str) -> None:
    page = manifest(trackers, "--stats", "--host", host).stdout
    assert says in page
    assert ("measured" in page) is (host == "hermes")
