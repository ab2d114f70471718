"""The commands with `--host arion`: what a user of the gateway reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from tests.endpoints.server import Reply, always, embeddings, serving
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

GATEWAY = """
http_filters:
  - name: mcp
    typed_config:
      tools:
        - namespace: weather
          name: get_forecast
          description: Get forecast, temperature and sky conditions for a city.
          disclosure_mode: EAGER
        - namespace: weather
          name: set_alarm
          description: Set an alarm for bad weather in a city.
      search:
        max_allowable_results: 8
        embeddings: {cluster: my-embeddings, model_id: m, dimensions: 8, timeout: 2s}
"""


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


@pytest.fixture
def gateway(tmp_path: Path) -> str:
    file = tmp_path / "gateway.yaml"
    file.write_text(GATEWAY, encoding="utf-8")
    return str(file)


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(app, [*words, "--host", "arion"], env=environment)


def said(*words: str, **environment: str) -> str:
    result = run(*words, **environment)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_tiers_says_what_it_has_instead(gateway: str) -> None:
    text = said("tiers", "-c", gateway)
    assert "tools/list: 1 eager and tool_search, which names all 1 progressive" in text
    assert "from-source" in text


def test_manifest_is_the_list_of_names(gateway: str) -> None:
    assert said("manifest", "-c", gateway) == "Tools:\nweather.set_alarm"


def test_query_and_its_json(trackers: str) -> None:
    found = json.loads(said("query", "create issue", "-c", trackers, "--limit", "0", "--json"))
    assert [one["name"] for one in found["result"]] == ["linear.create_issue"]
    assert found["fidelity"] == "from-source"
    assert "not documented" in found["remarks"][0]
    assert found["calls"][0]["remarks"] == found["remarks"]


def test_query_stays_in_a_namespace(trackers: str) -> None:
    text = said("query", "create issue", "-c", trackers, "--set", "namespace=linear")
    assert "linear.create_issue" in text
    assert "github.create_issue" not in text


def test_check_has_its_say(trackers: str) -> None:
    assert run("check", "-c", trackers).exit_code in (0, 1)


def test_a_cluster_without_a_base_url_is_said_on_the_page(gateway: str) -> None:
    text = said("query", "weather", "-c", gateway)
    assert "approximate" in text
    assert "· BM25 ranks all candidates, not their vectors" in text
    assert "TOOLSEARCH_CLUSTER_MY_EMBEDDINGS" in text


def test_a_cluster_of_the_environment_is_asked_and_its_vectors_are_kept(
    gateway: str, tmp_path: Path
) -> None:
    kept = {"TOOLSEARCH_CACHE": str(tmp_path / "kept")}
    with serving(embeddings(8)) as server:
        kept["TOOLSEARCH_CLUSTER_MY_EMBEDDINGS"] = server.url
        kept["TOOLSEARCH_EMBEDDINGS_KEY"] = "secret"
        text = said("query", "bad weather", "-c", gateway, **kept)
        assert len(server.seen) == 2
        assert {seen.headers["authorization"] for seen in server.seen} == {"Bearer secret"}
        again = said("query", "bad weather", "-c", gateway, **kept)
        assert len(server.seen) == 2
    assert "cosine of embeddings" in text
    assert "punctuation" not in text
    assert again == text
    assert "secret" not in text


def test_several_queries_share_what_was_learned(gateway: str, tmp_path: Path) -> None:
    with serving(embeddings(8)) as server:
        environment = {
            "TOOLSEARCH_CACHE": str(tmp_path / "kept"),
            "TOOLSEARCH_CLUSTER_MY_EMBEDDINGS": server.url,
        }
        said("query", "one", "two", "-c", gateway, **environment)
    assert [len(texts) for texts in server.texts] == [1, 1, 1]


def test_a_failing_endpoint_never_fails_the_command(gateway: str, tmp_path: Path) -> None:
    with serving(always(Reply(b"<html>"))) as server:
        answer: dict[str, Any] = json.loads(
            said(
                *("query", "weather", "-c", gateway, "--json"),
                *("--set", f"embeddings.base_url={server.url}"),
                TOOLSEARCH_CACHE=str(tmp_path / "kept"),
            )
        )
    assert answer["explain"][0]["path"] == "bm25"
    assert any("is not JSON" in remark for remark in answer["remarks"])
    assert any("embedding_failures_total is 1" in remark for remark in answer["remarks"])


def test_a_project_s_file_may_name_the_endpoint_but_not_send_for_the_key(
    gateway: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of this machine that is not its loopback address is a stranger's."""
    settings = {"embeddings.base_url": "https://stranger.invalid"}
    (tmp_path / "toolsearch.yaml").write_text(json.dumps({"settings": settings}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    seen: list[bool] = []

    def post(*about: object, **more: object) -> object:
        from toolsearch_cli.endpoints.failure import Failure

        seen.append("secret" in repr([getattr(one, "secret", None) for one in about]))
        return Failure("not sent in a test", lasting=True)

    monkeypatch.setattr("toolsearch_cli.endpoints.json_post.post", post)
    kept = {"TOOLSEARCH_CACHE": str(tmp_path / "kept"), "TOOLSEARCH_EMBEDDINGS_KEY": "secret"}
    said("query", "weather", "-c", gateway, **kept)
    said(
        "query",
        "weather",
        "-c",
        gateway,
        "--set",
        "embeddings.base_url=https://own.invalid",
        **kept,
    )
    assert seen == [False, True]


def test_a_project_s_file_lists_patterns(
    trackers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"eager": ["github/*", "archive"]}
    (tmp_path / "toolsearch.yaml").write_text(json.dumps({"settings": settings}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "tools/list: 5 eager and tool_search" in said("tiers", "-c", trackers)
