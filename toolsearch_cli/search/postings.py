"""Postings: which documents hold a word, and how often. Built once for each catalog."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from toolsearch_cli.search.words import STEM_TAIL, ascii_words

Tokenize: TypeAlias = Callable[[str], Sequence[str]]
"""Text to the words that are indexed, in order, without empty ones."""

Stem: TypeAlias = Callable[[str], str]
"""A word to its term. All but the last `STEM_TAIL` letters of a term must begin its words."""

_LAST = "\U0010ffff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """How text becomes terms."""

    tokenize: Tokenize = ascii_words
    stem: Stem | None = None
    """`None`: a word is its own term."""
    weights: tuple[int, ...] = (1,)
    """One whole number a field: each of its words counts that often, in frequency and length."""

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text` in order, repeated ones included."""
        words = self.tokenize(text)
        return list(words) if self.stem is None else [self.stem(word) for word in words]


class Postings:
    """An inverted index over documents, each given as one text a field.

    A word's entry is an array of document numbers, one number an occurrence: a single append a
    word while building, four bytes a word of text, and nothing else. Stems are resolved when they
    are asked for: stemming a whole vocabulary costs more than indexing the text.
    """

    __slots__ = ("_occurrences", "_vocabulary", "_words_of", "analysis", "lengths", "mean_length")

    def __init__(self, documents: Iterable[Sequence[str]], analysis: Analysis) -> None:
        """Index `documents`: for each document as many texts as `analysis.weights` has numbers."""
        self.analysis = analysis
        self.lengths = array("I")
        """Words in each document, by document number."""
        self._vocabulary: list[str] | None = None
        self._words_of: dict[str, list[str]] = {}
        occurrences: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        of_word = occurrences.__getitem__
        tokenize = analysis.tokenize
        for document, fields in enumerate(documents):
            length = 0
            for weight, text in zip(analysis.weights, fields, strict=True):
                words = tokenize(text)
                length += weight * len(words)
                for _ in range(weight):
                    for occurrence in map(of_word, words):
                        occurrence.append(document)
            self.lengths.append(length)
        self._occurrences = dict(occurrences)
        self.mean_length = sum(self.lengths) / max(len(self.lengths), 1)
        """Mean number of words in a document; 0.0 without documents."""

    def __len__(self) -> int:
        return len(self.lengths)

    def counts(self, term: str) -> Mapping[int, int]:
        """Return how often each document holds `term`; empty for an unknown one."""
        counts: Counter[int] = Counter()
        for one in self.occurrences(term):
            counts.update(one)
        return counts

    def occurrences(self, term: str) -> list[array[int]]:
        """Return for each word of `term` a document number an occurrence, ascending."""
        return [self._occurrences[word] for word in self._words(term)]

    def total(self, term: str) -> int:
        """Return how often `term` stands in all documents together."""
        return sum(map(len, self.occurrences(term)))

    def count(self, term: str, document: int) -> int:
        """Return how often one document holds `term`."""
        return sum(
            bisect_right(one, document) - bisect_left(one, document)
            for one in self.occurrences(term)
        )

    def bags(self) -> list[list[str]]:
        """Return the terms of each document, repeated ones included, in no stated order."""
        stem = self.analysis.stem
        bags: list[list[str]] = [[] for _ in self.lengths]
        for word, documents in self._occurrences.items():
            term = word if stem is None else stem(word)
            for document in documents:
                bags[document].append(term)
        return bags

    def _words(self, term: str) -> list[str]:
        """Return the words of the vocabulary that have this term."""
        known = self._words_of.get(term)
        if known is None:
            known = self._resolved(term)
            if known:
                self._words_of[term] = known
        return known

    def _resolved(self, term: str) -> list[str]:
        stem = self.analysis.stem
        if stem is None:
            return [term] if term in self._occurrences else []
        if self._vocabulary is None:
            self._vocabulary = sorted(self._occurrences)
        start = term[: max(1, len(term) - STEM_TAIL)]
        first = bisect_left(self._vocabulary, start)
        last = bisect_left(self._vocabulary, start + _LAST, first)
        return [word for word in self._vocabulary[first:last] if stem(word) == term]
