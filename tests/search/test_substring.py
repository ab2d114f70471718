"""Literal match on names."""

from __future__ import annotations

from toolsearch_cli.search.substring import names_containing


def test_case_does_not_matter_and_order_is_kept() -> None:
    assert names_containing(["b_GitHub", "a", "githUB_x"], "gitHub") == [0, 2]


def test_the_whole_text_must_be_there() -> None:
    assert names_containing(["github"], "git hub") == []
