"""What is suggested next asks the same question: every option given is written again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from tests.process.program import run_on_terminal
from toolsearch_cli.cli.again import again
from toolsearch_cli.cli.app import app
from toolsearch_cli.cli.choices import InputFormat
from toolsearch_cli.cli.option_groups import CatalogOptions, ScenarioOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

VALUES: Mapping[Any, Any] = {
    list[str]: ["a b", "$(c)"],
    str: "x; y",
    int: 7,
    bool: True,
    Path: Path("some file.yaml"),
    InputFormat: InputFormat.server_map,
}


def filled(group: Any) -> Any:
    """Return an option group with a value in every field."""
    kinds = {
        field: next(kind for kind in VALUES if kind == hint or kind in get_args(hint))
        for field, hint in get_type_hints(group).items()
    }
    return group(**{field: VALUES[kind] for field, kind in kinds.items()})


def test_nothing_given_is_nothing_written() -> None:
    assert again(CatalogOptions(), ScenarioOptions()) == ""


@pytest.mark.parametrize("command", ["tiers", "manifest", "query", "describe"])
def test_what_is_written_parses_into_the_same_options(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each field of both groups, with what a shell would take apart."""
    catalogs, scenario = filled(CatalogOptions), filled(ScenarioOptions)
    words = shlex.split(again(catalogs, scenario, ["more"]))
    seen: list[tuple[CatalogOptions, ScenarioOptions]] = []

    def gather(console: object, catalog: Any, scenario: Any, *_: object, **__: object) -> None:
        del console
        seen.append((catalog, scenario))
        raise KeyboardInterrupt

    monkeypatch.setattr("toolsearch_cli.cli.inputs.gather", gather)
    asked = [] if command in ("tiers", "manifest") else ["x"]
    CliRunner().invoke(app, [command, *asked, *words])
    ((again_catalogs, again_scenario),) = seen
    assert again_catalogs == catalogs._replace(catalog=[*catalogs.catalog, "more"])
    assert again_scenario == scenario._replace(show_settings=False)


def test_the_next_command_finds_what_this_one_found(tmp_path: Path) -> None:
    path = catalog_file(tmp_path, *TRACKERS)
    asked = ("-c", path, "--host", "hermes@0.22", "--set", "naming=single", "--only", "linear")
    ran = run_on_terminal("query", "archive", *asked, "--color", "never", columns=400)
    (step,) = [line for line in ran.text.splitlines() if line.startswith("next: ")]
    command = step.removeprefix("next: ").partition("   ")[0]
    program, *words = shlex.split(command)
    assert (program, words[0], words[1]) == ("toolsearch", "describe", "mcp_linear_archive")
    assert tuple(words[2:]) == asked
    assert run_on_terminal(*words).code == 0
