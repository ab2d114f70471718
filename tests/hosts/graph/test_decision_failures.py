"""The decision mode when its endpoint is slow, busy, wrong or away: keywords, and the reason."""

from __future__ import annotations

import pytest

from tests.endpoints.server import Reply, Seen, always, in_turn, refusing, said, serving
from tests.hosts.graph.asking import GOOD, ISSUE, asked, decided, names, result, scores, small

BAD = {
    "broken JSON": Reply(b'{"choices": ['),
    "no logprobs": Reply({"choices": [{"message": {"content": "01"}, "logprobs": None}]}),
    "no number": Reply(said([{"Sure": 1.0}])),
    "an error": Reply({"error": {"message": "no such model"}}, status=404),
    "always busy": Reply({}, status=429),
    "silence": Reply(silent=True),
}


@pytest.mark.parametrize("reply", BAD.values(), ids=BAD)
@pytest.mark.parametrize("chunk", [250, 7])
def test_any_failure_is_keywords_and_says_why(reply: Reply, chunk: int) -> None:
    timeout = "0.3" if reply.silent else "20"
    with serving(in_turn(GOOD, reply) if chunk < 30 else always(reply)) as server:
        answer = decided(small(), "create issue", server.url, timeout=timeout, chunk_size=chunk)
    by_words = asked(small(), "create issue")
    assert result(answer)["mode"] == "keyword"
    assert result(answer)["tools"] == result(by_words)["tools"]
    reason = result(answer)["fallback_reason"]
    assert reason.startswith("decision model 'decider' failed: ")
    assert "not asked" not in reason
    assert any(reason in one for one in answer.remarks)
    assert answer.fidelity == "approximate"


def test_a_refused_connection_is_keywords() -> None:
    with refusing() as url:
        answer = decided(small(), "create issue", url)
    assert "connection refused" in result(answer)["fallback_reason"]
    assert names(answer)[0] == ISSUE


def test_busy_and_then_good_is_good() -> None:
    with serving(in_turn(Reply({}, status=429), GOOD)) as server:
        assert scores(decided(small(), "open an issue", server.url)) == {ISSUE: 0.9}
    assert len(server.seen) == 2


def test_a_slow_answer_in_time_is_good() -> None:
    def slow(seen: Seen) -> Reply:
        return Reply(GOOD(seen).body, drip=0.0005)

    with serving(slow) as server:
        assert scores(decided(small(), "open an issue", server.url)) == {ISSUE: 0.9}


def test_the_final_choice_can_fail_too() -> None:
    with serving(in_turn(*(GOOD for _ in range(5)), BAD["broken JSON"])) as server:
        answer = decided(small(), "create issue", server.url, chunk_size=7)
    assert len(server.seen) == 6
    assert "is not JSON" in result(answer)["fallback_reason"]
