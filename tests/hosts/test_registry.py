"""Adding a host is one module and one line: a fake one is there for every command."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.hermes.releases import RELEASES
from toolsearch_cli.hosts.names import DEFAULT_HOST, HOST_NAMES, HOSTS
from toolsearch_cli.hosts.registry import host_named

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Disclosure
    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.hosts.scenario import Scenario


class Echo:
    """A host that does what hermes does under another name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._like: Host = host_named(DEFAULT_HOST)

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self._like, attribute)

    def disclose(self, catalog: Catalog, scenario: Scenario) -> Disclosure:
        return replace(self._like.disclose(catalog, scenario), host=self.name)


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> str:
    module = ModuleType("a_new_host")
    module.__dict__["host"] = Echo
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(HOSTS, "echo", module.__name__)
    return "echo"


@pytest.mark.parametrize(
    "words",
    [("tiers",), ("manifest",), ("check", "--max-tools", "9"), ("query", "x"), ("describe", "jot")],
    ids=lambda words: words[0],
)
def test_a_host_that_is_registered_is_there_for_every_command(
    words: tuple[str, ...], echo: str, tmp_path: Path
) -> None:
    path = catalog_file(tmp_path, *TRACKERS)
    ran = CliRunner().invoke(app, [*words, "-c", path, "--host", echo, "--json"])
    assert ran.exit_code == 0, ran.stderr
    assert set(re.findall(r'"host": "([^"]*)"', ran.stdout)) == {echo}


def test_every_name_gives_the_host_of_that_name() -> None:
    assert [host_named(name).name for name in HOST_NAMES] == list(HOST_NAMES)
    assert DEFAULT_HOST in HOST_NAMES


def test_every_release_is_a_host() -> None:
    of_hermes = [name for name in HOST_NAMES if name.partition("@")[0] == "hermes"]
    assert of_hermes == [release.name for release in RELEASES]


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("hermes@0.2", "did you mean hermes@0.22?"),
        ("hremes", "did you mean hermes?"),
        ("zz", f"hosts: {', '.join(HOST_NAMES)}"),
        ("", f"hosts: {', '.join(HOST_NAMES)}"),
    ],
)
def test_an_unknown_host_is_answered_with_the_nearest_or_with_all(typed: str, hint: str) -> None:
    with pytest.raises(UsageError, match="no such host") as caught:
        host_named(typed)
    assert caught.value.hint == hint
