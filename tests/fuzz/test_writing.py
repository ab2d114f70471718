"""Whatever could be loaded can be written in every shape, and native holds all of it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings

from tests.catalog.test_writing import whole
from tests.fuzz.mutations import changed_values, read
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.catalog.writing import TARGETS, write
from toolsearch_cli.reports.format_records import catalog_text


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=100, deadline=None)
@given(value=changed_values())
def test_any_catalog_in_any_shape(target: str, value: Any) -> None:
    found = read(json.dumps(value).encode())
    if found is not None:
        text = catalog_text(write(found.catalog, target).value)
        json.loads(text.encode("utf-8"))


@settings(max_examples=300, deadline=None)
@given(changed_values())
def test_any_catalog_through_native_and_back(value: Any) -> None:
    found = read(json.dumps(value).encode())
    if found is None:
        return
    written = write(found.catalog, "native")
    if any("second `" in lost for lost in written.lost):
        return  # two values under one key, which is said
    text = catalog_text(written.value)
    options = LoadOptions(input_format="native", stdin=io.BytesIO(text.encode("utf-8")))
    if found.catalog.sources:
        again = load(["-"], options)
        assert [whole(one) for one in again.catalog.sources] == [
            whole(one) for one in found.catalog.sources
        ]
        assert [(one.name, one.reason) for one in again.catalog.unknown] == [
            (one.name, one.reason) for one in found.catalog.unknown
        ]
