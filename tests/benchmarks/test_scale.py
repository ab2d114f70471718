"""The benchmark of scale: what it makes is a catalog, and it runs from end to end when small."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.scale.__main__ import ROOT, main
from benchmarks.scale.beside import Beside
from benchmarks.scale.catalogs import queries, write
from benchmarks.scale.stages import Stages
from benchmarks.scale.tables import beside_table, stages_table
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.search.words import ascii_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOOLS = 40


@pytest.fixture
def original(tmp_path: Path) -> Path:
    """A small server whose texts are long enough to be varied."""
    tools: list[dict[str, Any]] = [
        {
            "name": f"zone_{number}_list",
            "description": f"Lists zone {number} with all of its records. "
            + "It is a long text " * 5,
            "inputSchema": {
                "type": "object",
                "properties": {
                    "description": {"type": "string", "description": "What the zone is for. " * 9},
                    "limit": {"type": "integer", "enum": [1, number]},
                },
            },
        }
        for number in range(TOOLS)
    ]
    path = tmp_path / "dns.json"
    path.write_text(json.dumps({"name": "dns", "kind": "mcp", "tools": tools}), encoding="utf-8")
    return path


@pytest.fixture
def made(original: Path, tmp_path: Path) -> list[Path]:
    folder = tmp_path / "made"
    folder.mkdir()
    return write([original], folder, 4)


def _tools(path: Path) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["tools"]
    return tools


def _without_words(value: object) -> object:
    """What a variant must not change: everything but descriptions."""
    if isinstance(value, dict):
        return {
            key: None if key == "description" and isinstance(item, str) else _without_words(item)
            for key, item in value.items()
        }
    return value


def _words(tool: dict[str, Any]) -> Iterator[str]:
    yield from ascii_words(f"{tool['name']} {tool['description']}")


def test_the_same_originals_give_the_same_bytes(
    original: Path, made: list[Path], tmp_path: Path
) -> None:
    again = tmp_path / "again"
    again.mkdir()
    fewer = write([original], again, 3)
    assert [path.read_bytes() for path in fewer] == [path.read_bytes() for path in made[:3]]


def test_every_variant_is_a_catalog_and_no_tool_is_lost(made: list[Path]) -> None:
    loaded = load([str(path) for path in made], LoadOptions(strict=True))
    assert [len(source.tools) for source in loaded.catalog.sources] == [TOOLS] * 4
    assert len({source.name for source in loaded.catalog.sources}) == 4
    for source in loaded.catalog.sources:
        assert len({tool.name for tool in source.tools}) == TOOLS


def test_the_first_variant_is_the_original(original: Path, made: list[Path]) -> None:
    assert _tools(made[0]) == _tools(original)


def test_a_variant_keeps_schemas_and_changes_some_words(made: list[Path]) -> None:
    before, after = _tools(made[0]), _tools(made[1])
    for one, other in zip(before, after, strict=True):
        assert _without_words(other["inputSchema"]) == _without_words(one["inputSchema"])
        assert other["name"].startswith(f"{one['name']}_")
        assert len(other["description"].split(" ")) == len(one["description"].split(" "))
    changed = sum(
        one["description"] != other["description"] for one, other in zip(before, after, strict=True)
    )
    assert changed > TOOLS // 2
    texts = [tool["inputSchema"]["properties"]["description"]["description"] for tool in after]
    assert len(set(texts)) > TOOLS // 2


def test_the_vocabulary_grows_with_every_variant(made: list[Path]) -> None:
    known: set[str] = set()
    for path in made:
        words = {word for tool in _tools(path) for word in _words(tool)}
        assert words - known
        known |= words


def test_queries_are_beginnings_of_real_sentences(original: Path) -> None:
    asked = queries([original], 5)
    assert asked == [f"Lists zone {number} with all of its records" for number in range(0, 40, 8)]


def test_it_runs_from_end_to_end(original: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its verdict on so small a catalog means nothing, so either is fine here."""
    code = main([str(original), "--variants", "2", "--runs", "1", "--queries", "3"])
    shown = capsys.readouterr().out
    assert code == int("MISSED" in shown)
    assert f"| a tool | {TOOLS} tools | {2 * TOOLS} tools |" in shown
    assert shown.count("| 1e-06 ok |") == 2


def test_what_a_second_core_saves_is_measured(made: list[Path], tmp_path: Path) -> None:
    asked = tmp_path / "asked.json"
    asked.write_text(json.dumps(["zone records", "a long text"]), encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.scale.cores", *map(str, [asked, *made])]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    rows = [line.split(" | ")[0] for line in ran.stdout.splitlines()]
    assert rows == ["| work", "| ---", "| load 4 files", "| 2 queries"]


def test_absent_files_are_said_and_nothing_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--huge", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("scale: left out: there is no ")
    assert "aws-apis.json.gz" in shown


def _stages(tools: int, seconds: float, peak: int) -> Stages:
    return Stages(tools, 0.1, seconds, seconds, seconds, seconds, peak, peak, peak, peak)


@pytest.mark.parametrize(
    ("seconds", "peak", "missed"),
    [(13.0, 1_100, 0), (13.1, 1_100, 2), (13.0, 1_101, 1), (13.1, 1_101, 3)],
)
def test_what_misses_its_limit_is_marked(seconds: float, peak: int, missed: int) -> None:
    table = stages_table(_stages(10, 1.0, 100), _stages(100, seconds, peak))
    assert table.count("MISSED") == missed


def _beside(their_index: float, their_batch: float, difference: float) -> Beside:
    return Beside(100, 50, 1.0, their_index, 1.0, their_batch, 2.0, difference)


def test_what_is_slower_than_bm25s_is_marked() -> None:
    assert "MISSED" not in beside_table([_beside(1.0, 0.5, 1e-6)], 10)
    for missing in (_beside(0.9, 0.5, 0), _beside(1.0, 0.4, 0), _beside(1.0, 0.5, 2e-6)):
        assert beside_table([missing], 10).count("MISSED") == 1
