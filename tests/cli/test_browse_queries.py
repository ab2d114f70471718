"""`browse --queries`: which labelled queries the explorer gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import ToolsearchError

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

    from toolsearch_cli.tui.opening import QuerySource

LINE = '{"query": "send a mail", "expected": "mail/send"}\n'


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """What the explorer is handed, in place of being started, in a folder of its own."""
    handed: dict[str, Any] = {}

    def explore(*words: Any, **more: Any) -> None:
        handed.update(more)

    monkeypatch.setattr("toolsearch_cli.tui.start.explore", explore)
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    monkeypatch.chdir(tmp_path)
    return handed


def source(handed: dict[str, Any]) -> QuerySource:
    found: QuerySource = handed["queries"]
    return found


def browse(*words: str) -> Result:
    return CliRunner().invoke(app, ["browse", "sample:everyday", *words])


def test_a_file_is_read_before_the_explorer_opens(handed: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text(LINE)
    (tmp_path / "toolsearch.yaml").write_text("eval: {queries: other.jsonl, limit: 3}\n")
    assert browse("--queries", "mine.jsonl", "--screen", "eval").exit_code == 0
    given = source(handed).given
    assert given is not None
    assert (given.name, given.limit) == ("mine.jsonl", 10)
    assert [one.text for one in given.queries] == ["send a mail"]
    assert handed["screen"] == "eval"


@pytest.mark.parametrize("name", ["absent.jsonl", "-", "", "."])
def test_a_file_that_cannot_be_read_is_said_at_once(name: str, handed: dict[str, Any]) -> None:
    assert isinstance(browse("--queries", name).exception, ToolsearchError)
    assert handed == {}


def test_the_settings_name_a_file_that_is_read_later(
    handed: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "toolsearch.yaml").write_text("eval: {queries: other.jsonl, limit: 3}\n")
    assert browse().exit_code == 0
    found = source(handed)
    assert found.given is None
    assert found.named is not None
    assert found.named.endswith("other.jsonl")
    assert found.limit == 3


def test_without_either_queries_are_made(handed: dict[str, Any]) -> None:
    assert browse().exit_code == 0
    assert (source(handed).given, source(handed).named) == (None, None)


def test_a_server_refuses_queries_that_no_tab_could_read(handed: dict[str, Any]) -> None:
    ran = browse("--web", "--queries", "absent.jsonl")
    assert isinstance(ran.exception, ToolsearchError)
