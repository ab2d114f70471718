"""Lines that are no messages: whose answers they should have been, and who is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolsearch_cli.bridge.refusals import refusals
from toolsearch_cli.bridge.rubbish import BrokenAnswers, should_be_answer

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"jsonrpc": "2.0", "id": 1, "result": "x"}', True),
        ('{"id": 1}', True),
        ('{"result": {}}', True),
        ('[{"id": 1, "result": {}}]', True),
        ('{"jsonrpc": "2.0", "id": 1, "result": {"content": [', True),
        ('{"jsonrpc": "2.0", "method": "notifications/progress", "params": [', False),
        ('{"jsonrpc": "2.0", "id": 1, "method": 5}', False),
        ('{"level": "info", "message": "up"}', False),
        ("Listening on port 80", False),
        ("[]", False),
        ("null", False),
        (DEEP, False),
    ],
)
def test_what_should_have_been_an_answer(line: str, expected: object) -> None:
    assert should_be_answer(line) is expected


def test_noise_is_told_of_once_and_answers_each_time_without_what_they_hold() -> None:
    told: list[bool] = []

    def hear(*, is_answer: bool) -> None:
        told.append(is_answer)

    wire = BrokenAnswers(hear)
    for line in ('{"id": 1, "result": "secret"}', "noise", "noise", '{"id": 2}', "noise"):
        wire.reject(line)
    assert told == [True, False, True]
    assert wire.rubbish == 5
    assert "secret" not in wire.first_rubbish


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', []),
        ('{"jsonrpc": "2.0", "method": "notifications/initialized"}', []),
        ('{"jsonrpc": "2.0", "id": 1, "result": {}}', []),
        ('{"jsonrpc": "2.0", "id": 1, "method": null}', [1]),
        ('{"id": "x", "method": "ping"}', ["x"]),
        ('[{"id": 1, "method": "ping"}, 5, {"id": 2}, {"id": 3, "method": "ping"}]', [1, 3]),
        ('{"jsonrpc": "2.0", "id": true, "method": "ping"}', []),
        ('{"jsonrpc": "2.0", "id": [1], "method": "ping"}', []),
        ('{"jsonrpc": "2.0", "id": 1, "result": 5}', []),
        ("rubbish", []),
        ("", []),
        (DEEP, []),
    ],
)
def test_whoever_waits_for_an_answer_is_refused(line: str, names: list[Any]) -> None:
    errors = refusals(line)
    assert [one.id for one in errors] == names
    assert all(json.loads(one.model_dump_json())["error"]["code"] == -32600 for one in errors)
