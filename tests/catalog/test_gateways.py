"""A gateway's config beside the tools of its servers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.catalog.inputs import TOOL, unknown
from toolsearch_cli.catalog.gateways import reached
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import NoToolsError, ServersOnlyError

CONFIG: dict[str, Any] = {
    "dynamic_mcp_servers": [
        {"namespace": "github", "tool_disclosure_mode": "EAGER", "url": "http://127.0.0.1/"},
        {"namespace": "jira"},
    ],
    "search": {"max_allowable_results": 8},
}


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, document: Any) -> str:
    Path(name).write_text(json.dumps(document), encoding="utf-8")
    return name


def modes(*files: str) -> dict[str, bool]:
    """What the gateways say of each source that is reached, by name."""
    catalog = load(files).catalog
    return {catalog.sources[at].name: server.deferred for at, server in reached(catalog).items()}


def test_a_snapshot_named_as_the_server_gets_its_mode() -> None:
    config = write("arion.json", CONFIG)
    github, jira = write("github.json", {"tools": [TOOL]}), write("jira.json", [TOOL])
    other = write("other.json", {"name": "other", "tools": [TOOL]})
    assert modes(config, github, other, jira) == {"github": False, "jira": True}
    assert modes(github, config) == {"github": False}


def test_what_is_held_is_not_unknown() -> None:
    config = write("arion.json", CONFIG)
    github, jira = write("github.json", {"tools": [TOOL]}), write("jira.json", [TOOL])
    assert unknown(load([config, github])) == [
        "arion.json: jira: it is asked when the gateway runs"
    ]
    whole = load([config, github, jira])
    assert whole.catalog.unknown == ()
    assert [line.warnings for line in whole.files] == [(), (), ()]
    assert (whole.files[0].format, whole.files[0].sources) == ("arion", 0)
    assert [one.search for one in whole.catalog.gateways] == [{"max_allowable_results": 8}]


def test_settings_alone_are_of_use_beside_tools() -> None:
    search = write("search.json", {"search": {"max_allowable_results": 8}})
    with pytest.raises(NoToolsError, match="configures a gateway but holds no tools"):
        load([search])
    catalog = load([search, write("github.json", [TOOL])]).catalog
    assert (catalog.tool_count, catalog.gateways[0].search) == (1, {"max_allowable_results": 8})


def test_servers_alone_hold_no_tools_in_a_folder_either() -> None:
    Path("all").mkdir()
    write("all/arion.json", CONFIG)
    write("all/client.json", {"mcpServers": {"git": {"command": "x"}}})
    with pytest.raises(ServersOnlyError, match="names 2 servers but holds no tools"):
        load(["all"])
    write("all/github.json", [TOOL])
    assert modes("all") == {"github": False}


def test_tools_written_out_in_a_config_are_not_those_that_are_asked_for() -> None:
    inline = [{"namespace": "github", "name": "a", "disclosure_mode": "PROGRESSIVE"}]
    config = write("arion.json", {**CONFIG, "tools": inline})
    second = write("second.json", {"tools": inline})
    assert modes(config, second) == {}
    assert len(load([config, second]).catalog.unknown) == 2


def test_only_servers_are_reached() -> None:
    core = write("github.json", {"name": "github", "kind": "core", "tools": [TOOL]})
    assert modes(write("arion.json", CONFIG), core) == {}


def test_of_two_gateways_that_name_one_server_the_first_counts() -> None:
    first = write("first.json", CONFIG)
    second = write("second.json", {"dynamic_mcp_servers": [{"namespace": "github"}]})
    github = write("github.json", [TOOL])
    assert modes(first, second, github) == {"github": False}
    assert modes(second, first, github) == {"github": True}


def test_many_unknown_servers_are_counted() -> None:
    servers = [{"namespace": f"s{index}"} for index in range(50)]
    config = write("arion.json", {"dynamic_mcp_servers": servers})
    found = load([config, write("github.json", [TOOL])])
    assert len(found.files[0].warnings) == 21
    assert found.files[0].warnings[-1] == "30 more servers like these"
    assert len(found.catalog.unknown) == 50
