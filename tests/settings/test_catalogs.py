"""Which catalogs a run is about, and what is said to those who name none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.catalog.places import find
from toolsearch_cli.catalog.samples import SAMPLES
from toolsearch_cli.cli.command_table import CommandTable
from toolsearch_cli.errors import ToolsearchError, UsageError
from toolsearch_cli.settings.catalogs import FALLBACK, VARIABLE, choose_catalogs
from toolsearch_cli.settings.project import Project

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTHING: Mapping[str, str] = {}
OF_PROJECT = Project(file=Path("toolsearch.yaml"), catalogs=("mine.json",))


def chosen(
    *named: str,
    project: Project = OF_PROJECT,
    variables: Mapping[str, str] = NOTHING,
    allowed: bool = True,
) -> tuple[tuple[str, ...], str]:
    choice = choose_catalogs(named, project, variables, sample_allowed=allowed)
    return choice.patterns, choice.origin


def test_the_nearest_to_the_command_decides() -> None:
    everywhere = {VARIABLE: "variable.json"}
    assert chosen("a.json", "-", variables=everywhere) == (("a.json", "-"), "command line")
    assert chosen(variables=everywhere) == (("variable.json",), VARIABLE)
    assert chosen() == (("mine.json",), "toolsearch.yaml")
    assert chosen(project=Project()) == ((FALLBACK,), "sample")


def test_an_empty_variable_names_nothing() -> None:
    assert chosen(variables={VARIABLE: ""}) == chosen()


def test_a_variable_may_name_several_and_samples_among_them() -> None:
    given = os.pathsep.join(["a.json", "sample:fleet", "b"])
    assert chosen(variables={VARIABLE: given})[0] == ("a.json", "sample:fleet", "b")


@pytest.mark.parametrize(("allowed", "ci"), [(False, ""), (True, "true"), (True, "TRUE")])
def test_no_sample_stands_in_where_a_machine_asks(ci: str, *, allowed: bool) -> None:
    with pytest.raises(UsageError, match="no catalog named") as caught:
        chosen(project=Project(), variables={"CI": ci}, allowed=allowed)
    assert caught.value.hint is not None
    assert VARIABLE in caught.value.hint


def test_every_sample_is_named_wherever_they_are_listed() -> None:
    (option,) = [one for one in CommandTable()["tiers"].params if one.name == "catalog"]
    with pytest.raises(ToolsearchError) as caught:
        find(["no-such-file"])
    for listed in (getattr(option, "help", ""), caught.value.hint or ""):
        assert [name for name in SAMPLES if name not in listed] == []
