"""A test that lacks a program is skipped, except where the program is required."""

from __future__ import annotations

import pytest

from tests.programs import program

ABSENT = "no-program-has-this-name"


def test_a_program_that_is_there_is_found() -> None:
    assert program("sh").endswith("/sh")


@pytest.mark.parametrize("required", ["", "tmux", f"{ABSENT}-either"])
def test_an_absent_program_skips_with_the_reason(
    required: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLSEARCH_REQUIRE", required)
    with pytest.raises(pytest.skip.Exception, match=f"{ABSENT} is not installed"):
        program(ABSENT)


def test_an_absent_program_fails_where_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLSEARCH_REQUIRE", f"tmux,{ABSENT}")
    with pytest.raises(pytest.fail.Exception, match="TOOLSEARCH_REQUIRE"):
        program(ABSENT)
