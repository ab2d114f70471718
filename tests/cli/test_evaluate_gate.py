"""`toolsearch eval` as a gate, alone and as a part of `check`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.catalogs import catalog_file, source, tool
from tests.cli.evaluating import FILES, GITHUB, asked, evaluated, queries_file, run, value
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return catalog_file(tmp_path, GITHUB, FILES)


def test_a_floor_that_the_order_of_ties_decides_is_flagged(tmp_path: Path) -> None:
    twins = source("twins", tool("a", "Same text."), tool("b", "Same text."))
    catalog = catalog_file(tmp_path, twins)
    file = queries_file(tmp_path, asked("same text", "twins/a"))
    answer = evaluated(file, "-c", catalog, "--min", "recall@1=0.5", "--min", "recall@5=1")
    figure = answer["evaluations"][0]["groups"][0]["figures"]["recall@1"]
    assert (figure["value"], figure["worst"], figure["best"]) == (1, 0, 1)
    assert [one["by_ties"] for one in answer["gate"]["limits"]] == [True, False]
    assert (
        "decided by the order of equal scores only"
        in run(file, "-c", catalog, "--min", "recall@1=0.5").stdout
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--min", "recall@5=0.5"), 0),
        (("--min", "recall@5=60%"), 1),
        (("--max", "no-result=0.5"), 0),
        (("--max", "no-result=0.4"), 1),
        (("--min", "recall@5=0.5", "--min", "mrr=1"), 1),
    ],
)
def test_a_gate_passes_or_fails(
    tmp_path: Path, catalog: str, words: tuple[str, ...], code: int
) -> None:
    file = queries_file(tmp_path, asked("read", "files/read"), asked("purple", "files/read"))
    assert evaluated(file, "-c", catalog, *words, code=code)["gate"]["passed"] is (code == 0)


def test_max_rank_is_a_miss_and_a_measure(tmp_path: Path, catalog: str) -> None:
    file = queries_file(
        tmp_path,
        asked("repository", "github/create_issue", max_rank=1),
        asked("read", "files/read", max_rank=1),
        asked("merge", "github/merge"),
    )
    answer = evaluated(file, "-c", catalog, "--min", "max-rank=0.5")
    assert value(answer, "max-rank") == 0.5
    assert [miss["reason"] for miss in answer["evaluations"][0]["misses"]] == ["max-rank"]


def test_what_was_not_measured_is_no_pass(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("read", "files/read"))
    for words in (("--min", "max-rank=0.5"), ("--min", "mrr=0", "--host", "eager")):
        ran = run(file, "-c", catalog, *words)
        assert getattr(ran.exception, "exit_code", None) == 2
        assert "not measured" in str(ran.exception)


def test_a_baseline_lets_nothing_get_worse(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("read disk", "files/read"), asked("issue", "create_issue"))
    before = tmp_path / "before.json"
    assert run(file, "-c", catalog, "--json", "-o", str(before)).exit_code == 0
    assert run(file, "-c", catalog, "--baseline", str(before)).exit_code == 0
    (tmp_path / "now").mkdir()
    worse = source("files", tool("read", "Get it."))
    now = catalog_file(tmp_path / "now", GITHUB, worse)
    entry = asked("disk read", "files/read")
    assert run(file, "-c", now, "--baseline", str(before), "--limit", "1").exit_code == 0
    worst = catalog_file(tmp_path / "now", GITHUB, source("files", tool("grab", "Get it.")))
    answer = evaluated(file, "-c", worst, "--baseline", str(before), code=1)
    failed = {one["metric"]: one for one in answer["gate"]["limits"] if not one["holds"]}
    assert (failed["recall@5"]["before"], failed["recall@5"]["found"]) == (1.0, 0.5)
    assert evaluated(
        file, "-c", worst, "--baseline", str(before), "--max-drop", "0.5", "--max-drop", "mrr=0.6"
    )["gate"]["passed"]
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(entry), encoding="utf-8")
    ran = run(str(other), "-c", catalog, "--baseline", str(before))
    assert "of its 2 queries 0 are asked here" in str(ran.exception)


EVAL = """
catalogs: [catalog.json]
eval:
  queries: queries.jsonl
  min: {recall@5: 0.9, recall@1: 40%}
"""


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ("", 1, "1 of 2 search floors broken"),
        ("  max: {no-result: 0.5}\n", 1, "1 of 3 search floors broken"),
        ("rules: {select: none, ignore: [TS109]}\n", 0, "1 ignored"),
    ],
)
def test_the_settings_file_feeds_check(
    tmp_path: Path,
    catalog: str,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    code: int,
    says: str,
) -> None:
    queries_file(tmp_path, asked("read", "files/read"), asked("purple", "files/read"))
    (tmp_path / "toolsearch.yaml").write_text(EVAL + change, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = [] if "rules" in change else ["--select", "none"]
    ran = CliRunner().invoke(app, ["check", *words])
    assert ran.exit_code == code, ran.exception
    assert says in ran.stdout
    if code:
        assert "TS109 error: recall@5 at least 0.9: 0.500 now" in ran.stdout


def test_check_and_eval_say_the_same_of_the_settings_file(
    tmp_path: Path, catalog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries_file(tmp_path, asked("read", "files/read"), asked("purple", "files/read"))
    (tmp_path / "toolsearch.yaml").write_text(EVAL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    by_eval = evaluated(code=1)["gate"]["limits"]
    by_check = json.loads(CliRunner().invoke(app, ["check", "--select", "none", "--json"]).stdout)
    assert by_check["floors"] == by_eval
    schema = json.loads((DIRECTORY / "schemas" / "check-1.json").read_bytes())
    assert list(Draft202012Validator(schema).iter_errors(by_check)) == []
    assert evaluated("--min", "recall@5=0.5")["gate"]["passed"]
    other = queries_file(tmp_path / "..", asked("read", "files/read"))
    assert evaluated(other)["gate"]["passed"] is None


def test_a_floor_that_check_cannot_measure_is_no_pass(
    tmp_path: Path, catalog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries_file(tmp_path, asked("read", "files/read"))
    (tmp_path / "toolsearch.yaml").write_text(EVAL + "host: eager\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["check"])
    assert getattr(ran.exception, "exit_code", None) == 2
    assert "not measured: eager: recall@5 at least 0.9" in str(ran.exception)
