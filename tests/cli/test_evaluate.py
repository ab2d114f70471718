"""`toolsearch eval`: what is found, and what is missed and why."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import catalog_file, source, tool
from tests.cli.evaluating import FILES, GITHUB, asked, evaluated, queries_file, run, value

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return catalog_file(tmp_path, GITHUB, FILES)


def test_figures_over_all_queries_and_by_kind_and_tag(tmp_path: Path, catalog: str) -> None:
    file = queries_file(
        tmp_path,
        asked("read disk", "files/read", kind="keyword", tags=["easy"]),
        asked("open an issue", "github/create_issue", kind="sentence"),
        asked("purple", "github/create_issue", kind="sentence"),
    )
    answer = evaluated(file, "-c", catalog, "--context", "200k")
    (one,) = answer["evaluations"]
    names = ["all", "kind=keyword", "kind=sentence", "tag=easy"]
    assert [group["name"] for group in one["groups"]] == names
    assert value(answer, "recall@1") == pytest.approx(2 / 3)
    assert [value(answer, "recall@1", at) for at in (1, 2, 3)] == [1.0, 0.5, 1.0]
    assert value(answer, "no-result") == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("query", "expected", "words", "reason"),
    [
        ("purple", "files/read", (), "not-matched"),
        ("!?", "files/read", (), "no-word"),
        ("issue", "github/nope", (), "unknown"),
        ("read", "files/read", ("--without", "files"), "out-of-scope"),
        ("repository", "github/create_issue", ("--limit", "1"), "beyond-limit"),
        ("read purple", "files/read", ("--host", "hermes@0.22"), "not-admitted"),
        ("read", "files/read", ("--host", "eager"), "not-deferred"),
    ],
)
def test_each_miss_has_its_reason(
    tmp_path: Path, catalog: str, query: str, expected: str, words: tuple[str, ...], reason: str
) -> None:
    file = queries_file(tmp_path, asked(query, expected), asked("open", "github/create_issue"))
    miss, *_ = evaluated(file, "-c", catalog, *words)["evaluations"][0]["misses"]
    assert (miss["reason"], miss["expected"]) == (reason, expected)


def test_a_miss_says_who_won_on_which_words_and_by_how_much(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("zebra repository", "github/create_issue"))
    (one,) = evaluated(file, "-c", catalog, "--limit", "1")["evaluations"]
    (miss,) = one["misses"]
    assert (miss["rank"], miss["beyond"], miss["unknown_words"]) == (2, 1, ["zebra"])
    assert [won["name"] for won in miss["winners"]] == ["mcp__github__list_issues"]
    assert [word["word"] for word in miss["winners"][0]["words"]] == ["repository"]
    assert [word["word"] for word in miss["own_words"]] == ["repository"]


def test_a_label_that_several_tools_have_is_reported_and_any_of_them_counts(
    tmp_path: Path, catalog: str
) -> None:
    file = queries_file(tmp_path, asked("join", "merge"), asked("purple", "nothing"))
    answer = evaluated(file, "-c", catalog)
    assert answer["evaluations"][0]["problems"] == [
        {
            "label": "merge",
            "candidates": ["github/merge", "files/merge"],
            "queries": 1,
            "near": None,
        },
        {"label": "nothing", "candidates": [], "queries": 1, "near": None},
    ]
    assert [one["expected"][0]["rank"] for one in answer["evaluations"][0]["answers"]] == [1, None]


def test_a_glob_expects_every_tool_that_it_matches(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("repository", "github/*_issue*"))
    (one,) = evaluated(file, "-c", catalog)["evaluations"]
    assert [label["tools"] for label in one["answers"][0]["expected"]] == [
        ["github/create_issue"],
        ["github/list_issues"],
    ]


def test_what_the_listing_names_is_reached_without_a_search(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("purple", "files/read"))
    listed = evaluated(file, "-c", catalog, "--context", "200k")["evaluations"][0]
    hidden = evaluated(file, "-c", catalog, "--listing", "off")["evaluations"][0]
    assert (listed["reach"]["name"], listed["groups"][0]["figures"]["reachable"]["value"]) == (1, 1)
    assert (hidden["reach"]["none"], hidden["groups"][0]["figures"]["reachable"]["value"]) == (1, 0)


def test_two_catalogs_are_compared_on_the_same_queries(tmp_path: Path, catalog: str) -> None:
    (tmp_path / "old").mkdir()
    old = catalog_file(tmp_path / "old", GITHUB, source("files", tool("read", "Get it.")))
    file = queries_file(tmp_path, asked("disk", "files/read"))
    answer = evaluated(file, "-c", catalog, "--against", old)
    assert [one["catalog"] for one in answer["evaluations"]] == [None, old]
    recall = next(one for one in answer["comparisons"] if one["metric"] == "recall@5")
    assert (recall["first"], recall["second"]) == (f"hermes on {old}", "hermes")
    assert (recall["difference"], recall["better"], recall["worse"]) == (1.0, 1, 0)


def test_hosts_are_compared_with_the_first(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("read purple", "files/read"))
    answer = evaluated(file, "-c", catalog, "--host", "hermes,hermes@0.22", "--context", "8k,1M")
    assert len(answer["evaluations"]) == 4
    assert {(one["first"], one["second"]) for one in answer["comparisons"]} == {
        ("hermes", "hermes@0.22")
    }


def test_what_ifs_are_sorted_by_gain_and_called_no_host(tmp_path: Path) -> None:
    catalog = catalog_file(tmp_path, source("s", tool("readFile", "x"), tool("other", "y")))
    file = queries_file(tmp_path, asked("file", "s/readFile"))
    (tried,) = evaluated(file, "-c", catalog, "--what-if")["what_if"]
    gains = [one["gain"] for one in tried["changes"]]
    assert gains == sorted(gains, reverse=True)
    assert (tried["changes"][0]["change"], gains[0]) == ("camelCase split", 1.0)
    assert "not a host" in run(file, "-c", catalog, "--what-if").stdout


def test_made_queries_are_marked_and_can_be_asked(tmp_path: Path, catalog: str) -> None:
    made = tmp_path / "made.jsonl"
    ran = run("--make", "-c", catalog, "-o", str(made))
    assert ran.exit_code == 0
    assert "marked as generated" in ran.stderr
    entries = [json.loads(line) for line in made.read_text(encoding="utf-8").splitlines()]
    assert all(one["generated"] is True and "generated" in one["tags"] for one in entries)
    by_text = {one["query"]: one["expected"] for one in entries}
    assert by_text["create issue"] == "github/create_issue"
    assert by_text["merge"] == ["files/merge", "github/merge"]
    assert value(evaluated(str(made), "-c", catalog), "recall@5") == 1.0


def test_rows_are_one_a_measure(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("read", "files/read", kind="keyword"))
    ran = run(file, "-c", catalog, "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert {row["queries_of"] for row in rows} == {"all", "kind=keyword"}
    assert {row["metric"] for row in rows} >= {"recall@5", "mrr", "reachable"}


def test_the_seed_decides_and_is_told(tmp_path: Path, catalog: str) -> None:
    file = queries_file(tmp_path, asked("read", "files/read"), asked("purple", "files/read"))
    first = evaluated(file, "-c", catalog, "--seed", "7")
    assert first["seed"] == 7
    assert first == evaluated(file, "-c", catalog, "--seed", "7")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-c", "{catalog}"), "no queries: name their file"),
        (("--make", "q.jsonl"), "--make writes queries and reads none"),
        (("-", "-c", "-"), "standard input can be the queries or the catalog, not both"),
        (("{file}", "-c", "{catalog}", "--min", "recall@5"), "no share is given"),
        (("{file}", "-c", "{catalog}", "--min", "recal@5=1"), "no such metric: recal@5"),
        (("{file}", "-c", "{catalog}", "--min", "mrr=2"), "not a share"),
        (("{file}", "-c", "{catalog}", "--max-drop", "0"), "--max-drop: from what?"),
        (("{file}", "-c", "{catalog}", "--baseline", "{catalog}"), "is not an earlier evaluation"),
    ],
)
def test_what_cannot_be_asked(
    tmp_path: Path, catalog: str, words: tuple[str, ...], says: str
) -> None:
    file = queries_file(tmp_path, asked("read", "files/read"))
    ran = run(*(word.format(file=file, catalog=catalog) for word in words))
    assert getattr(ran.exception, "exit_code", None) == 2
    assert says in str(ran.exception)
