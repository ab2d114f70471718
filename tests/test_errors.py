"""Errors: what each is worth, and hints that help."""

from __future__ import annotations

import pytest

from toolsearch_cli.errors import ExternalError, InputError, UsageError, nearest


def test_an_error_knows_its_exit_code_and_its_place() -> None:
    assert UsageError("no").exit_code == 2
    assert ExternalError("no").exit_code == 3
    error = InputError("expected an object", file="a.json", pointer="/tools/7")
    assert str(error) == error.message == "a.json: /tools/7: expected an object"
    assert error.reason == "expected an object"


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("gti", "did you mean git?"),
        ("github", "did you mean gitlab?"),
        ("xyz", "sources: git, gitlab, web"),
        ("lait", "sources: git, gitlab, web"),
        ("gi", "did you mean git?"),
        ("", "sources: git, gitlab, web"),
    ],
)
def test_the_nearest_word_is_suggested_or_all_are_listed(word: str, hint: str) -> None:
    assert nearest(word, ["git", "gitlab", "web", "git"], "sources") == hint


def test_the_beginning_of_a_long_word_is_near_and_three_letters_of_six_are_not() -> None:
    formats = ["mcp", "openai", "anthropic", "native"]
    assert nearest("anth", formats) == "did you mean anthropic?"
    assert nearest("nope", formats, "formats") == "formats: mcp, openai, anthropic, native"
    assert nearest("name", formats, "formats").startswith("formats: ")


def test_several_can_be_suggested_as_they_are_typed() -> None:
    said = nearest("tool_a", ["tool_b", "tool_c", "z"], before="--", most=2)
    assert said == "did you mean --tool_c or --tool_b?"
    assert nearest("q", [], "sources") == "sources: "
