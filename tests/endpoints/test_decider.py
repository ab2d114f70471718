"""A decider against a real server: several questions at a time, failures that are told."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Lock
from typing import TYPE_CHECKING

import pytest

from tests.endpoints.server import (
    NO_PAUSES,
    Reply,
    Seen,
    always,
    decisions,
    refusing,
    said,
    serving,
)
from toolsearch_cli.endpoints.decider import HttpDecider
from toolsearch_cli.endpoints.deciding import Choice, Decider, DeciderSettings, Option, Question
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.endpoints.json_post import Caller
from toolsearch_cli.endpoints.numbered import question_body

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.endpoints.server import Play

KEY = "sk-planted-0123456789"


def question(*names: str) -> Question:
    return Question("Which tool?\n\nsend a mail", tuple(Option(name, "") for name in names))


def decider(url: str, *, timeout: float = 10.0, together: int = 8) -> Decider:
    settings = DeciderSettings(base_url=url, model="m", timeout=timeout, together=together)
    caller = Caller({"TOOLSEARCH_DECIDER_KEY": KEY}, clock=NO_PAUSES)
    return HttpDecider(settings, caller)


def failures(answers: Sequence[Choice | Failure]) -> list[str]:
    return [answer.reason for answer in answers if isinstance(answer, Failure)]


def test_a_question_is_sent_as_it_is_shown_and_weighed() -> None:
    with serving(decisions({"mail": 0.75, "no_tool": 0.25})) as server:
        (choice,) = decider(server.url).choose([question("chat", "mail", "no_tool")])
    (seen,) = server.seen
    assert seen.path == "/v1/chat/completions"
    assert seen.body == question_body("m", question("chat", "mail", "no_tool"))
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert isinstance(choice, Choice)
    assert choice.probabilities == pytest.approx((0, 0.75, 0.25))
    assert choice.unread == pytest.approx(0)


@pytest.mark.parametrize("weigh", [decisions, partial(decisions, pieces=True)])
def test_a_long_question_is_weighed_whatever_the_tokens_of_its_numbers(
    weigh: Callable[[dict[str, float]], Play],
) -> None:
    names = [f"tool_{number}" for number in range(255)] + ["no_tool"]
    weights = {"tool_120": 0.5, "tool_121": 0.3, "tool_122": 0.2}
    with serving(weigh(weights)) as server:
        (choice,) = decider(server.url).choose([question(*names)])
    assert isinstance(choice, Choice)
    found = dict(zip(names, choice.probabilities, strict=True))
    assert {name: p for name, p in found.items() if p} == pytest.approx(weights)


def test_questions_are_sent_together_and_answered_in_their_order() -> None:
    """No request is answered before all have arrived."""
    asked = [question(f"tool_{number}", "none") for number in range(4)]
    arrived = Barrier(4)
    weigh = decisions({f"tool_{number}": (number + 1) / 8 for number in range(4)})

    def play(seen: Seen) -> Reply:
        arrived.wait(10)
        return weigh(seen)

    with serving(play) as server:
        answers = decider(server.url).choose(asked)
    found = [answer.probabilities[0] for answer in answers if isinstance(answer, Choice)]
    assert found == pytest.approx([1 / 8, 2 / 8, 3 / 8, 4 / 8])


def test_no_more_questions_are_under_way_than_was_said() -> None:
    lock = Lock()
    now = most = 0

    def play(seen: Seen) -> Reply:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        reply = decisions({"a": 1.0})(seen)
        with lock:
            now -= 1
        return reply

    with serving(play) as server:
        decider(server.url, together=2).choose([question("a")] * 12)
    assert len(server.seen) == 12
    assert most <= 2


def test_after_a_failure_nothing_more_is_sent() -> None:
    with serving(always(Reply({}, status=500))) as server:
        answers = decider(server.url, together=1).choose([question("a")] * 3)
    assert {seen.path for seen in server.seen} == {"/v1/chat/completions"}
    assert "500 Internal Server Error" in failures(answers)[0]
    assert failures(answers)[1:] == ["not asked, because another question failed"] * 2


def test_no_questions_no_answers() -> None:
    with serving(decisions({})) as server:
        assert decider(server.url).choose([]) == ()
    assert server.seen == []


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply({"choices": [{"message": {"content": "1"}}]}), "no usable logprobs"),
        (Reply(said([{"The": 1.0}])), "no likely answer is the number of an option"),
        (Reply(b'{"choices": [{"mess'), "is not JSON"),
        (Reply(b"[" * 100_000), "is not JSON"),
        (Reply({"error": {"message": f"no logprobs for {KEY}"}}, status=400), "for [key]"),
        (Reply({"error": KEY}, status=401), "TOOLSEARCH_DECIDER_KEY was sent"),
        (Reply(status=307, headers={"Location": "http://other.invalid/"}), "was not asked"),
        (Reply({}, status=429, headers={"Retry-After": "3600"}), "429 Too Many Requests"),
    ],
)
def test_an_endpoint_that_is_no_decider_is_a_reason(reply: Reply, reason: str) -> None:
    with serving(always(reply)) as server:
        one = decider(server.url)
        answers = one.choose([question("a", "b")])
    (failed,) = failures(answers)
    assert reason in failed
    assert KEY not in f"{answers!r} {one!r} {one}"


def test_a_slow_decider_is_a_reason() -> None:
    with serving(always(Reply(silent=True))) as server:
        (failed,) = failures(decider(server.url, timeout=0.2).choose([question("a")]))
    assert "too slow" in failed


def test_nobody_there_is_a_reason() -> None:
    with refusing() as url:
        (failed,) = failures(decider(url).choose([question("a")]))
    assert "connection refused" in failed


def test_a_base_url_that_is_none_is_a_reason() -> None:
    assert "base URL" in failures(decider("nowhere").choose([question("a")]))[0]


@pytest.mark.parametrize("count", [0, 1000])
def test_a_question_with_too_few_or_too_many_options_is_not_sent(count: int) -> None:
    with serving(decisions({})) as server:
        answers = decider(server.url).choose([question(*map(str, range(count)))])
    assert server.seen == []
    assert failures(answers) == [f"{count:,} options; one question takes 1 to 999"]
