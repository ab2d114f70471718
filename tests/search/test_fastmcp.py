"""FastMCP's own BM25 search beside ours, on random catalogs."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.real_programs import real_program
from toolsearch_cli.search.dialects import FASTMCP
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FASTMCP_BM25 = """
import asyncio
from fastmcp.server.transforms.search.base import _extract_searchable_text
from fastmcp.server.transforms.search.bm25 import BM25SearchTransform, _tokenize
from fastmcp.tools.base import Tool

def answer(query, documents, limit):
    tools = [
        Tool(name=name, description=description, parameters={"properties": parameters})
        for name, description, parameters in documents
    ]
    found = asyncio.run(BM25SearchTransform(max_results=limit)._search(tools, query))
    texts = [_extract_searchable_text(tool) for tool in tools]
    return [tool.name for tool in found], texts, [_tokenize(text) for text in texts]
"""

words = st.one_of(
    st.sampled_from(
        [
            "list",
            "create_issue",
            "Issue",
            "zone",
            "a",
            "of",
            "\ufb01le",
            "STRASSE",
            "stra\u00dfe",
            "\u00bd",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
)
texts = st.lists(words, max_size=8).map(" ".join)
documents = st.lists(
    st.tuples(
        texts.filter(bool),
        texts,
        st.dictionaries(
            texts, st.fixed_dictionaries({}, optional={"description": texts}), max_size=2
        ),
    ),
    max_size=12,
    unique_by=lambda document: document[0],
)


@pytest.fixture(scope="module")
def fastmcp() -> Iterator[Callable[..., Any]]:
    if find_spec("fastmcp") is None:
        pytest.skip("fastmcp is not installed; it comes with the extra dev")
    with real_program(FASTMCP_BM25) as ask:
        yield ask


@settings(deadline=None)
@given(documents, texts, st.integers(1, 9))
def test_fastmcp_itself_agrees(
    fastmcp: Callable[..., Any], rows: list[tuple[str, str, Any]], query: str, limit: int
) -> None:
    """Orders to the last bit, since equal scores stay in catalog order and others do not."""
    found, searched, tokens = fastmcp(query=query, documents=rows, limit=limit)
    assert [FASTMCP.analysis.terms(text) for text in searched] == tokens
    index = WordIndex([row[0] for row in rows], [(text,) for text in searched], FASTMCP)
    assert [hit.name for hit in index.search(query, limit).hits] == found
