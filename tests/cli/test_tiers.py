"""`toolsearch tiers`: every option changes the answer, for one scenario and for several."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def tiers(*words: str) -> str:
    result = CliRunner().invoke(app, ["tiers", *words])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("contexts", ["200k", "500,200k"])
@pytest.mark.parametrize("words", [("--sort", "eager"), ("--exact",), ("--top", "1")])
def test_no_option_is_accepted_and_ignored(
    trackers: str, contexts: str, words: tuple[str, ...]
) -> None:
    asked = ("-c", trackers, "--context", contexts)
    assert tiers(*asked, *words) != tiers(*asked)


def test_a_context_that_is_written_twice_is_asked_once(trackers: str) -> None:
    asked = ("-c", trackers, "--context", "200k,200000,0.2M")
    assert tiers(*asked) == tiers("-c", trackers, "--context", "200k")
    assert len(json.loads(tiers(*asked, "--json"))["scenarios"]) == 1


def test_exact_counts_are_in_the_record_of_each_scenario(trackers: str) -> None:
    asked = ("-c", trackers, "--context", "500,200k", "--json")
    assert ["exact" in one for one in json.loads(tiers(*asked))["scenarios"]] == [False] * 2
    counted = json.loads(tiers(*asked, "--exact"))["scenarios"]
    assert [one["exact"]["encoding"] for one in counted] == ["o200k_base"] * 2
