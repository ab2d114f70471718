"""graph's ranking by a decision model: one choice question, or several and then a final one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.endpoints.deciding import NOT_ASKED, Choice
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.hosts.graph.choices import choice, chunks, question_text
from toolsearch_cli.hosts.graph.facts import MOST_CHOICE, NO_TOOL, NO_TOOL_SUMMARY
from toolsearch_cli.search.ranking import NEXT_BEST, Hit, Ranking

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolsearch_cli.endpoints.deciding import Decider, Question
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.search.word_index import WordIndex

_NAMED: Final = 1 / 21
"""A probability below this may be one that the endpoint does not name, and so counts as 0."""
_MUCH: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How the decision model is asked."""

    role: str
    question: str
    """As the plan words it."""
    least: float
    """The probability from which on a tool is returned, and meets the others in a final choice."""
    size: int
    """Most tools in one question of the first round."""


@dataclass(frozen=True, slots=True)
class _Decided:
    """What the questions gave."""

    scores: tuple[float, ...]
    """One for each candidate, in the order of the catalog."""
    none_fits: bool
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Weighed:
    """One choice, by name."""

    scores: dict[str, float]
    no_tool: float
    unread: float

    @property
    def none_fits(self) -> bool:
        """Whether no tool is likelier than that none fits; a tie goes to the tool."""
        return self.no_tool > max(self.scores.values(), default=0.0)


class DecisionRanker:
    """The candidates of one catalog, ranked as graph does with a decision model (an `Engine`)."""

    __slots__ = ("_asking", "_decider", "_tools", "_words")

    def __init__(
        self, tools: Sequence[Definition], words: WordIndex, decider: Decider, asking: Asking
    ) -> None:
        """Prepare; nothing is asked yet.

        Args:
            tools: The candidates, in the order of the catalog.
            words: The keyword mode over the same tools, for when a question fails.
            decider: Who is asked.
            asking: How.
        """
        self._tools = tuple(tools)
        self._words = words
        self._decider = decider
        self._asking = asking

    def search(self, query: str, limit: int) -> Ranking:
        """Return the likeliest tools; by keywords, and why, where a question failed."""
        if not self._tools:
            return self._words.search(query, limit)
        found = self._decided(query)
        if isinstance(found, Failure):
            reason = f"decision model '{self._asking.role}' failed: {found.reason}"
            return replace(self._words.search(query, limit), fallback_reason=reason)
        return self._ranking(query, limit, found)

    def scores(self, query: str) -> list[tuple[str, float]]:
        """Return the name and score of every tool that scores more than 0, best first."""
        found = self._decided(query)
        if isinstance(found, Failure):
            return self._words.scores(query)
        return [(hit.name, hit.score) for hit in self._ordered(found.scores) if hit.score > 0]

    def _ranking(self, query: str, limit: int, found: _Decided) -> Ranking:
        kept: list[Hit] = []
        if not found.none_fits:
            kept = [hit for hit in self._ordered(found.scores) if hit.score >= self._asking.least]
        return Ranking(
            query=query,
            limit=limit,
            path="decision",
            hits=tuple(kept[:limit]),
            cut=tuple(kept[limit : limit + NEXT_BEST]),
            found=len(kept),
            terms=(),
            documents=len(self._tools),
            average_length=0.0,
            unread=(),
            remarks=found.remarks,
        )

    def _ordered(self, scores: Iterable[float]) -> list[Hit]:
        hits = [
            Hit(one.name, at, score)
            for at, (one, score) in enumerate(zip(self._tools, scores, strict=True))
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.name))

    def _decided(self, query: str) -> _Decided | Failure:
        text = question_text(self._asking.question, query)
        parts = chunks(self._tools, self._asking.size)
        rounds = self._asked([(choice(text, part), part) for part in parts])
        if isinstance(rounds, Failure):
            return rounds
        first = {name: score for one in rounds for name, score in one.scores.items()}
        if len(parts) == 1:
            return self._settled(first, rounds[0], ())
        sizes = " + ".join(str(len(part)) for part in parts)
        told = f"{len(self._tools):,} tools in {len(parts):,} choices sent together ({sizes})"
        finalists = [one for one in self._tools if first[one.name] >= self._asking.least]
        if not finalists:
            said = f"{told}; none reached {self._asking.least:g} in its own, so nothing is returned"
            scores = tuple(first[one.name] for one in self._tools)
            return _Decided(scores, none_fits=True, remarks=(f"{said}.",))
        if len(finalists) > MOST_CHOICE:
            return Failure(
                f"{len(finalists):,} tools reached {self._asking.least:g}, and the final choice, "
                f"which is not split, holds {MOST_CHOICE}"
            )
        final = self._asked([(choice(text, finalists), finalists)])
        if isinstance(final, Failure):
            return final
        few = "one tool" if len(finalists) == 1 else f"{len(finalists):,} tools"
        said = f"{told}, then a final choice among the {few} that reached {self._asking.least:g}."
        return self._settled(final[0].scores, final[0], (said,))

    def _settled(self, scores: dict[str, float], last: _Weighed, told: Sequence[str]) -> _Decided:
        remarks = list(told)
        if last.none_fits:
            best = max(scores.values(), default=0.0)
            remarks.append(
                f"“{NO_TOOL_SUMMARY}” is the likeliest answer ({last.no_tool:.3f}; the best tool "
                f"has {best:.3f}), so nothing is returned."
            )
        if last.unread > _MUCH:
            remarks.append(
                f"{100 * last.unread:.0f} % of the probability is on answers that name no option."
            )
        if self._asking.least < _NAMED:
            remarks.append(
                "The endpoint names its 20 likeliest answers; all other tools count as 0."
            )
        given = tuple(scores.get(one.name, 0.0) for one in self._tools)
        return _Decided(given, last.none_fits, tuple(remarks))

    def _asked(
        self, asked: Sequence[tuple[Question, Sequence[Definition]]]
    ) -> list[_Weighed] | Failure:
        """Ask questions together; any failure is the failure of all."""
        answers = self._decider.choose([question for question, _ in asked])
        failures = [one for one in answers if isinstance(one, Failure)]
        if failures:
            # Another failure is only its consequence.
            return min(failures, key=lambda one: one.reason == NOT_ASKED)
        return [
            _weighed(answer, question, tools)
            for answer, (question, tools) in zip(answers, asked, strict=True)
            if isinstance(answer, Choice)
        ]


def _weighed(answer: Choice, question: Question, tools: Iterable[Definition]) -> _Weighed:
    names = (option.name for option in question.options)
    found = dict(zip(names, answer.probabilities, strict=True))
    return _Weighed({one.name: found[one.name] for one in tools}, found[NO_TOOL], answer.unread)
