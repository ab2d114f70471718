"""Endpoints as the command line may ask them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.endpoints.server import decisions, embeddings, serving
from toolsearch_cli.cli.console import Console
from toolsearch_cli.cli.endpoints import drawn, endpoints_for
from toolsearch_cli.cli.option_groups import OutputOptions
from toolsearch_cli.endpoints.deciding import Choice, DeciderSettings, Option, Question
from toolsearch_cli.endpoints.embedding import EmbeddingSettings
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.settings.project import Project

if TYPE_CHECKING:
    from pathlib import Path

CONSOLE = Console(OutputOptions())


def settings(url: str) -> EmbeddingSettings:
    return EmbeddingSettings(base_url=url, model_id="m", dimensions=3)


def test_equal_settings_share_an_embedder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLSEARCH_CACHE", str(tmp_path))
    made = endpoints_for(CONSOLE, Project())
    with serving(embeddings(3)) as server:
        assert made.embedder(settings(server.url)).embed(["a"]).complete
        assert made.embedder(settings(server.url)).embed(["a"]).from_cache == 1
    assert made.embedder(settings("http://a")) is not made.embedder(settings("http://b"))


def test_vectors_outlive_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLSEARCH_CACHE", str(tmp_path))
    with serving(embeddings(3)) as server:
        for _ in range(2):
            made = endpoints_for(CONSOLE, Project())
            assert made.embedder(settings(server.url)).embed(["a"]).complete
    assert server.texts == [["a"]]


def test_a_decider_decides() -> None:
    question = Question("Which?", (Option("read", "Reads."), Option("write", "Writes.")))
    with serving(decisions({"read": 0.25, "write": 0.75})) as server:
        decider = endpoints_for(CONSOLE, Project()).decider(
            DeciderSettings(base_url=server.url, model="m")
        )
        (choice,) = decider.choose([question])
    assert isinstance(choice, Choice)
    assert choice.probabilities == pytest.approx((0.25, 0.75))


def test_a_cluster_is_found_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    made = endpoints_for(CONSOLE, Project())
    missing = made.cluster("my cluster")
    assert isinstance(missing, Failure)
    assert "TOOLSEARCH_CLUSTER_MY_CLUSTER" in missing.reason
    monkeypatch.setenv("TOOLSEARCH_CLUSTER_MY_CLUSTER", "http://here")
    assert made.cluster("my cluster") == "http://here"


def test_progress_is_one_line_that_is_wiped() -> None:
    written: list[str] = []
    tell = drawn(written.append, lambda: None, "m\x1b[31m")
    for done in (0, 1_200, 2_613):
        tell(done, 2_613)
    assert all(piece.startswith("\r\x1b[2K") for piece in written)
    assert "0 of 2,613 texts" in written[0]
    assert "1,200 of 2,613 texts" in written[1]
    assert written[2] == "\r\x1b[2K"
    assert "\x1b[31m" not in "".join(written)
