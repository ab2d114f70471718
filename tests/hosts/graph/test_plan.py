"""Plan files that replace `search_tools`: what they change, and what is refused by name."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.endpoints.server import decisions, serving
from tests.hosts.graph.asking import connected, numbered, result, scenario, small
from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.graph.host import GraphHost
from toolsearch_cli.hosts.graph.plan import BUILT_IN, Plan, plan_of
from toolsearch_cli.hosts.graph.plan_text import plan_text

if TYPE_CHECKING:
    from collections.abc import Callable

ISSUE = "forge__create_issue"


def built_in() -> Any:
    return yaml.safe_load(plan_text())


def changed(change: Callable[[Any], object]) -> Any:
    """Return the built-in plan after `change`."""
    plan = deepcopy(built_in())
    change(plan)
    return plan


def answer(plan: Any, **config: object) -> dict[str, Any]:
    return result(GraphHost().search(small(), scenario(config, plan=plan), ["create issue"]))


def refused(plan: Any) -> str:
    with pytest.raises(SettingsError) as caught:
        plan_of("mine.yaml", plan)
    assert caught.value.message.startswith("mine.yaml: ")
    return caught.value.message.removeprefix("mine.yaml: ")


def test_the_plan_that_is_printed_is_the_built_in_one() -> None:
    plan = plan_of("printed", built_in())
    assert plan == Plan(defaults=plan.defaults)
    used = GraphHost().settings_used(scenario())
    assert plan.defaults == {
        key: used[key] for key in ("min_probability", "limit", "model", "chunk_size", "schemas")
    }
    assert (plan.question, plan.output) == (BUILT_IN.question, BUILT_IN.output)
    assert answer(built_in()) == result(GraphHost().search(small(), scenario(), ["create issue"]))


def test_defaults_of_the_inputs_hold_unless_a_setting_is_given() -> None:
    def change(plan: Any) -> None:
        plan["input_schema"]["properties"]["limit"]["default"] = 2
        plan["input_schema"]["properties"]["schemas"]["default"] = False

    plan = changed(change)
    assert len(answer(plan)["tools"]) == 2
    assert set(answer(plan)["tools"][0]) == {"name", "description", "score"}
    assert len(answer(plan, limit=3)["tools"]) == 3
    used = GraphHost().settings_used(scenario(plan=plan))
    assert (used["limit"], used["schemas"], used["plan"]) == (2, False, "mine.yaml")


def test_the_question_of_the_score_step_is_asked() -> None:
    def change(plan: Any) -> None:
        plan["steps"][1]["input"]["question"] = " Which tool is it? "

    asked = scenario(plan=changed(change))
    (one,) = GraphHost().questions(small(), asked, "open an issue").questions
    assert one.text == "Which tool is it?\n\nopen an issue"
    with serving(decisions({ISSUE: 0.9})) as server:
        connected({"decider": server.url}).search(small(), asked, ["open an issue"])
    content = server.seen[0].body["messages"][0]["content"]
    assert content.startswith("Which tool is it?\n\nopen an issue\n")
    notes = [note for note in GraphHost().disclose(small(), asked).notes if note.code == "plan"]
    assert "Which tool is it?" in str(notes[0])


def described_first(plan: Any) -> None:
    catalog, score, describe = plan["steps"]
    describe["input"]["tools"] = "{{catalog.tools}}"
    score["input"]["candidates"] = "{{ described.tools }}"
    plan["steps"] = [catalog, describe, score]
    plan["output"]["tools"] = "{{picked.selected}}"


def test_tools_that_are_described_before_they_are_scored_come_without_schemas() -> None:
    usual, turned = answer(built_in()), answer(changed(described_first))
    assert [one["name"] for one in turned["tools"]] == [one["name"] for one in usual["tools"]]
    assert set(turned["tools"][0]) == {"name", "description", "score"}


def test_a_plan_may_return_every_tool_described() -> None:
    def change(plan: Any) -> None:
        described_first(plan)
        plan["output"]["tools"] = "{{described.tools}}"

    tools = answer(changed(change))["tools"]
    assert len(tools) == 30
    assert set(tools[0]) == {"name", "description", "inputSchema"}


def test_a_plan_may_describe_nothing_and_name_its_result_otherwise() -> None:
    def change(plan: Any) -> None:
        del plan["steps"][2]
        plan["output"] = {"found": "{{picked.selected}}", "how": "{{picked.mode}}"}

    plain = answer(changed(change))
    assert set(plain) == {"found", "how"}
    assert set(plain["found"][0]) == {"name", "description", "score"}


def test_a_step_s_own_value_comes_before_the_setting() -> None:
    def change(plan: Any) -> None:
        plan["steps"][1]["input"]["limit"] = 1
        plan["steps"][1]["input"]["threshold"] = 0.7

    asked = scenario({"limit": 5}, plan=changed(change))
    used = GraphHost().settings_used(asked)
    assert (used["limit"], used["min_probability"]) == (1, 0.7)
    (note,) = GraphHost().setting_notes(asked)
    assert str(note) == "limit: a step of the plan has a value of its own: 5 is taken as 1"


def test_what_a_step_is_not_given_has_the_step_s_own_default() -> None:
    def change(plan: Any) -> None:
        del plan["steps"][1]["input"]["threshold"]

    used = GraphHost().settings_used(scenario(plan=changed(change)))
    assert used["min_probability"] == 0.5


def test_an_input_without_a_default_must_be_set() -> None:
    def change(plan: Any) -> None:
        del plan["input_schema"]["properties"]["limit"]["default"]

    with pytest.raises(SettingsError, match=r"mine\.yaml: input_schema: limit has no default"):
        answer(changed(change))
    assert len(answer(changed(change), limit=2)["tools"]) == 2


def test_a_clamped_default_is_told_of() -> None:
    def change(plan: Any) -> None:
        plan["input_schema"]["properties"]["chunk_size"]["default"] = 1000

    (note,) = GraphHost().setting_notes(scenario(plan=changed(change)))
    assert "1000 is taken as 255" in str(note)


def test_the_reason_of_a_fallback_is_there_whatever_the_plan_returns() -> None:
    def change(plan: Any) -> None:
        plan["output"]["why"] = "{{picked.fallback_reason}}"

    asked = scenario(options={"decider.base_url": "http://127.0.0.1:9"}, plan=changed(change))
    found = result(GraphHost().search(numbered(2), asked, ["x"]))
    assert (
        found["why"]
        == found["fallback_reason"]
        == ("no endpoint is asked here; toolsearch query asks it")
    )
    assert "why" not in answer(changed(change))


def step(position: int, **fields: object) -> Callable[[Any], object]:
    return lambda plan: plan["steps"][position].update(fields)


def given(position: int, **fields: object) -> Callable[[Any], object]:
    return lambda plan: plan["steps"][position]["input"].update(fields)


def default(key: str, value: object) -> Callable[[Any], object]:
    return lambda plan: plan["input_schema"]["properties"][key].update(default=value)


def turned(plan: Any) -> None:
    plan["steps"].reverse()


def foreign(plan: Any) -> None:
    plan["steps"].insert(1, {"id": "asked", "tool_name": "linear__list_issues", "input": {}})


def twice(plan: Any) -> None:
    plan["steps"].append({**plan["steps"][1], "id": "again"})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (foreign, "step asked: linear__list_issues cannot be simulated"),
        (step(0, tool_name="map"), "step catalog: map cannot be simulated"),
        (twice, "step again: builtin__score_candidates is used twice"),
        (step(2, id="picked"), "step picked: the id picked is used twice"),
        (step(2, when="always"), "steps[2]: when cannot be simulated"),
        (step(1, id=3), "steps[1]: expected an id"),
        (turned, "step described: tools: no step picked comes before it"),
        (given(1, candidates=["a"]), "step picked: candidates: expected {{STEP.FIELD}}"),
        (given(1, candidates="{{catalog.always}}"), "step picked: candidates: {{catalog.always}}"),
        (given(1, floor=3), "step picked: floor: cannot be simulated"),
        (given(1, query="{{input.goal}}"), "step picked: query: expected {{input.query}}"),
        (given(1, question="{{input.q}}"), "step picked: question: expected a text"),
        (given(1, limit="{{input.chunk_size}}"), "step picked: limit: expected {{input.limit}}"),
        (given(1, threshold=2), "step picked: threshold: min_probability: expected 0 to 1"),
        (given(1, colour=1), "step picked: input: colour cannot be simulated"),
        (given(2, tools="{{picked.scored}}"), "step described: tools: picked.scored cannot be"),
        (default("limit", "many"), "input_schema: limit: limit: expected 0 or more"),
        (default("min_probability", 3), "input_schema: min_probability: min_probability: expected"),
        (lambda plan: plan.update(identifier="mine"), "identifier: expected search_tools"),
        (lambda plan: plan.update(solver={}), "the plan: solver cannot be simulated"),
        (lambda plan: plan.update(steps=[]), "steps: expected a list of steps"),
        (lambda plan: plan["steps"].pop(0), "steps: none calls builtin__catalog_tools"),
        (
            lambda plan: plan.update(steps=plan["steps"][:1]),
            "steps: none calls builtin__score_cand",
        ),
        (lambda plan: plan.pop("output"), "output: expected keys with values, found nothing"),
        (
            lambda plan: plan["output"].update(mode="keyword"),
            "output: mode: expected {{STEP.FIELD}}",
        ),
        (lambda plan: plan["output"].update(n="{{picked.no_fit}}"), "output: n: picked.no_fit can"),
        (
            lambda plan: plan["steps"][1]["input"].pop("limit"),
            "step picked: limit: without it all tools are returned",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused_by_name(
    change: Callable[[Any], object], says: str
) -> None:
    assert refused(changed(change)).startswith(says)


@pytest.mark.parametrize("document", [None, [], "text", 7, {}, {"identifier": "search_tools"}])
def test_what_is_no_plan_is_refused(document: object) -> None:
    assert refused(document)


def test_a_file_that_nobody_read_is_not_ignored() -> None:
    with pytest.raises(SettingsError, match=r"plan: mine\.yaml was not read"):
        GraphHost().settings_used(scenario({"plan": "mine.yaml"}))


def test_a_caller_s_limit_does_not_reach_a_step_with_its_own() -> None:
    asked = scenario(plan=changed(given(1, limit=1)))
    found = GraphHost().search(small(), asked, ["create issue"], 5)
    assert found.rankings[0].limit == len(result(found)["tools"]) == 1
