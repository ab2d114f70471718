"""The decision mode, against a real server on this machine that plays the decider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.catalogs import catalog, source, tool
from tests.endpoints.server import (
    Reply,
    Seen,
    decisions,
    in_turn,
    options_of,
    serving,
)
from tests.hosts.graph.asking import (
    GOOD,
    ISSUE,
    NO_TOOL,
    connected,
    decided,
    names,
    numbered,
    result,
    scenario,
    scores,
    small,
)
from toolsearch_cli.hosts.graph.host import GraphHost

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.endpoints.server import Server
    from toolsearch_cli.hosts.protocol import SearchAnswer


def path(answer: SearchAnswer) -> str:
    return answer.rankings[0].path


def listed(server: Server) -> list[set[str]]:
    """Return the options of each question that was asked, without the last."""
    return [set(options_of(seen)) - {NO_TOOL} for seen in server.seen]


def test_the_probabilities_of_one_choice_rank_the_tools() -> None:
    play = decisions({ISSUE: 0.6, "forge__close_issue": 0.25, "files__read_file": 0.05})
    with serving(play) as server:
        answer = decided(small(), "open an issue", server.url)
    assert result(answer)["mode"] == "decision"
    assert scores(answer) == {ISSUE: 0.6, "forge__close_issue": 0.25}
    assert set(result(answer)) == {"mode", "tools", "always"}
    assert (path(answer), answer.fidelity) == ("decision", "approximate")
    (seen,) = server.seen
    assert seen.path == "/v1/chat/completions"
    assert seen.body["model"] == "decider"
    content = seen.body["messages"][0]["content"]
    assert content.startswith(
        "What tool would best accomplish the following task?\n\nopen an issue\n"
    )
    assert len(options_of(seen)) == 30 + 1


def test_what_is_sent_is_what_a_dry_run_shows() -> None:
    from toolsearch_cli.endpoints.numbered import question_body

    with serving(GOOD) as server:
        decided(small(), "open an issue", server.url, chunk_size=7)
    plan = GraphHost().questions(small(), scenario({"chunk_size": 7}), "open an issue")
    bodies = [question_body(plan.model, one) for one in plan.questions]
    sent = [seen.body for seen in server.seen[:-1]]
    assert len(sent) == len(bodies) == 5
    assert all(body in sent for body in bodies)


def test_the_limit_and_the_least_probability_cut() -> None:
    weights = {f"srv__t{at:03}": 0.2 - at / 100 for at in range(10)}
    with serving(decisions(weights)) as server:
        assert list(scores(decided(numbered(10), "x", server.url, limit=2))) == [
            "srv__t000",
            "srv__t001",
        ]
        at_most = decided(numbered(10), "x", server.url, min_probability=0.175)
        assert list(scores(at_most)) == ["srv__t000", "srv__t001", "srv__t002"]


def test_nothing_is_returned_when_no_tool_is_the_likeliest_answer() -> None:
    with serving(decisions({ISSUE: 0.4, NO_TOOL: 0.5})) as server:
        answer = decided(small(), "bake bread", server.url)
    assert result(answer) == {"mode": "decision", "tools": [], "always": result(answer)["always"]}
    assert any("(0.500; the best tool has 0.400)" in one for one in answer.remarks)


def test_a_tie_goes_to_the_tool() -> None:
    with serving(decisions({ISSUE: 0.5, NO_TOOL: 0.5})) as server:
        assert scores(decided(small(), "open an issue", server.url)) == {ISSUE: 0.5}


def test_nothing_is_returned_when_no_tool_reaches_the_least_probability() -> None:
    with serving(decisions({ISSUE: 0.09, NO_TOOL: 0.01})) as server:
        answer = decided(small(), "open an issue", server.url)
    assert result(answer)["tools"] == []
    assert result(answer)["mode"] == "decision"


def in_rounds(first: dict[str, float], final: dict[str, float], rounds: int) -> Any:
    """Answer `rounds` questions by the first weights and those that follow by the others."""
    return in_turn(*(decisions(first) for _ in range(rounds)), decisions(final))


def test_more_tools_than_a_chunk_meet_in_a_final_choice() -> None:
    first = {
        "srv__t000": 0.7,
        "srv__t003": 0.2,
        "srv__t019": 0.11,
        "srv__t010": 0.09,
        NO_TOOL: 0.05,
    }
    final = {"srv__t003": 0.8, "srv__t000": 0.15, "srv__t019": 0.02}
    with serving(in_rounds(first, final, 6)) as server:
        answer = decided(numbered(21), "x", server.url, chunk_size=4)
    assert scores(answer) == {"srv__t003": 0.8, "srv__t000": 0.15}
    asked_of = listed(server)
    assert sorted(map(len, asked_of[:-1])) == [1, 4, 4, 4, 4, 4]
    assert asked_of[-1] == {"srv__t000", "srv__t003", "srv__t019"}
    (told,) = [one for one in answer.remarks if "choices" in one]
    assert told == (
        "21 tools in 6 choices sent together (4 + 4 + 4 + 4 + 4 + 1), then a final choice among "
        "the 3 tools that reached 0.1."
    )


def test_a_chunk_s_no_tool_is_ignored_and_the_final_one_decides() -> None:
    first = {"srv__t000": 0.2, NO_TOOL: 0.8}
    with serving(in_rounds(first, {"srv__t000": 0.9}, 2)) as server:
        assert scores(decided(numbered(4), "x", server.url, chunk_size=2)) == {"srv__t000": 0.9}
    with serving(in_rounds({"srv__t000": 0.9}, {"srv__t000": 0.3, NO_TOOL: 0.7}, 2)) as server:
        assert scores(decided(numbered(4), "x", server.url, chunk_size=2)) == {}


def test_without_finalists_there_is_no_final_choice_and_nothing() -> None:
    with serving(decisions({"srv__t000": 0.09, NO_TOOL: 0.01})) as server:
        answer = decided(numbered(4), "x", server.url, chunk_size=2)
    assert result(answer)["tools"] == []
    assert result(answer)["mode"] == "decision"
    assert len(server.seen) == 2


def test_everything_that_is_no_finalist_counts_as_nothing() -> None:
    first = {"srv__t000": 0.5, "srv__t001": 0.3, "srv__t002": 0.5}
    with serving(in_rounds(first, {"srv__t000": 0.6}, 2)) as server:
        answer = decided(numbered(4), "x", server.url, chunk_size=2, min_probability=0.4)
    assert scores(answer) == {"srv__t000": 0.6}


def test_more_finalists_than_one_choice_holds_is_a_failure() -> None:
    """With 0 every tool reaches the final choice, which is not split."""
    with serving(decisions({"srv__t000": 0.9, NO_TOOL: 0.1})) as server:
        fits = decided(numbered(255), "common", server.url, min_probability=0, chunk_size=200)
        assert result(fits)["mode"] == "decision"
        assert len(listed(server)[-1]) == 255
        over = decided(numbered(256), "common", server.url, min_probability=0, chunk_size=200)
    assert result(over)["mode"] == "keyword"
    assert result(over)["fallback_reason"] == (
        "decision model 'decider' failed: 256 tools reached 0, and the final choice, which is not "
        "split, holds 255"
    )
    assert len(result(over)["tools"]) == 10


def test_a_tool_that_is_called_no_tool_shares_that_option() -> None:
    tools = catalog(source("mine", tool("no_tool"), tool("b"), kind="plugin"))
    with serving(decisions({NO_TOOL: 0.8, "b": 0.2})) as server:
        assert scores(decided(tools, "x", server.url)) == {NO_TOOL: 0.8, "b": 0.2}


def test_a_single_tool_is_a_question_too() -> None:
    with serving(decisions({"srv__t000": 0.2, NO_TOOL: 0.8})) as server:
        assert result(decided(numbered(1), "x", server.url))["tools"] == []


def test_without_candidates_nobody_is_asked() -> None:
    with serving(decisions({})) as server:
        answer = decided(numbered(0), "x", server.url)
    assert server.seen == []
    assert result(answer)["mode"] == "decision"
    assert result(answer)["tools"] == []


def test_the_role_names_its_endpoint_in_the_environment() -> None:
    with serving(GOOD) as server:
        host = connected({"judge": server.url})
        other = host.search(small(), scenario({"model": "judge"}), ["open an issue"])
        none = host.search(small(), scenario(), ["open an issue"])
    assert scores(other) == {ISSUE: 0.9}
    assert server.seen[0].body["model"] == "judge"
    assert result(none)["mode"] == "keyword"
    assert "fallback_reason" not in result(none)
    assert any("TOOLSEARCH_CLUSTER_DECIDER" in one for one in none.remarks)


def test_model_and_path_of_the_endpoint_are_settings() -> None:
    with serving(GOOD) as server:
        options = {
            "decider.base_url": server.url,
            "decider.model_id": "gpt-x",
            "decider.path": "/chat",
        }
        connected().search(small(), scenario(options=options), ["x"])
    assert (server.seen[0].path, server.seen[0].body["model"]) == ("/chat", "gpt-x")


def test_a_host_without_leave_asks_nobody_and_says_so() -> None:
    with serving(GOOD) as server:
        options = {"decider.base_url": server.url}
        answer = GraphHost().search(small(), scenario(options=options), ["create issue"])
    assert server.seen == []
    assert "no endpoint is asked here" in result(answer)["fallback_reason"]
    assert names(answer)[0] == ISSUE


def test_hits_and_pairs_agree() -> None:
    """`finds` asks as a search does."""
    with serving(GOOD) as server:
        host = connected({"decider": server.url})
        wanted = [("x", ISSUE), ("x", "files__read_file")]
        assert host.finds(small(), scenario(), wanted) == (True, False)


@pytest.mark.parametrize("least", [0.04, 0.05])
def test_what_the_endpoint_does_not_name_is_told_of_where_it_may_matter(least: float) -> None:
    with serving(GOOD) as server:
        answer = decided(small(), "x", server.url, min_probability=least)
    told = any("20 likeliest" in one for one in answer.remarks)
    assert told is (least < 1 / 21)


def pieces(weights: dict[str, float]) -> Callable[[Seen], Reply]:
    return decisions(weights, pieces=True)


def test_models_with_a_token_for_each_digit_decide_as_well() -> None:
    with serving(pieces({ISSUE: 0.9, "files__read_file": 0.1})) as server:
        assert scores(decided(small(), "x", server.url))[ISSUE] == pytest.approx(0.9)
