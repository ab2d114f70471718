"""The same queries under other rules of ranking: what would help this catalog. No host's rules.

One change at a time from one plain ranker, so that each gain has one cause; then those that help
together, each added while it still helps. They are chosen on the very queries that they are
measured on: with few queries, what helps here may not help elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.metrics import METRICS, gains_of, measured
from toolsearch_cli.analysis.evaluation.significance import paired
from toolsearch_cli.search.formula import Parameters
from toolsearch_cli.search.postings import Analysis
from toolsearch_cli.search.tokenizers import camel_words, nltk_stop_words
from toolsearch_cli.search.word_index import Rules, WordIndex
from toolsearch_cli.search.words import ascii_words, english_stem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolsearch_cli.analysis.evaluation.answering import Answer
    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.search.postings import Tokenize

DEPTH: Final = 10
GAIN: Final = "ndcg@10"
"""By what changes are sorted."""
_LEAST_GAIN: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """How the plain ranker ranks. Weights are whole numbers; 0 leaves a field out."""

    stems: bool = False
    stop_words: bool = False
    """Whether English stop words are left out."""
    camel_case: bool = False
    """Whether `createIssue` is two words."""
    k1: float = 1.5
    b: float = 0.75
    name: int = 1
    """The bare name."""
    description: int = 1
    parameters: int = 1
    """Names of the top-level parameters."""
    parameter_texts: int = 0
    """Their descriptions."""
    source: int = 0
    """The source's name."""

    @property
    def weights(self) -> tuple[int, ...]:
        """One weight a field, in the order of `_fields`."""
        return (
            self.name,
            self.description,
            self.parameters,
            self.parameter_texts,
            self.source,
        )


class Change(NamedTuple):
    """One other rule."""

    name: str
    knob: str
    """The rule that it changes."""
    value: float

    def applied_to(self, rules: Rulebook) -> Rulebook:
        """Return the rules with this one changed."""
        kind = type(getattr(rules, self.knob))
        return replace(rules, **{self.knob: kind(self.value)})


CHANGES: Final[tuple[Change, ...]] = (
    Change("English stems", "stems", 1),
    Change("without stop words", "stop_words", 1),
    Change("camelCase split", "camel_case", 1),
    *(Change(f"name counts {times} times", "name", times) for times in (2, 3, 5)),
    *(Change(f"k1 = {k1}", "k1", k1) for k1 in (0.5, 0.9, 1.2, 2.0)),
    *(Change(f"b = {b}", "b", b) for b in (0.0, 0.4, 0.6, 1.0)),
    Change("without descriptions", "description", 0),
    Change("without parameter names", "parameters", 0),
    Change("with parameter descriptions", "parameter_texts", 1),
    Change("with the source name", "source", 1),
    Change("source name counts 2 times", "source", 2),
)


class Trial(NamedTuple):
    """What one change does."""

    name: str
    values: tuple[float, ...]
    """Means, in the order of `METRICS`."""
    gain: float
    """In nDCG@10, over the plain ranker."""
    p: float
    """How often chance alone gives as large a gain or loss."""
    better: int
    """Queries."""
    worse: int


class WhatIf(NamedTuple):
    """Every change beside the plain ranker."""

    base: tuple[float, ...]
    """The plain ranker's means, in the order of `METRICS`."""
    trials: tuple[Trial, ...]
    """Sorted by gain, the largest first."""


def what_if(
    catalog: Catalog,
    definitions: Sequence[Definition],
    answers: Sequence[Answer],
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> WhatIf:
    """Rank for the same queries under every change.

    Args:
        catalog: Where the tools are from.
        definitions: The tools that are searched.
        answers: What a host made of the queries; only what they should find is taken from it.
        seed: Of the tests of significance.
        progress: Called after each change with the number of queries asked.
    """

    def outcome(rules: Rulebook) -> list[tuple[float, ...]]:
        found = _outcome(catalog, definitions, answers, rules)
        if progress is not None:
            progress(len(answers))
        return found

    plain = outcome(Rulebook())
    trials = [
        (change, _trial(change.name, plain, outcome(change.applied_to(Rulebook())), seed))
        for change in CHANGES
    ]
    together = _together(trials, lambda name, rules: _trial(name, plain, outcome(rules), seed))
    found = [trial for _, trial in trials]
    if together is not None:
        found.append(together)
    return WhatIf(_means(plain), tuple(sorted(found, key=lambda trial: -trial.gain)))


def _together(
    trials: Sequence[tuple[Change, Trial]], tried: Callable[[str, Rulebook], Trial]
) -> Trial | None:
    """Return the changes that help together, the best of each rule; `None`: fewer than two."""
    best = _best_of_each(trials)
    if not best:
        return None
    kept, reached = [best[0][0]], best[0][1]
    rules = best[0][0].applied_to(Rulebook())
    for change, _ in best[1:]:
        more = change.applied_to(rules)
        name = " + ".join(one.name for one in (*kept, change))
        trial = tried(name, more)
        if trial.gain > reached.gain + _LEAST_GAIN:
            kept, reached, rules = [*kept, change], trial, more
    return reached if len(kept) > 1 else None


def most_rankings() -> int:
    """Return how often every query is asked at most: plainly, under each change, and together."""
    return 1 + len(CHANGES) + len({change.knob for change in CHANGES}) - 1


def _best_of_each(trials: Sequence[tuple[Change, Trial]]) -> list[tuple[Change, Trial]]:
    """Return for each rule the change that helps most, of those that help, the best first."""
    best: dict[str, tuple[Change, Trial]] = {}
    for change, trial in trials:
        known = best.get(change.knob)
        if trial.gain > _LEAST_GAIN and (known is None or trial.gain > known[1].gain):
            best[change.knob] = (change, trial)
    return sorted(best.values(), key=lambda one: -one[1].gain)


def _trial(
    name: str, plain: Sequence[tuple[float, ...]], other: Sequence[tuple[float, ...]], seed: int
) -> Trial:
    at = METRICS.index(GAIN)
    outcome = paired([one[at] for one in plain], [one[at] for one in other], seed)
    return Trial(name, _means(other), outcome.difference, outcome.p, outcome.better, outcome.worse)


def _means(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _outcome(
    catalog: Catalog,
    definitions: Sequence[Definition],
    answers: Sequence[Answer],
    rules: Rulebook,
) -> list[tuple[float, ...]]:
    index = WordIndex(
        [one.name for one in definitions],
        (_fields(catalog, one) for one in definitions),
        Rules(
            analysis=Analysis(
                tokenize=_tokenizer(rules),
                stem=english_stem if rules.stems else None,
                weights=rules.weights,
            ),
            parameters=Parameters(k1=rules.k1, b=rules.b),
        ),
    )
    return [_measured(index, one) for one in answers]


def _measured(index: WordIndex, one: Answer) -> tuple[float, ...]:
    ranking = index.search(one.query.text, 1, DEPTH - 1)
    hits = (*ranking.hits, *ranking.cut)
    wanted = [(target.names, target.grade) for target in one.targets]
    gains = gains_of([hit.name for hit in hits], wanted)
    ideal = sorted((target.grade for target in one.targets), reverse=True)
    return measured(gains, ideal, len(hits))


def _fields(catalog: Catalog, one: Definition) -> tuple[str, ...]:
    """Return the texts of a tool that can be searched, in the order of the weights."""
    properties = _properties(one.parameters)
    return (
        one.tool.name,
        one.description if isinstance(one.description, str) else "",
        " ".join(properties),
        " ".join(_texts(properties)),
        catalog.sources[one.source].name,
    )


def _properties(schema: Json) -> dict[str, Json]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def _texts(properties: dict[str, Json]) -> Iterator[str]:
    for one in properties.values():
        text = one.get("description") if isinstance(one, dict) else None
        if isinstance(text, str):
            yield text


def _tokenizer(rules: Rulebook) -> Tokenize:
    words = camel_words if rules.camel_case else ascii_words
    return _without_stop_words(words) if rules.stop_words else words


@cache
def _without_stop_words(words: Tokenize) -> Tokenize:
    dropped = nltk_stop_words()
    return lambda text: [word for word in words(text) if word not in dropped]
