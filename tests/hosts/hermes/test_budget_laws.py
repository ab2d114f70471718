"""What holds for every budget: parsed without failing, in range, and never less for more."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies as some
from toolsearch_cli.catalog.model import Catalog, Provenance, Source, Tool
from toolsearch_cli.hosts.hermes.listing import Candidates, Entry, Group, uniform_tokens
from toolsearch_cli.hosts.hermes.releases import release_named
from toolsearch_cli.hosts.hermes.settings import (
    LISTING_MAX_TOKENS,
    MAX_SEARCH_LIMIT,
    THRESHOLD_PCT,
    parse,
    specs,
)
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Callable

RANKS: Final = {"hidden": 0, "summary": 1, "names": 2, "full": 3, None: 4}
"""How much of a source is shown; `None`: its schemas are sent."""

KEYS = st.sampled_from(
    [
        *("enabled", "threshold_pct", "max_search_limit", "search_default_limit", "listing"),
        *("listing_max_tokens", "defer", "treshold_pct", 7, None),
    ]
)

NUMBERS: Final = {"threshold_pct", "max_search_limit", "search_default_limit", "listing_max_tokens"}


@given(
    raw=st.one_of(some.yaml_values, st.dictionaries(KEYS, some.yaml_values, max_size=6)),
    name=some.release_names,
)
def test_every_value_parses_into_the_ranges(raw: object, name: str) -> None:
    """`int(inf)` falls back to all defaults, NaN goes to the upper end: `specs/hermes.md`, 1."""
    release = release_named(name)
    parsed, notes = parse(raw, release)
    assert parsed.enabled in ("auto", "on", "off")
    assert parsed.listing in ("auto", "on", "off")
    assert THRESHOLD_PCT[0] <= parsed.threshold_pct <= THRESHOLD_PCT[1]
    assert MAX_SEARCH_LIMIT[0] <= parsed.max_search_limit <= MAX_SEARCH_LIMIT[1]
    assert 1 <= parsed.search_default_limit <= parsed.max_search_limit
    assert LISTING_MAX_TOKENS[0] <= parsed.listing_max_tokens <= LISTING_MAX_TOKENS[1]
    told = {note.key: note.used for note in notes}
    for key in NUMBERS & told.keys() & {spec.key for spec in specs(release)}:
        assert told[key] == f"{getattr(parsed, key):g}", key
    assert 1 <= parsed.search_limit(raw) <= parsed.max_search_limit
    assert (raw is not False) or parsed.enabled == "off"


@given(
    contexts=st.tuples(st.integers(1, 10**12), st.integers(1, 10**12)),
    percentages=st.tuples(st.floats(0, 100), st.floats(0, 100)),
    caps=st.tuples(st.integers(200, 60_000), st.integers(200, 60_000)),
    name=some.release_names,
)
def test_a_budget_grows_with_context_percentage_and_cap(
    contexts: tuple[int, int],
    percentages: tuple[float, float],
    caps: tuple[int, int],
    name: str,
) -> None:
    ends = []
    for end in (min, max):
        config = {"threshold_pct": end(percentages), "listing_max_tokens": end(caps)}
        parsed = parse(config, release_named(name))[0]
        ends.append((parsed.budget(end(contexts)), parsed.gate(end(contexts))))
    (budget, gate), (larger_budget, larger_gate) = ends
    assert 0 <= budget <= larger_budget <= parsed.listing_max_tokens
    assert 0 <= gate <= larger_gate


@pytest.mark.parametrize(
    ("context", "percentage", "activated"),
    [(200_000, 0, True), (19, 5, True), (None, 0, False), (0, 0, False), (-1, 100, False)],
)
def test_a_share_of_nothing_is_not_an_unknown_context(
    context: int | None, percentage: float, *, activated: bool
) -> None:
    """hermes@0.19 defers from `int(ctx * pct / 100)` tokens on, and from 20,000 when unknown."""
    scenario = Question(context, percentage, 20_000).scenario("hermes@0.19")
    shown = host_named("hermes@0.19").disclose(many(3), scenario)
    assert (shown.threshold, shown.activated) == (0, activated)


def grouped(entries: list[tuple[str, Entry]]) -> tuple[Group, ...]:
    """Group labelled entries, groups sorted by label, as a session has them."""
    labels = sorted({label for label, _ in entries})
    return tuple(
        Group.of(label, [entry for own, entry in entries if own == label]) for label in labels
    )


entries = st.builds(
    Entry,
    st.sampled_from(["a", "n" * 5, "m" * 30, "問" * 90]),
    st.sampled_from(["", "x", "d" * 60]),
)
groups = st.lists(
    st.tuples(st.sampled_from(["", "g", "h" * 40, "i", "j"]), entries), min_size=1, max_size=14
).map(grouped)


@settings(max_examples=60)
@given(found=groups)
def test_no_group_is_shown_less_at_any_larger_budget(found: tuple[Group, ...]) -> None:
    """Every budget from nothing to all descriptions, one token at a time: no exception.

    The greedy step of `specs/hermes.md`, 5, takes groups away in one fixed order and stops at the
    first fit, so a larger budget stops no later. That order is not the cheapest: a group whose
    names take less than its own line can be in it, and costs tokens instead of sparing some.
    """
    before = dict.fromkeys((group.label for group in found), 0)
    candidates = Candidates.of(found)
    for budget in range(uniform_tokens(found, "full") + 1):
        now = {label: RANKS[form] for label, form in candidates.first_fit(budget).forms.items()}
        assert all(now[label] >= before[label] for label in now), budget
        before = now
    assert set(before.values()) == {RANKS["full"]}


@dataclass(frozen=True)
class Question:
    """What a user raises, as it is written."""

    context: int | None
    percentage: object
    cap: object

    def scenario(self, host: str) -> Scenario:
        config = {"threshold_pct": self.percentage, "listing_max_tokens": self.cap}
        return Scenario(host=host, context=self.context, config=config)


def written(value: object) -> float:
    """Return the number that a person reads in a value."""
    return float(str(value).rstrip("%"))


def is_raised(lower: Question, higher: Question) -> bool:
    """Whether nothing is smaller, as it is written."""
    return (
        (lower.context or 0) <= (higher.context or 0)
        and written(lower.percentage) <= written(higher.percentage)
        and written(lower.cap) <= written(higher.cap)
    )


def forms(catalog: Catalog, question: Question, host: str) -> dict[int, int]:
    shown = host_named(host).disclose(catalog, question.scenario(host))
    return {row.position: RANKS[row.form] for row in shown.sources}


def shows_less(catalog: Catalog, lower: Question, higher: Question, host: str) -> bool:
    before, after = forms(catalog, lower, host), forms(catalog, higher, host)
    return any(after[position] < rank for position, rank in before.items())


def _known(question: Question) -> bool:
    return question.context is not None and question.context > 0


def _unread(question: Question) -> bool:
    return not (_converts(question.percentage, float) and _converts(question.cap, int))


def _converts(value: Any, number: type[int | float]) -> bool:
    try:
        number(value)
    except ValueError:
        return False
    except OverflowError:
        return True  # it is read, and is infinite
    return True


EXCEPTIONS: Final[dict[str, Callable[[Question, Question], bool]]] = {
    "unknown-context": lambda lower, higher: not _known(lower) and _known(higher),
    "not-read": lambda lower, higher: _unread(lower) or _unread(higher),
    "infinite": lambda _, higher: higher.cap == math.inf,
}
"""Closed. What is raised as it is written and still gives a smaller budget:

unknown-context: section 4: a context that is unknown, zero or negative (E) counts as 10,000 tokens
    of budget; a known one counts by its share, which may be smaller.
not-read: section 1: `int(v)` and `float(v)`: text that is no number of that kind (`60%`, `1e5`,
    which YAML reads as text) falls back to the default.
infinite: section 1: `int(inf)` raises, and the loader falls back to all defaults.
"""


def many(number: int) -> Catalog:
    place = Provenance("many.json")
    tools = tuple(
        Tool(name=f"tool_{n:05}", description="Does one thing well.", provenance=place)
        for n in range(number)
    )
    return Catalog((Source(name="many", tools=tools, provenance=place),))


@pytest.mark.parametrize(
    ("exception", "number", "lower", "higher"),
    [
        ("unknown-context", 100, Question(None, 5, 20_000), Question(8_000, 5, 20_000)),
        ("unknown-context", 100, Question(0, 5, 20_000), Question(8_000, 5, 20_000)),
        ("unknown-context", 100, Question(-1, 5, 20_000), Question(8_000, 5, 20_000)),
        ("not-read", 1_000, Question(200_000, 50, 20_000), Question(200_000, "60%", 20_000)),
        ("not-read", 2_000, Question(10**6, 50, 60_000), Question(10**6, 50, "1e5")),
        ("infinite", 2_000, Question(10**6, 50, 60_000), Question(10**6, 50, math.inf)),
        ("infinite", 1_000, Question(200_000, 50, 60_000), Question(200_000, 50, math.inf)),
    ],
)
def test_exceptions_are_real(
    exception: str, number: int, lower: Question, higher: Question
) -> None:
    assert is_raised(lower, higher)
    assert EXCEPTIONS[exception](lower, higher)
    assert shows_less(many(number), lower, higher, "hermes")


questions = st.builds(
    Question,
    st.one_of(st.none(), st.integers(-1, 60_000), st.sampled_from([200_000, 10**6])),
    st.one_of(st.floats(-1, 120), st.sampled_from([0, 5, 100, math.inf, "1%", "7.5"])),
    st.one_of(st.integers(0, 3_000), st.sampled_from([20_000, math.inf, "1e2", " 900 ", 250.9])),
)


def raised(pair: tuple[Question, Question]) -> tuple[Question, Question]:
    """Order each part by what is written, so that every pair of questions can be tried."""

    def ends(first: Any, second: Any) -> tuple[Any, Any]:
        low, high = sorted((first, second), key=lambda value: written(value or 0))
        return low, high

    one, other = pair
    contexts = ends(one.context, other.context)
    percentages = ends(one.percentage, other.percentage)
    caps = ends(one.cap, other.cap)
    return (
        Question(contexts[0], percentages[0], caps[0]),
        Question(contexts[1], percentages[1], caps[1]),
    )


@settings(max_examples=200)
@given(
    catalog=some.catalogs(),
    pair=st.tuples(questions, questions).map(raised),
    host=some.release_names,
)
def test_whoever_raises_the_budget_sees_no_source_less(
    catalog: Catalog, pair: tuple[Question, Question], host: str
) -> None:
    lower, higher = pair
    if shows_less(catalog, lower, higher, host):
        assert [name for name, holds in EXCEPTIONS.items() if holds(lower, higher)]
