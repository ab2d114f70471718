"""`toolsearch findability`: ranks for a tool's own words, its rival, and what sets it apart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.catalogs import catalog_file, source, tool
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((DIRECTORY / "schemas" / "findability-1.json").read_bytes())


def measured(*words: str, code: int = 0) -> dict[str, Any]:
    ran = CliRunner().invoke(app, ["findability", *words, "--json"])
    assert ran.exit_code == code, (ran.stderr, ran.exception)
    answer: dict[str, Any] = json.loads(ran.stdout)
    assert list(Draft202012Validator(SCHEMA).iter_errors(answer)) == []
    return answer


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return catalog_file(
        tmp_path,
        source("a", tool("read_text", "Read a file. Works with any encoding.")),
        source("b", tool("read", "Read a file."), tool("purple", "Paint it.")),
    )


def test_the_hardest_to_find_comes_first_with_its_rival(catalog: str) -> None:
    answer = measured("-c", catalog)
    names = [one["tool"] for one in answer["tools"]]
    scores = [one["score"] for one in answer["tools"]]
    assert scores == sorted(scores)
    assert names[0] == "read_text"
    hardest = answer["tools"][0]
    ranks = {probe["kind"]: probe["rank"] for probe in hardest["probes"]}
    assert ranks == {"name": 1, "words": 1, "sentence": 2}
    assert hardest["score"] == pytest.approx((1 + 1 + 1 / 2) / 3)
    assert (hardest["rival"]["name"], hardest["rival"]["ahead"]) == ("mcp__b__read", True)
    assert set(hardest["rival"]["shared"]) == {"read", "file"}
    assert set(hardest["rival"]["separating"]) == {"text", "works", "encoding"}


def test_what_nobody_shares_a_word_with_has_no_rival(catalog: str) -> None:
    tools = {one["tool"]: one for one in measured("-c", catalog)["tools"]}
    assert tools["purple"]["rival"] is None
    assert tools["purple"]["score"] == 1.0


def test_the_ranks_are_those_of_query(tmp_path: Path, catalog: str) -> None:
    for one in measured("-c", catalog)["tools"]:
        for probe in one["probes"]:
            words = ["query", "-c", catalog, probe["query"], "--limit", "20", "--json"]
            answer = json.loads(CliRunner().invoke(app, words).stdout)
            hits = [hit["name"] for hit in answer["explain"][0]["hits"]]
            assert hits.index(one["name"]) + 1 == probe["rank"]


def test_a_twin_has_nothing_that_sets_it_apart(tmp_path: Path) -> None:
    twins = catalog_file(
        tmp_path,
        source("a", tool("get", "Fetch a page.")),
        source("b", tool("get", "Fetch a page.")),
    )
    (first, second) = measured("-c", twins)["tools"]
    assert [one["rival"]["separating"] for one in (first, second)] == [[], []]
    shown = CliRunner().invoke(app, ["findability", "-c", twins]).stdout
    assert "nothing" in shown


def test_top_shows_fewer_and_the_gate_still_sees_all(catalog: str) -> None:
    answer = measured("-c", catalog, "--top", "1", "--min", "0.9", code=1)
    assert (len(answer["tools"]), answer["measured"]) == (1, 3)
    measured("-c", catalog, "--min", "0.8")


def test_a_host_without_a_search_measures_nothing(catalog: str) -> None:
    ran = CliRunner().invoke(app, ["findability", "-c", catalog, "--host", "eager"])
    assert getattr(ran.exception, "exit_code", None) == 2
    assert "nothing was measured" in str(ran.exception)


def test_tiers_can_put_the_hardest_to_find_source_first(catalog: str) -> None:
    scores: dict[str, list[float]] = {}
    for one in measured("-c", catalog)["tools"]:
        scores.setdefault(one["source"], []).append(one["score"])
    means = {source: sum(found) / len(found) for source, found in scores.items()}
    words = ["tiers", "-c", catalog, "--sort", "findability", "--context", "200k"]
    rows = CliRunner().invoke(app, [*words, "-f", "jsonl"]).stdout.splitlines()
    shown = {row["source"]: row["findability"] for row in map(json.loads, rows)}
    assert list(shown) == sorted(means, key=lambda source: means[source]) == ["a", "b"]
    assert shown == pytest.approx(means)
    record = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)["scenarios"][0]
    by_name = [one["source"] for one in record["sources"]]
    assert dict(zip(by_name, record["findability"], strict=True)) == pytest.approx(means)


def test_a_matrix_is_ordered_by_its_first_scenario(catalog: str) -> None:
    words = ["tiers", "-c", catalog, "--sort", "findability", "--host", "hermes,codex"]
    rows = CliRunner().invoke(app, [*words, "-f", "jsonl"]).stdout.splitlines()
    assert [json.loads(row)["source"] for row in rows[:2]] == ["a", "b"]


def test_what_is_never_searched_cannot_be_sorted_by_it(catalog: str) -> None:
    words = ["tiers", "-c", catalog, "--sort", "findability", "--host", "eager"]
    with pytest.raises(UsageError, match="eager has no tools to search here"):
        CliRunner().invoke(app, words, catch_exceptions=False)
