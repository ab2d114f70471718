"""`toolsearch compare`: the four counts are the catalog, and agreements are marked."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.hosts.names import COMPARED, HOST_NAMES

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((DIRECTORY / "schemas" / "compare-1.json").read_bytes())


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["compare", *words])


def compared(*words: str) -> dict[str, Any]:
    ran = run(*words, "--json")
    assert ran.exit_code == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    assert list(Draft202012Validator(SCHEMA).iter_errors(answer)) == []
    return answer


def test_without_a_host_every_host_is_compared_in_one_release() -> None:
    answer = compared("-c", "sample:everyday")
    assert [one["host"] for one in answer["hosts"]] == list(COMPARED)


@pytest.mark.parametrize("sample", ["sample:demo", "sample:everyday"])
def test_the_four_counts_are_the_tools_of_the_catalog(sample: str) -> None:
    answer = compared("-c", sample, "--host", ",".join(HOST_NAMES), "--context", "8k,200k")
    totals = {
        sum(one[key] for key in ("by_schema", "by_name", "by_search", "unreachable"))
        for one in answer["hosts"]
    }
    assert len(totals) == 1
    assert len(answer["hosts"]) == 2 * len(HOST_NAMES)


def test_what_is_paid_is_what_tiers_says() -> None:
    for one in compared("-c", "sample:everyday", "--context", "32k")["hosts"]:
        words = ["tiers", "-c", "sample:everyday", "--context", "32k", "--host", one["host"]]
        told = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)["scenarios"][0]
        assert one["tokens"] == told["payment"]["total"]
        assert one["all_tokens"] == told["all_tools_tokens"]
        assert one["by_schema"] == len(told["eager"])
        assert one["fidelity"] == told["fidelity"]


def test_a_cap_makes_tools_unreachable() -> None:
    words = ("-c", "sample:demo", "--host", "eager,hermes", "--set", "api=openai")
    eager, hermes = compared(*words)["hosts"]
    assert eager["by_schema"] == 128
    assert eager["unreachable"] == eager["refused"] == 2_870 - 128
    assert hermes["unreachable"] == 0


def test_a_lost_name_is_dropped(tmp_path: Path) -> None:
    servers = [
        {"name": "a", "tools": [{"name": "x.y"}, {"name": "x-y"}, {"name": "z"}]},
    ]
    path = tmp_path / "two.json"
    path.write_text(json.dumps({"servers": servers}), encoding="utf-8")
    (one,) = compared("-c", str(path), "--host", "hermes")["hosts"]
    assert (one["dropped"], one["unreachable"], one["by_name"]) == (2, 2, 1)


def test_hits_stand_side_by_side_and_agreements_are_marked(tmp_path: Path) -> None:
    path = catalog_file(tmp_path, *TRACKERS)
    said = run("-c", path, "--host", "hermes,hermes@0.22", "--query", "create an issue").stdout
    lines = said.splitlines()
    assert lines[0] == "“create an issue” · 2 searches"
    assert lines[2].split() == ["#", "hermes", "hermes@0.22"]
    assert "= stands before what every one of them finds." in said


def test_a_host_that_ranks_servers_stands_in_the_way_of_no_agreement(tmp_path: Path) -> None:
    path = catalog_file(tmp_path, *TRACKERS)
    said = run("-c", path, "--host", "hermes,fastmcp,docker", "--query", "create issue").stdout
    assert "= github/create_issue" in said
    assert "= stands before what every one of them finds; docker ranks servers." in said


def test_a_host_without_a_search_says_so() -> None:
    answer = compared("-c", "sample:everyday", "--host", "eager,hermes", "--query", "create issue")
    eager, hermes = answer["queries"][0]["searches"]
    assert eager["found"] == []
    assert eager["reason"]
    assert hermes["found"][0] == "github/create_issue"
    assert hermes["reason"] is None


def test_csv_has_a_row_a_hit_with_the_same_names_in_every_host() -> None:
    words = ("-c", "sample:everyday", "--host", "hermes,hermes@0.22", "--query", "create issue")
    rows = list(csv.DictReader(io.StringIO(run(*words, "--limit", "1", "-f", "csv").stdout)))
    assert {row["found"] for row in rows} == {"github/create_issue"}
    assert [row["host"] for row in rows] == ["hermes", "hermes@0.22"]


def test_a_table_at_80_columns_keeps_the_counts_and_the_payment() -> None:
    said = run("-c", "sample:everyday", "--context", "200k").stdout
    head = said.splitlines()[2]
    for title in ("host", "schemas", "names", "search", "lost", "this turn"):
        assert title in head


def test_only_names_that_are_too_long_are_cut(tmp_path: Path) -> None:
    tools = [{"name": name} for name in ("read.page", "read-page", "x" * 120)]
    path = catalog_file(tmp_path, {"name": "docs", "tools": tools})
    (one,) = compared("-c", path, "--host", "codex")["hosts"]
    assert (one["changed"], one["cut"], one["unreachable"]) == (3, 1, 0)
