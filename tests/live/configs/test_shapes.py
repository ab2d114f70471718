"""Settings of the wrong type make a server unusable: what is left of them would start another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.live.configs import Address, Program, Unusable
from toolsearch_cli.live.configs.reading import parse_config


def launch(settings: dict[str, Any]) -> Program | Address | Unusable:
    (one,) = parse_config(json.dumps({"mcpServers": {"a": settings}}), "c").entries({"U": "ftp"})
    return one.launch


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"args": None}, "args: expected an array, found null"),
        ({"args": "--fast"}, "args: expected an array, found a string"),
        ({"args": {"0": "x"}}, "args: expected an array, found an object"),
        ({"args": ["a", "b", 3, None]}, "args/3: expected a string, found null"),
        ({"args": [{"planted": 1}]}, "args/0: expected a string, found an object"),
        ({"args": [["a"]]}, "args/0: expected a string, found an array"),
        ({"command": 3}, "command: expected a string, found a number"),
        ({"command": ["x", None]}, "command/1: expected a string, found null"),
        ({"command": {"path": 3}}, "command/path: expected a string, found a number"),
        ({"command": {"path": "x", "args": None}}, "command/args: expected an array, found null"),
        ({"command": {"path": "x", "env": []}}, "command/env: expected an object, found an array"),
        ({"env": {"A/B": None}}, "env/A~1B: expected a string, found null"),
        ({"env": {"A": {"planted": 1}}}, "env/A: expected a string, found an object"),
        ({"env": ["A=planted"]}, "env: expected an object, found an array"),
        ({"env": "A=planted"}, "env: expected an object, found a string"),
        ({"cwd": 3}, "cwd: expected a string, found a number"),
        ({"envFile": []}, "envFile: expected a string, found an array"),
        ({"env_vars": "A"}, "env_vars: expected an array, found a string"),
        ({"url": 3}, "url: expected a string, found a number"),
        ({"command": None, "url": []}, "url: expected a string, found an array"),
        ({"url": "http://h/x", "headers": []}, "headers: expected an object, found an array"),
        (
            {"url": "http://h/x", "headers": {"\x1b": None}},
            "headers/\\x1b: expected a string, found null",
        ),
        (
            {"url": "http://h/x", "requestOptions": {"headers": {"A": []}}},
            "requestOptions/headers/A: expected a string, found an array",
        ),
        (
            {"url": "http://h/x", "bearer_token_env_var": 3},
            "bearer_token_env_var: expected a string, found a number",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(settings: dict[str, Any], reason: str) -> None:
    assert launch({"command": "x", **settings}) == Unusable(reason)


@pytest.mark.parametrize(
    "url",
    ["ftp://h/x", "ws://h/x", "file:///x", "h/x", "h:80/x", "${U}://h", "http:///x", "http://"],
)
def test_only_http_is_spoken(url: str) -> None:
    reason = "its URL is not spoken with: expected http:// or https://"
    assert launch({"url": url}) == Unusable(reason)


@pytest.mark.parametrize(
    "settings",
    [
        {"command": "x", "args": ["a", 3, 2.5, True]},
        {"command": "x", "env": None, "cwd": None, "url": None, "headers": []},
        {"command": "x", "env": {"A": 1, "B": True, "C": "c"}},
        {"url": "HTTPS://h/x", "command": None, "args": None, "env": [], "headers": None},
        {"url": "http://h/x", "headers": {"A": 1, "B": False}},
    ],
)
def test_what_its_client_takes_is_taken(settings: dict[str, Any]) -> None:
    assert not isinstance(launch(settings), Unusable)


def test_numbers_are_words() -> None:
    found = launch({"command": "x", "args": ["a", 3, 2.5, True]})
    assert isinstance(found, Program)
    assert [word.text for word in found.command] == ["x", "a", "3", "2.5", "true"]


odd = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.lists(st.none())
shapes = st.one_of(odd, st.lists(odd, max_size=3), st.dictionaries(st.text(max_size=3), odd))


@given(
    st.dictionaries(st.sampled_from(["args", "env", "cwd", "headers", "url", "env_vars"]), shapes)
)
def test_no_word_of_a_command_is_ever_lost(settings: dict[str, Any]) -> None:
    found = launch({"command": "x", **settings})
    if isinstance(found, Program):
        assert len(found.command) == 1 + len(settings.get("args", []))
