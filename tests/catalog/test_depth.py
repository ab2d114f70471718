from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.catalog.json_text import MAX_DEPTH, TextError, check_depth

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.catalog.model import Json

INNERMOST: tuple[Json, ...] = ({}, {"a": "plain"}, {"a": 1, "b": None}, [], ["plain"])
WRAPS: tuple[Callable[[Json], Json], ...] = (
    lambda inner: [inner],
    lambda inner: {"a": inner},
    lambda inner: {"a": "plain", "b": inner, "c": {}, "d": []},
)


@pytest.mark.parametrize("innermost", INNERMOST, ids=str)
@pytest.mark.parametrize("wrap", WRAPS)
def test_the_deepest_level_that_passes(innermost: Json, wrap: Callable[[Json], Json]) -> None:
    tower = innermost
    for _ in range(MAX_DEPTH - 1):
        tower = wrap(tower)
    check_depth(tower)
    with pytest.raises(TextError, match="nested more than 200 levels deep"):
        check_depth(wrap(tower))


@pytest.mark.parametrize("value", ["text", 1, 1.5, True, None])
def test_what_holds_nothing_has_no_depth(value: Json) -> None:
    check_depth(value)
