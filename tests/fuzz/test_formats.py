"""Whatever stands in a file of a known shape, it loads or is refused; so do pieces of files."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.mutations import (
    EXAMPLES,
    NAMES,
    bundle,
    changed_texts,
    changed_values,
    example_value,
    read,
)
from toolsearch_cli.catalog.loading import LoadOptions


@settings(max_examples=600, deadline=None)
@given(changed_values())
def test_any_value_where_another_was_expected(value: Any) -> None:
    read(json.dumps(value).encode())


@settings(max_examples=600, deadline=None)
@given(changed_values(), st.sampled_from(NAMES))
def test_any_value_read_as_any_format(value: Any, form: str) -> None:
    read(json.dumps(value).encode(), form)


@settings(max_examples=200, deadline=None)
@given(value=changed_values(), strict=st.booleans())
def test_strictly_or_split_at_a_separator(*, value: Any, strict: bool) -> None:
    read(json.dumps(value).encode(), None, LoadOptions(strict=strict, split_prefix="_"))


@settings(max_examples=300, deadline=None)
@given(st.lists(changed_values(), min_size=1, max_size=4))
def test_values_one_a_line(values: list[Any]) -> None:
    read("\n".join(map(json.dumps, values)).encode())


@settings(max_examples=500, deadline=None)
@given(changed_texts())
def test_any_piece_of_text(text: bytes) -> None:
    read(text)


@settings(max_examples=200, deadline=None)
@given(changed_texts(), st.data())
def test_any_archive(text: bytes, data: st.DataObject) -> None:
    packed = bytearray(bundle(text))
    for _ in range(data.draw(st.integers(0, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    read(bytes(packed[: data.draw(st.integers(0, len(packed)))]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", NAMES)
def test_every_example_read_as_every_format(name: str, form: str) -> None:
    read(EXAMPLES[name].encode(), form)
    read(json.dumps([example_value(name)] * 2).encode(), form)
