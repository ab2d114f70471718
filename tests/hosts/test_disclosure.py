from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.hosts.disclosure import function_chars, function_definition
from toolsearch_cli.tokens.chars4 import compact

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(name=st.text(), description=values, parameters=values)
def test_the_size_of_a_definition_is_that_of_its_text(
    name: str, description: Json, parameters: Json
) -> None:
    sent = function_definition(name, description, parameters)
    assert function_chars(name, description, parameters) == len(compact(sent))
