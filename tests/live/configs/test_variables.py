"""References in configs, and what fills them in."""

from __future__ import annotations

import pytest

from toolsearch_cli.live.configs.variables import UnfilledError, Variables, expand

KNOWN = Variables(
    environment={"A": "one", "EMPTY": "", "LIKE": "${A}"},
    inputs={"key": "asked"},
    places={"workspaceFolder": "/project", "A_PLACE": "/a"},
)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("plain $A {A} $$", "plain $A {A} $$"),
        ("${A}/${env:A}/${A_PLACE}", "one/one//a"),
        ("${A:-two} ${EMPTY:-two} ${NONE:-two} ${NONE:-}|", "one two two |"),
        ("${env:NONE:-a:-b}", "a:-b"),
        ("${EMPTY}", ""),
        ("${input:key}", "asked"),
        ("${{ secrets.A }} ${{secrets.org/A}}", "one ${{secrets.org/A}}"),
        ("{env:A}", "one"),
        ("${workspaceFolder}${/}x", "/project/x"),
        ("${LIKE}", "${A}"),
        ("${", "${"),
    ],
)
def test_references_are_filled_in_once(text: str, filled: str) -> None:
    assert expand(text, KNOWN)[0] == filled


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("${NONE}", "needs the environment variable NONE, which is not set"),
        ("${env:NONE}", "needs the environment variable NONE, which is not set"),
        ("${{ secrets.NONE }}", "needs the environment variable NONE, which is not set"),
        ("${input:a-b.c}", "set the environment variable TOOLSEARCH_INPUT_A_B_C"),
        ("${command:x.y}", "${command:x.y}: only its client can fill that in"),
        ("${config:x}", "${config:x}: only its client can fill that in"),
        ("${a-b:-planted}", "${a-b:-...}: only its client can fill that in"),
        ("${a b=planted}", "${a b=...}: only its client can fill that in"),
        ("${}", "${}: only its client can fill that in"),
        ("{file:~/.key}", "{file:~/.key}: only its client reads files into a config"),
    ],
)
def test_what_nothing_fills_in_is_said(text: str, said: str) -> None:
    with pytest.raises(UnfilledError) as caught:
        expand(text, KNOWN)
    assert said in str(caught.value)


def test_what_a_server_is_given_comes_before_what_its_user_has() -> None:
    known = Variables(environment={"A": "user", "B": "user"}, own={"A": "own", "C": "own"})
    text, used = expand("${A} ${B} ${C} ${env:A}", known)
    assert text == "own user own user"
    assert [one.name for one in used] == ["A", "B", "C", "A"]
    with pytest.raises(UnfilledError):
        expand("${env:C}", known)


def test_an_input_is_answered_by_the_environment_too() -> None:
    known = Variables(environment={"TOOLSEARCH_INPUT_MY_KEY": "set"})
    text, used = expand("${input:my-key}", known)
    assert text == "set"
    assert [(one.name, one.is_input) for one in used] == [("my-key", True)]


def test_gemini_writes_variables_without_braces() -> None:
    bare = Variables(environment={"A": "one"}, bare=True)
    assert expand("$A/$NONE/${A}", bare)[0] == "one/$NONE/one"


def test_what_went_in_is_told_and_not_shown() -> None:
    _, used = expand("${A:-x} ${NONE:-default}", KNOWN)
    assert [(one.name, one.text) for one in used] == [("A", "one"), ("NONE", "default")]
    assert "one" not in repr(KNOWN)
