"""The rules by which each host ranks words, with where they were read."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.search.formula import Parameters
from toolsearch_cli.search.porter2 import porter2_stem
from toolsearch_cli.search.postings import Analysis
from toolsearch_cli.search.tokenizers import (
    codex_words,
    docker_words,
    fastmcp_words,
    long_unicode_words,
    unicode_words,
)
from toolsearch_cli.search.word_index import Rules

_RUST_WORDS = "runs of letters and digits of any script"

ARION: Final = Rules(
    analysis=Analysis(tokenize=unicode_words, weights=(2, 1)),
    parameters=Parameters(k1=1.2, idf_first=False, gain_first=True, ratio_first=True, single=True),
    unique_terms=True,
    keeps_zero=True,
    ties="name",
    reads=_RUST_WORDS,
)
"""Fields: qualified name, description.

`arion-gateway/arion`, `mcp_gateway/embeddings.rs` at 1b9eccf, and its documentation of tool
search: there is no minimum score. N and df are over the tools that the caller may use.
"""

GRAPH: Final = Rules(
    analysis=Analysis(tokenize=long_unicode_words),
    parameters=Parameters(k1=1.2, idf_first=False, ratio_first=True),
    unique_terms=True,
    sorted_terms=True,
    scaled=True,
    ties="name",
    reads=f"{_RUST_WORDS}, each of more than one byte",
)
"""One field: name, description and the names of member tools, with spaces between.

`tylerdavis/graph`, `pipeline/search.rs` at 576b1bf: what its documentation calls keyword overlap.
`min_probability` is the `least_share` of a search.
"""

CODEX: Final = Rules(
    analysis=Analysis(tokenize=codex_words, stem=porter2_stem),
    parameters=Parameters(k1=1.2, ratio_first=True, single=True),
    ties="random",
    reads="all words but 179 very common ones",
)
"""One field; see `toolsearch_cli.search.tokenizers.codex_words` for its words.

The crate bm25 2.3.2 (`embedder.rs`, `scorer.rs`), found in the binary of Codex CLI 0.171.0, whose
answers pin k1 and b. For its ASCII, that of deunicode, `toolsearch_cli.search.transliteration`
stands in.
"""

FASTMCP: Final = Rules(
    analysis=Analysis(tokenize=fastmcp_words),
    parameters=Parameters(k1=1.5, idf_first=False, gain_first=True),
    ties="position",
    reads="runs of two or more letters and digits",
)
"""One field: name, description, then each parameter and its description.

FastMCP 4.2.3, `server/transforms/search/bm25.py`.
"""

DOCKER: Final = Rules(
    analysis=Analysis(tokenize=docker_words, weights=(4, 3, 2, 1)),
    parameters=Parameters(k1=1.5),
    unique_terms=True,
    ties="random",
)
"""Documents are servers. Fields: name, title, names of the tools, all descriptions.

`docker/mcp-gateway`, `pkg/gateway/findmcps.go` at 2bd20fe.
"""
