"""Arion's settings: defaults, the catalog's search block, durations."""

from __future__ import annotations

import pytest

from tests.hosts.arion.inputs import EMBEDDINGS, HOST, entry, gateway, scenario
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.arion.settings import seconds


def test_the_documented_numbers() -> None:
    values = dict(HOST.values_for(Catalog(), scenario()))
    assert values["max_allowable_results"] == 5
    assert values["tool_disclosure_mode"] == "PROGRESSIVE"
    assert values["code_mode"] is False
    assert values["embeddings.path"] == "/v1/embeddings"
    assert values["embeddings.timeout"] == "5s"
    assert values["embeddings.max_batch_size"] == 64
    assert [values[f"embeddings.{key}"] for key in EMBEDDINGS] == [None] * 3


def test_the_search_block_of_the_document() -> None:
    block = {
        "max_allowable_results": 5,
        "embeddings": {
            "cluster": "embeddings",
            "model_id": "text-embedding-model",
            "path": "/v1/embeddings",
            "timeout": "5s",
            "dimensions": 384,
            "max_batch_size": 64,
        },
    }
    values = HOST.values_for(gateway(entry("a.one"), search=block), scenario())
    assert values.text("embeddings.cluster") == "embeddings"
    assert values.text("embeddings.model_id") == "text-embedding-model"
    assert values.whole("embeddings.dimensions") == 384


def test_a_setting_wins_over_the_block() -> None:
    tools = gateway(entry("a.one"), search={"embeddings": EMBEDDINGS})
    values = HOST.values_for(tools, scenario(embeddings_dimensions=7))
    assert values.whole("embeddings.dimensions") == 7
    assert values.text("embeddings.cluster") == "embeddings"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5s", 5),
        ("250ms", 0.25),
        ("1m 30s", 90),
        ("1m30s", 90),
        ("0.5s", 0.5),
        (" 2h ", 7200),
        ("7", 7),
        ("2.5", 2.5),
        ("10us", 1e-5),
        ("5ns", 5e-9),
        ("0s", 0),
    ],
)
def test_durations(text: str, expected: float) -> None:
    assert seconds(text) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", " ", "soon", "5x", "5s soon", "s", "-5s", "1e3", "nan"])
def test_what_is_no_duration(text: str) -> None:
    assert seconds(text) is None


def test_a_timeout_that_is_no_duration_is_refused_where_it_is_set() -> None:
    with pytest.raises(SettingsError, match=r"embeddings\.timeout: expected a duration"):
        HOST.settings_used(scenario(embeddings_timeout="soon"))


def test_and_noted_where_the_catalog_says_it() -> None:
    block = {"embeddings": {**EMBEDDINGS, "timeout": "soon"}}
    (note,) = HOST.disclose(gateway(entry("a.one"), search=block), scenario()).notes
    assert note.code == "embeddings"
    assert "5s is taken" in note.cause


@pytest.mark.parametrize("spelled", ["eager", "Eager", "EAGER"])
def test_modes_are_read_in_any_case(spelled: str) -> None:
    values = HOST.values(scenario(tool_disclosure_mode=spelled))
    assert values.text("tool_disclosure_mode") == "EAGER"


def test_ours_are_told_from_the_host_s_own() -> None:
    ours = {spec.key for spec in HOST.setting_specs() if not spec.of_the_host}
    assert ours == {"embeddings.base_url", "eager", "namespace", "search_over"}
