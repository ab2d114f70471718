"""The registry of formats."""

from __future__ import annotations

from toolsearch_cli.catalog.formats import FORMATS


def test_the_registry_names_each_format_once_and_describes_it() -> None:
    names = [form.name for form in FORMATS]
    assert len(set(names)) == len(names)
    assert all(form.summary for form in FORMATS)
