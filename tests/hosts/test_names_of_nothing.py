"""A setting that names tools says which of its names no tool of the catalog has."""

from __future__ import annotations

import pytest

from tests.catalogs import catalog, source, tool
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope
from toolsearch_cli.hosts.simple.host import SimpleHost

CATALOG = catalog(
    source("github", tool("Create_Issue", "Open an issue.")), source("git", tool("log", "Show."))
)
NAMING = [
    (host.name, setting.key)
    for host in map(host_named, HOST_NAMES)
    if isinstance(host, SimpleHost)
    for setting in host.settings
    if setting.names_tools
]


def said(host: str, key: str, value: str, *only: str) -> list[str]:
    scenario = Scenario(host=host, context=None, options={key: value}, scope=Scope(only=only))
    notes = host_named(host).disclose(CATALOG, scenario).notes
    return [str(note) for note in notes if note.code == "names-nothing"]


def test_there_are_hosts_with_such_settings() -> None:
    assert len(NAMING) > 6


@pytest.mark.parametrize(("host", "key"), NAMING)
def test_a_name_of_nothing_is_said_with_the_nearest(host: str, key: str) -> None:
    assert said(host, key, "github") == []
    assert said(host, key, "gthub,github,zzz") == [
        f"{key}: gthub is no tool and no source of this catalog. Did you mean github?",
        f"{key}: zzz is no tool and no source of this catalog.",
    ]


@pytest.mark.parametrize(("host", "key"), NAMING)
def test_what_is_out_of_scope_is_there_all_the_same(host: str, key: str) -> None:
    assert said(host, key, "github", "git") == []


@pytest.mark.parametrize(("host", "key"), NAMING)
def test_a_default_is_nobodys_mistake(host: str, key: str) -> None:
    notes = host_named(host).disclose(CATALOG, Scenario(host=host, context=None)).notes
    assert [note for note in notes if note.code == "names-nothing"] == []
