"""What Arion embeds of a tool, and the vectors that tools bring along."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.hosts.arion.inputs import EMBEDDINGS, FORECAST, HOST, entry, gateway, scenario
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.hosts.arion.documents import (
    MOST_BYTES,
    embedded_text,
    supplied_vectors,
    words_of,
)

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Definition


def only(**more: Any) -> Definition:
    (found,) = HOST.definitions(gateway({**FORECAST, **more}), scenario())
    return found


def test_the_text_is_name_description_and_a_line_for_each_property() -> None:
    schema = {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city"},
            "days": {"type": "integer"},
            "odd": {"description": 7},
            "odder": True,
            "nested": {"type": "object", "properties": {"unseen": {}}},
        },
    }
    assert embedded_text(only(input_schema=schema)) == (
        "weather.get_forecast\n"
        "Get forecast, temperature and sky conditions for a city.\n"
        "city: Name of the city\n"
        "days\n"
        "odd\n"
        "odder\n"
        "nested"
    )


@pytest.mark.parametrize("schema", [None, [], "x", {"properties": []}, {"properties": None}, {}])
def test_a_schema_without_properties_adds_nothing(schema: Any) -> None:
    assert embedded_text(only(input_schema=schema)).count("\n") == 1


def test_words_are_the_name_and_the_description_only() -> None:
    tool = only(input_schema={"properties": {"city": {"description": "Name of the city"}}})
    assert words_of(tool) == ("weather.get_forecast", FORECAST["description"])


@pytest.mark.parametrize("letter", ["x", "é", "問", "😀"])
def test_the_text_is_cut_at_2000_bytes_between_two_characters(letter: str) -> None:
    text = embedded_text(only(description=letter * 3_000))
    size = len(text.encode())
    assert MOST_BYTES - len(letter.encode()) < size <= MOST_BYTES
    assert text == f"weather.get_forecast\n{text.count(letter) * letter}"


def test_2000_bytes_are_not_cut() -> None:
    rest = MOST_BYTES - len("weather.get_forecast\n")
    for size in (rest, rest + 1):
        text = embedded_text(only(description="x" * size))
        assert text == f"weather.get_forecast\n{'x' * rest}"


@given(catalog=strategies.catalogs(strategies.maybe_odd()))
def test_any_tool_has_a_text_that_fits(catalog: Any) -> None:
    for one in HOST.definitions(catalog, scenario()):
        assert len(embedded_text(one).encode("utf-8", "surrogatepass")) <= MOST_BYTES


@given(numbers=st.lists(st.floats(-1e9, 1e9, width=32), min_size=3, max_size=3))
def test_supplied_vectors_are_normalised(numbers: list[float]) -> None:
    catalog = gateway({**FORECAST, "embedding": numbers})
    (vector,) = supplied_vectors(catalog, 3).values()
    if isinstance(vector, Failure):
        assert math.hypot(*numbers) == pytest.approx(0, abs=1e-37)
    else:
        assert math.hypot(*vector) == pytest.approx(1, abs=1e-6)


def test_the_vector_of_the_document() -> None:
    catalog = gateway({**FORECAST, "embedding": [0.123, -0.456, 0.789]})
    (vector,) = supplied_vectors(catalog, 3).values()
    assert not isinstance(vector, Failure)
    length = math.hypot(0.123, 0.456, 0.789)
    assert list(vector) == pytest.approx([0.123 / length, -0.456 / length, 0.789 / length])


def test_a_vector_of_another_length_is_a_note() -> None:
    catalog = gateway(
        {**FORECAST, "embedding": [0.1, 0.2]},
        entry("a.one", embedding=[1, 2, 3]),
        search={"embeddings": EMBEDDINGS},
    )
    (note,) = HOST.disclose(catalog, scenario()).notes
    assert (note.code, note.level) == ("vectors", "warning")
    assert "weather.get_forecast: 2 dimensions where 3 are expected" in note.cause
    assert "a.one" not in note.cause


def test_vectors_without_embeddings_are_of_no_use_and_said_to_be() -> None:
    (note,) = HOST.disclose(gateway({**FORECAST, "embedding": [1]}), scenario()).notes
    assert note.code == "vectors"
    assert "no embeddings are configured" in note.cause


@pytest.mark.parametrize("lacking", sorted(EMBEDDINGS))
def test_each_of_the_three_is_required(lacking: str) -> None:
    block = {key: value for key, value in EMBEDDINGS.items() if key != lacking}
    catalog = gateway(entry("a.one"), search={"max_allowable_results": 5, "embeddings": block})
    (note,) = HOST.disclose(catalog, scenario()).notes
    assert f"without embeddings.{lacking}: the gateway refuses that" in note.cause
    (remark,) = HOST.search(catalog, scenario(), ["one"]).remarks
    assert f"embeddings.{lacking} is required and not set" in remark
