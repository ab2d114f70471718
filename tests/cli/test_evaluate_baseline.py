"""`eval --baseline` and what it may not pass over: queries that are gone, hosts, other settings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import catalog_file
from tests.cli.evaluating import FILES, GITHUB, asked, evaluated, queries_file, run
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

QUERIES = [
    asked("read disk", "files/read"),
    asked("issue", "create_issue"),
    asked("pull request", "github/merge"),
]


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return catalog_file(tmp_path, GITHUB, FILES)


def baseline(folder: Path, catalog: str, *words: str) -> str:
    file = queries_file(folder, *QUERIES)
    path = folder / "main.json"
    assert run(file, "-c", catalog, "--json", "-o", str(path), *words).exit_code == 0
    return str(path)


def test_how_much_is_compared_is_always_said(tmp_path: Path, catalog: str) -> None:
    past = baseline(tmp_path, catalog)
    page = run(queries_file(tmp_path, *QUERIES), "-c", catalog, "--baseline", past).stdout
    assert f"· hermes: 3 of the 3 queries of {past} are asked here, and compared." in page
    fewer = queries_file(tmp_path, *QUERIES[:2])
    page = run(fewer, "-c", catalog, "--baseline", past).stdout
    assert f"! hermes: 2 of the 3 queries of {past} are asked here, and compared." in page


def test_a_baseline_of_which_most_is_gone_is_no_pass(tmp_path: Path, catalog: str) -> None:
    past = baseline(tmp_path, catalog)
    one = queries_file(tmp_path, *QUERIES[:1])
    ran = run(one, "-c", catalog, "--baseline", past)
    assert getattr(ran.exception, "exit_code", None) == 2
    assert "of its 3 queries 1 are asked here" in str(ran.exception)


def test_a_host_that_the_baseline_does_not_hold_is_no_pass(tmp_path: Path, catalog: str) -> None:
    past = baseline(tmp_path, catalog, "--host", "codex")
    file = queries_file(tmp_path, *QUERIES)
    ran = run(file, "-c", catalog, "--host", "hermes,codex", "--baseline", past)
    assert getattr(ran.exception, "exit_code", None) == 2
    assert f"not measured: hermes: as {past}, which does not hold this host" in str(ran.exception)
    assert run(file, "-c", catalog, "--host", "codex", "--baseline", past).exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--limit", "1"), "was measured with limit 10, here it is 1."),
        (("--context", "8k"), "was measured in another context size."),
        (("--listing", "off"), "was measured with another listing."),
    ],
)
def test_what_was_otherwise_then_is_said(
    tmp_path: Path, catalog: str, words: tuple[str, ...], says: str
) -> None:
    past = baseline(tmp_path, catalog)
    file = queries_file(tmp_path, *QUERIES)
    answer = evaluated(file, "-c", catalog, "--baseline", past, *words)
    assert any(line.startswith("! ") and says in line for line in answer["gate"]["remarks"])


@pytest.mark.parametrize(
    "values",
    [[], "x", {"mrr": 10**400}, {"mrr": -5}, {"mrr": float("nan")}, {"mrr": 2}],
)
def test_a_record_with_other_figures_is_no_baseline(
    tmp_path: Path, catalog: str, values: Any
) -> None:
    past = tmp_path / "main.json"
    record = json.loads((tmp_path / baseline(tmp_path, catalog)).read_text(encoding="utf-8"))
    record["evaluations"][0]["answers"][0]["values"] = values
    past.write_text(json.dumps(record), encoding="utf-8")
    ran = run(queries_file(tmp_path, *QUERIES), "-c", catalog, "--baseline", str(past))
    assert "is not an earlier evaluation" in str(ran.exception)


SETTINGS = """
catalogs: [catalog.json]
hosts: [hermes, codex]
eval: {queries: queries.jsonl, baseline: main.json}
"""


def test_check_holds_every_host_to_the_baseline(
    tmp_path: Path, catalog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    baseline(tmp_path, catalog, "--host", "codex")
    (tmp_path / "toolsearch.yaml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["check", "--select", "none"])
    assert getattr(ran.exception, "exit_code", None) == 2
    assert "not measured: hermes" in str(ran.exception)
    baseline(tmp_path, catalog, "--host", "hermes,codex")
    assert CliRunner().invoke(app, ["check", "--select", "none"]).exit_code == 0


def test_check_says_what_holds_by_ties_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = {"name": "twins", "tools": [{"name": name, "description": "Same."} for name in "ab"]}
    (tmp_path / "catalog.json").write_text(json.dumps(twins), encoding="utf-8")
    queries_file(tmp_path, asked("same", "twins/a"))
    (tmp_path / "toolsearch.yaml").write_text(
        "catalogs: [catalog.json]\neval: {queries: queries.jsonl, min: {recall@1: 1}}\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["check", "--select", "none"])
    assert ran.exit_code == 0
    assert "recall@1 at least 1 holds by the order of equal scores only" in ran.stderr
