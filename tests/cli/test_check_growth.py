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


def test_a_limit_without_a_baseline_is_not_measured_and_is_reported(folder: Path) -> None:
    ran = check(folder, "new.json", "--max-growth", "5", "-f", "json")
    assert ran.code == 2
    assert "no baseline is named" in ran.said[0]
    assert "--baseline FILE" in ran.said[1]
    answer = json.loads(ran.out)
    assert (answer["passed"], answer["measured"]) == (False, False)
    assert [one["status"] for one in answer["budgets"]] == ["unmeasured"]


def settings(folder: Path, text: str) -> None:
    (folder / "toolsearch.yaml").write_text(f"catalogs: [new.json]\n{text}\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("growth", "code", "said"),
    [
        ("100", 0, ""),
        ("10", 1, "growth of all schemas"),
        ('"500, 10%"', 1, "growth of all schemas"),
        ("[500, 60%]", 0, ""),
        ("{tools: 0}", 1, "growth of the number of tools since the baseline, 3 -> 4"),
        ("{tools: 1, listing-tokens: 50%, shown-tokens: 50}", 0, ""),
        ("{listing-tokens: 0}", 1, "growth of the listing"),
        ("{shown-tokens: 0%}", 1, "growth of the turn"),
        ("{sources: {w*: {tools: 0}}}", 1, "since the baseline, 1 -> 2"),
        ("{sources: {git: {tools: 0, eager-tokens: 0}}}", 0, ""),
    ],
)
@pytest.mark.parametrize("baseline", ["old.json", "check.json", "tiers.json"])
def test_baseline_and_growth_stand_in_the_settings_file(
    folder: Path, baseline: str, growth: str, code: int, said: str
) -> None:
    settings(folder, f"baseline: {baseline}\ngrowth: {growth}")
    ran = run("check", *SAME, folder=folder)
    assert (ran.code, ran.said) == (code, []), ran.text
    assert said in ran.text


def test_flags_win_over_the_baseline_of_the_file(folder: Path) -> None:
    settings(folder, "baseline: less.json\ngrowth: 100")
    assert run("check", *SAME, folder=folder).code == 0
    assert run("check", *SAME, "--max-growth", "10", folder=folder).code == 1
    words = ("--baseline", "new.json", "--max-growth", "tools:0")
    assert run("check", *SAME, *words, folder=folder).code == 0


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("baseline: gone.json", "gone.json: there is no such file"),
        ("baseline: [old.json]", "/baseline: expected text"),
        ("growth: many", "/growth: expected a growth, found 'many'"),
        ("growth: {tols: 5}", "/growth/tols: no such setting"),
        ("growth: {tools: 5x}", "/growth/tools: expected a growth"),
        ("growth: [5, -1]", "/growth/1: expected a growth"),
        ("growth: {sources: {nobody: {tools: 5}}}\nbaseline: old.json", "no such source"),
    ],
)
def test_what_the_file_cannot_mean_is_refused(folder: Path, text: str, error: str) -> None:
    settings(folder, text)
    ran = run("check", *SAME, folder=folder)
    assert (ran.code, ran.out) == (2, b"")
    assert error in ran.said[0]


def test_what_is_counted_of_all_is_not_compared_across_scopes(folder: Path) -> None:
    """What web takes of a turn rests on the others: it cannot be taken out of what was."""
    words = ("--without", "web", "--baseline", "check.json", "--max-growth", "listing-tokens:9k")
    ran = check(folder, "new.json", *words)
    assert ran.code == 2
    assert "web: counted in check.json, and outside the scope here" in ran.said[0]
    assert check(folder, "new.json", *words[:3], "old.json", *words[4:]).code == 0


def test_a_plugin_of_the_same_name_has_a_growth_of_its_own(folder: Path) -> None:
    plugin = source("git", tool("stash", "Put it aside."), kind="plugin")
    written(folder, "a.json", GIT, plugin)
    grown = source("git", *plugin["tools"], tool("pop", "Take it back."), kind="plugin")
    written(folder, "b.json", GIT, grown)
    for pattern, code in (("git (plugin)", 1), ("git (mcp)", 0), ("git", 1), ("* (plugin)", 1)):
        limit = f"tools:{pattern}=0"
        ran = check(folder, "b.json", "--baseline", "a.json", "--max-growth", limit)
        assert ran.code == code, ran.text
        assert ("git (plugin) (b.json)\n! TS108" in ran.text) is bool(code)


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
