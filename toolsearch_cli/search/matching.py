"""From the parts of a query's terms to its best documents: exact, without scoring them all.

Dictionaries: they cost nothing to import. `array_matching` does the same where that pays.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING, Protocol, TypeAlias

from toolsearch_cli.search.single import single_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

_ROUNDING = 1e-9
"""More than adding in another order can change a score."""

_SINGLE_ROUNDING = 2.0**-23
"""More than one sum of two 32-bit floats is off, as a share of it."""

Scored: TypeAlias = tuple[int, float]
"""A document's number and its score."""


class Weighed(Protocol):
    """Anything with a largest part."""

    @property
    def most(self) -> float:
        """The largest part; 0.0 without any."""


@dataclass(frozen=True, slots=True)
class Column:
    """One term's part of the score of every document that holds it."""

    idf: float
    parts: Mapping[int, float]
    most: float
    """The largest part; 0.0 without any."""

    def __len__(self) -> int:
        return len(self.parts)

    def part(self, document: int) -> float | None:
        """Return the term's part of one document's score; `None` where it is not in it."""
        return self.parts.get(document)


@dataclass(frozen=True, slots=True)
class Admission:
    """What a document must contain to be a match."""

    gate: str
    """A term."""
    floor: int | None = None
    """How many of the query's distinct terms; `None`: no more than the gate."""


@dataclass(frozen=True, slots=True)
class Matches:
    """The best documents of a query, and how many there were."""

    best: tuple[Scored, ...]
    """Score descending, then document number; pinned documents have `math.inf`."""
    found: int
    """Matches before the limit."""
    rejected: int = 0
    """Documents that hold a query term and were not admitted."""


def matches(
    columns: Sequence[Column],
    limit: int,
    admitted: Collection[int] | None = None,
    pinned: Collection[int] = (),
    *,
    single: bool = False,
) -> Matches:
    """Return the best documents.

    Args:
        columns: One for each query term, in query order, repeated for a repeated term.
        limit: Most documents to return, at least 1.
        admitted: The only documents that may match, each in some column; `None`: all may.
        pinned: Documents that match first, whether or not they hold a term or are admitted.
        single: Parts are 32-bit floats and are added as such.
    """
    total = _single_total if single else _total
    scored = set[int]().union(*(column.parts for column in columns))
    found = scored if admitted is None else set(admitted)
    contenders = _contenders(columns, limit, admitted, slack_of(columns, single=single))
    scores = {document: total(columns, document) for document in contenders}
    if pinned:
        found = found.union(pinned)
        scores |= dict.fromkeys(pinned, math.inf)
    ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return Matches(tuple(ordered[:limit]), len(found), len(scored - found))


def admitted(columns: Mapping[str, Column], admission: Admission) -> Collection[int]:
    """Return the documents that hold the gate term and enough of the terms in `columns`."""
    gated = columns[admission.gate].parts.keys()
    if admission.floor is None:
        return gated
    held: Counter[int] = Counter()
    for column in columns.values():
        held.update(gated & column.parts.keys())
    return [document for document in gated if held[document] >= admission.floor]


def is_among_best(
    columns: Mapping[str, Column],
    terms: Sequence[str],
    document: int,
    limit: int,
    admission: Admission | None = None,
    *,
    single: bool = False,
) -> bool:
    """Say whether `matches` would return a document, without ranking the others.

    Its own score is known first, so a document that cannot reach it is never added up.

    Args:
        columns: That of each term.
        terms: Of the query, in query order; a repeated one counts again.
        document: The one that is looked for.
        limit: Most documents that would be returned.
        admission: What a match must hold.
        single: Parts are 32-bit floats and are added as such.
    """
    if not _is_match(columns, document, admission):
        return False
    total: Callable[[Sequence[Column], int], float] = _single_total if single else _total
    ordered = [columns[term] for term in terms]
    own = total(ordered, document)
    before = 0
    for other in _rivals(ordered, own - slack_of(ordered, single=single)):
        score = total(ordered, other)
        if (-score, other) < (-own, document) and _is_match(columns, other, admission):
            before += 1
            if before == limit:
                return False
    return True


def slack_of(columns: Iterable[Weighed], *, single: bool) -> float:
    """Return more than a score can differ from the sum of its parts in another order."""
    if not single:
        return _ROUNDING
    most = [column.most for column in columns]
    return _SINGLE_ROUNDING * len(most) * sum(most)


def _is_match(columns: Mapping[str, Column], document: int, admission: Admission | None) -> bool:
    held = sum(document in column.parts for column in columns.values())
    if admission is None or not held:
        return held > 0
    return document in columns[admission.gate].parts and held >= (admission.floor or 1)


def _rivals(columns: Sequence[Column], least: float) -> Collection[int]:
    """Return documents among which all are that score at least `least`."""
    scores: dict[int, float] = {}
    rest = sum(column.most for column in columns)
    for column in sorted(columns, key=lambda column: column.most, reverse=True):
        if rest >= least:
            _add(scores, column.parts)
        else:
            part = column.parts.get
            scores = {
                at: score + part(at, 0.0) for at, score in scores.items() if score + rest >= least
            }
        rest -= column.most
    return [at for at, score in scores.items() if score >= least]


def _total(columns: Sequence[Column], document: int) -> float:
    """Add the parts in query order, as the hosts do: the order decides the last bit."""
    total = 0.0
    for column in columns:
        total += column.parts.get(document, 0.0)
    return total


def _single_total(columns: Sequence[Column], document: int) -> float:
    return single_sum(column.parts.get(document, 0.0) for column in columns)


def _contenders(
    columns: Sequence[Column], limit: int, admitted: Collection[int] | None, slack: float
) -> Collection[int]:
    """Return documents among which the `limit` best are, ties included.

    The columns with the largest parts go first. As soon as `limit` documents have more from them
    than all other columns together can give, a document not met so far cannot win any more, nor
    can one that lags by more than that (MaxScore; Turtle and Flood 1995).
    """
    order = sorted(columns, key=lambda column: column.most, reverse=True)
    scores = {} if admitted is None else dict.fromkeys(admitted, 0.0)
    closed = admitted is not None
    done, rest = 0.0, sum(column.most for column in order)
    for column in order:
        if closed:
            part = column.parts.get
            scores = {at: score + part(at, 0.0) for at, score in scores.items()}
        else:
            _add(scores, column.parts)
        done, rest = done + column.most, rest - column.most
        if limit < len(scores) and rest < done:
            least = nlargest(limit, scores.values())[-1]
            if closed or least > rest + slack:
                closed = True
                enough = least - rest - slack
                scores = {at: score for at, score in scores.items() if score >= enough}
    return scores


def _add(scores: dict[int, float], parts: Mapping[int, float]) -> None:
    if not scores:
        scores.update(parts)
        return
    before = scores.get
    for document, part in parts.items():
        scores[document] = before(document, 0.0) + part
