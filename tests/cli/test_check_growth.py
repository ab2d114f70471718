"""`check --baseline --max-growth`: growth is bounded, and what cannot be compared is said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalogs import source, tool
from tests.process.program import Ran, run

if TYPE_CHECKING:
    from pathlib import Path

GIT = source("git", tool("log", "Show the log."), tool("add", "Stage a file.", "path"))
WEB = source("web", tool("fetch", "Fetch a page.", "url"))
MORE = source("web", *WEB["tools"], tool("post", "Send a form.", "url", "form"))
SAME = ("--select", "none", "--context", "200k")


def written(folder: Path, name: str, *sources: dict[str, Any]) -> str:
    (folder / name).write_text(json.dumps({"servers": sources}), encoding="utf-8")
    return name


def check(folder: Path, head: str, *words: str) -> Ran:
    return run("check", head, *SAME, *words, folder=folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, "old.json", GIT, WEB)
    written(tmp_path, "new.json", GIT, MORE)
    written(tmp_path, "less.json", GIT)
    for command in ("check", "tiers"):
        words = ("--max-tools", "9", *SAME) if command == "check" else ("--context", "200k")
        report = run(command, "old.json", *words, "--json", folder=tmp_path)
        (tmp_path / f"{command}.json").write_bytes(report.out)
    return tmp_path


def tokens(folder: Path, name: str) -> tuple[int, dict[str, int]]:
    """Return what tiers says that all schemas take, and those of each source."""
    (shown,) = json.loads(run("tiers", name, "--json", folder=folder).out)["scenarios"]
    own = {row["source"]: row["eager_tokens"] for row in shown["sources"]}
    return shown["all_tools_tokens"], own


@pytest.mark.parametrize("baseline", ["old.json", "check.json", "tiers.json"])
def test_growth_is_the_difference_that_tiers_would_show(folder: Path, baseline: str) -> None:
    (old, _), (new, _) = tokens(folder, "old.json"), tokens(folder, "new.json")
    added = new - old
    assert added > 0
    for limit, code in ((added, 0), (added - 1, 1)):
        for pattern in ("", "web=", "w*="):
            words = ("--baseline", baseline, "--max-growth", f"{pattern}{limit}")
            ran = check(folder, "new.json", *words)
            assert (ran.code, ran.said) == (code, []), ran.out
    assert f"found {added:,}, allowed {added - 1:,} (+1)" in ran.text


def test_a_share_is_of_what_was(folder: Path) -> None:
    _, old = tokens(folder, "old.json")
    _, new = tokens(folder, "new.json")
    share = 100 * (new["web"] - old["web"]) / old["web"]
    for percent, code in ((f"{share + 1:.2f}%", 0), (f"{share - 1:.2f}%", 1)):
        words = ("--baseline", "old.json", "--max-growth", f"web={percent}")
        assert check(folder, "new.json", *words).code == code
    both = ("--baseline", "old.json", "--max-growth", "web=9000,1%", "-f", "json")
    budgets = json.loads(check(folder, "new.json", *both).out)["budgets"]
    assert [one["status"] for one in budgets] == ["held", "exceeded"]


def test_what_shrinks_or_stays_has_not_grown(folder: Path) -> None:
    words = ("--baseline", "new.json", "--max-growth", "0", "--max-growth", "*=0%")
    assert check(folder, "new.json", *words).code == 0
    assert check(folder, "old.json", *words).code == 0


def test_a_new_source_is_growth_of_the_catalog(folder: Path) -> None:
    ran = check(folder, "old.json", "--baseline", "less.json", "--max-growth", "5")
    assert ran.code == 1
    assert "start with web" in ran.text


@pytest.mark.parametrize(
    ("head", "words", "error"),
    [
        ("less.json", ("--max-growth", "500"), "web: in check.json, and not in the catalog"),
        ("less.json", ("--max-growth", "web=500"), "web: in check.json, and not in the catalog"),
        ("new.json", ("--max-growth", "wbe=5"), "--max-growth wbe=5: no such source"),
        ("new.json", ("--max-growth", "5", "--context", "1M"), "no figures of hermes with 1,000"),
        ("new.json", ("--max-growth", "5", "--host", "hermes@0.22"), "no figures of hermes@0.22"),
        ("new.json", ("--max-growth", "many"), "--max-growth: 'many' is no growth"),
        ("new.json", ("--max-growth", "-5%"), "--max-growth: '-5%' is no growth"),
    ],
)
def test_what_cannot_be_compared_is_not_measured(
    folder: Path, head: str, words: tuple[str, ...], error: str
) -> None:
    asked = ("--select", "none") if "--context" in words else SAME
    ran = run("check", head, *asked, "--baseline", "check.json", *words, folder=folder)
    assert ran.code == 2, ran.out
    assert error in ran.said[0]


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (None, "no such file"),
        ("", "is empty"),
        ("{", "not JSON"),
        ('{"tools": []}', "holds no tools"),
        ('{"toolsearch": "query/1", "calls": []}', "is query/1, not check/1 or tiers/1"),
        ('{"toolsearch": "check/1", "passed": true}', "is check/1 without its figures"),
        ('{"toolsearch": "tiers/1", "scenarios": []}', "nothing was measured in this report"),
        ('{"toolsearch": "tiers/1", "scenarios": [{"host": 5}]}', "without its figures"),
        ('{"toolsearch": ["check/1"]}', "not check/1 or tiers/1"),
    ],
)
def test_a_baseline_that_says_nothing_is_an_error(
    folder: Path, content: str | None, error: str
) -> None:
    if content is not None:
        (folder / "bad.json").write_text(content, encoding="utf-8")
    ran = check(folder, "new.json", "--baseline", "bad.json", "--max-growth", "9k")
    assert (ran.code, ran.out) == (2, b"")
    assert error in ran.said[0]


def test_another_tokenizer_is_not_compared(folder: Path) -> None:
    report = json.loads((folder / "check.json").read_text(encoding="utf-8"))
    report["figures"][0]["tokenizer"] = "o200k_base"
    (folder / "other.json").write_text(json.dumps(report), encoding="utf-8")
    ran = check(folder, "new.json", "--baseline", "other.json", "--max-growth", "9k")
    assert ran.code == 2
    assert "was counted with o200k_base, not with chars4" in ran.said[0]


def test_a_source_that_is_not_granted_is_not_missing(folder: Path) -> None:
    for baseline in ("old.json", "check.json"):
        words = ("--without", "web", "--baseline", baseline, "--max-growth", "0")
        assert check(folder, "new.json", *words).code == 0


def test_a_limit_without_a_baseline_is_an_error(folder: Path) -> None:
    ran = check(folder, "new.json", "--max-growth", "5")
    assert ran.code == 2
    assert "--baseline FILE" in ran.said[1]


def test_the_summary_of_a_job_shows_then_and_now(folder: Path) -> None:
    words = ("--max-tools", "9", "--baseline", "check.json", "-f", "markdown")
    lines = check(folder, "new.json", *words).text.splitlines()
    (old, was), (new, now) = tokens(folder, "old.json"), tokens(folder, "new.json")
    for place, before, after in (("catalog", old, new), ("web", was["web"], now["web"])):
        grown = rf"\+{after - before} ({100 * (after - before) / before:+.1f} %)"
        row = f"| {place} | eager-tokens | hermes 200k | {before} | {after} | {grown} |"
        assert row in lines
    assert r"| catalog | tools | hermes 200k | 3 | 4 | \+1 (+33.3 %) |" in lines
    assert not any(line.startswith("| git |") for line in lines)
