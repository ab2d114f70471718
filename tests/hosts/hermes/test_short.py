from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.hosts.hermes import short
from toolsearch_cli.hosts.hermes.short import short_description

if TYPE_CHECKING:
    from toolsearch_cli.hosts.hermes.releases import SentenceRule

RULES: tuple[SentenceRule, ...] = ("any", "spaced")
pieces = st.sampled_from(["a", "bc", "d.", "e.g.", "f!", "?", ".", "long" * 9, "é…", "x.y"])
spaces = st.sampled_from([" ", "  ", "\n", "\t", "\u2003"])
descriptions = st.one_of(
    st.lists(st.one_of(pieces, spaces), max_size=120).map("".join),
    # As many words as possible in the fewest characters.
    st.integers(25, 40).map(lambda count: " ".join("a" * count)),
)


@given(description=descriptions, rule=st.sampled_from(RULES))
def test_words_that_are_not_read_would_not_count(description: str, rule: SentenceRule) -> None:
    with patch.object(short, "_MOST_WORDS", len(description) + 1):
        whole = short_description(description, rule)
    assert short_description(description, rule) == whole


@given(words=st.lists(pieces, min_size=31, max_size=70), rule=st.sampled_from(RULES))
def test_one_space_between_any_words(words: list[str], rule: SentenceRule) -> None:
    spaced = short_description(" ".join(words), rule)
    assert short_description("\n " + " \t ".join(words), rule) == spaced
