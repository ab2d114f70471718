"""`eval` of a host that asks an endpoint: its vectors rank, and are fetched once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.catalogs import catalog_file
from tests.cli.evaluating import FILES, GITHUB, asked, evaluated, queries_file
from tests.endpoints.server import Reply, always, embeddings, serving

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

QUERIES = (
    asked("open an issue", "github/create_issue"),
    asked("what is on the disk", "files/read"),
    asked("join", "files/merge"),
)


def arion(folder: Path, url: str) -> tuple[str, ...]:
    settings = {"base_url": url, "model_id": "m", "dimensions": 8}
    chosen = (("--set", f"embeddings.{key}={value}") for key, value in settings.items())
    return (
        queries_file(folder, *QUERIES),
        *("-c", catalog_file(folder, GITHUB, FILES), "--host", "arion"),
        *(word for pair in chosen for word in pair),
    )


def test_vectors_rank_and_are_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLSEARCH_CACHE", str(tmp_path / "kept"))
    with serving(embeddings(8)) as server:
        words = arion(tmp_path, server.url)
        by_vectors = evaluated(*words)
        texts = [text for batch in server.texts for text in batch]
        assert len(texts) == len(set(texts)) == 3 + 5  # queries and tools, each once
        assert evaluated(*words) == by_vectors
        assert len([text for batch in server.texts for text in batch]) == len(texts)
    monkeypatch.setenv("TOOLSEARCH_CACHE", str(tmp_path / "empty"))
    with serving(always(Reply(b"<html>"))) as broken:
        words = arion(tmp_path, broken.url)
        by_words = evaluated(*words)
    assert by_words["evaluations"][0]["groups"] != by_vectors["evaluations"][0]["groups"]


def test_an_endpoint_that_fails_is_said_and_words_rank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLSEARCH_CACHE", str(tmp_path / "kept"))
    with serving(always(Reply(b"<html>"))) as broken:
        answer = evaluated(*arion(tmp_path, broken.url))
    assert "is not JSON" in json.dumps(answer)
