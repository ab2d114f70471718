"""Random regular expressions, most of them valid, none of which runs away on a short text."""

from __future__ import annotations

from hypothesis import strategies as st

_ATOMS = (
    *("a", "b", "e", "I", "ss", "_", " ", "ß", "É", "é", "k", "\u212a", "issue", "create"),
    *(".", r"\w", r"\d", r"\s", r"\b", r"\B", r"\W", "^", "$", r"\.", r"\-"),
    *("[a-f]", "[^a-f]", "[éß]", r"[\w-]", "[]a]"),
)
_ODD = (
    r"\1",
    "(?=a)",
    "(?<!b)",
    "(",
    ")",
    "[",
    "*",
    "{2",
    "(?i)",
    "(?P<n>a)",
    r"\p{L}",
    "[[:alpha:]]",
)
_TIMES = ("", "", "", "?", "*", "+", "{2}", "{0,2}", "*?")

atoms = st.sampled_from(_ATOMS)
pieces = st.builds(str.__add__, atoms, st.sampled_from(_TIMES))
sequences = st.lists(pieces, max_size=4).map("".join)
groups = st.lists(sequences, min_size=1, max_size=3).map(lambda one: f"({'|'.join(one)})")
patterns = st.lists(st.one_of(sequences, sequences, groups, st.sampled_from(_ODD)), max_size=3).map(
    "".join
)

words = st.one_of(
    st.sampled_from(["issue", "ISSUES", "create_issue", "ß", "É", "2", "bee", "\u212aelvin", "\n"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
)
texts = st.lists(words, max_size=5).map(" ".join)
