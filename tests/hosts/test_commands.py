"""The commands with `--host` of a gateway or agent: what its user reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from typer.testing import Result

HOSTS = ("codex", "fastmcp", "toolhive", "litellm", "docker")

SHOWN = {
    "codex": "tool_search over 123 deferred tools; 10 namespaces are shown, no names of tools",
    "fastmcp": "tools/list: 0 pinned, search_tools and call_tool; 123 hidden",
    "toolhive": "tools/list: find_tool and call_tool for 123 tools",
    "litellm": "tools/list: 4 virtual tools; mcp_tool_search finds 123",
    "docker": "6 tools of the gateway; 0 of 10 servers added, 0 schemas sent",
}
BEST = {
    "codex": "mcp__github__create_issue",
    "fastmcp": "create_issue",
    "toolhive": "github_create_issue",
    "litellm": "github-create_issue",
    "docker": "github",
}


def run(command: str, host: str, *arguments: str) -> Result:
    result = CliRunner().invoke(
        app, [command, *arguments, "-c", "sample:everyday", "--host", host], env={"COLUMNS": "200"}
    )
    assert result.exit_code in (0, 1), result.output
    return result


def record(command: str, host: str, *arguments: str) -> Any:
    return json.loads(run(command, host, *arguments, "--json").stdout)


@pytest.mark.parametrize("host", HOSTS)
def test_tiers_says_what_there_is_instead_of_tiers(host: str) -> None:
    assert SHOWN[host] in run("tiers", host).stdout
    (answer,) = record("tiers", host)["scenarios"]
    assert answer["host"] == host


@pytest.mark.parametrize("host", HOSTS)
def test_the_array_is_the_host_s_own_tools(host: str) -> None:
    sent = json.loads(run("manifest", host, "--array").stdout)
    assert len(sent) == {"codex": 1, "docker": 6, "litellm": 4}.get(host, 2)


@pytest.mark.parametrize("host", HOSTS)
def test_query_finds_the_tool_or_its_server(host: str) -> None:
    assert BEST[host] in run("query", host, "create issue").stdout
    answer = record("query", host, "create issue")
    (explained,) = answer["explain"]
    assert BEST[host] in [hit["name"] for hit in explained["hits"]]
    assert explained["ranks"] == ("server" if host == "docker" else "tool")
    assert {hit["source"] for hit in explained["hits"]} <= {
        *("context7", "fetch", "filesystem", "git", "github", "memory", "notion"),
        *("playwright", "slack", "time"),
    }


@pytest.mark.parametrize("host", HOSTS)
def test_check_works_and_hosts_knows_it(host: str) -> None:
    assert run("check", host).stdout
    result = CliRunner().invoke(app, ["hosts", host])
    assert (result.exit_code, host in result.stdout) == (0, True)


def test_code_mode_of_codex_has_no_search() -> None:
    result = CliRunner().invoke(
        app, ["query", "x", "-c", "sample:everyday", "--host", "codex", "--set", "mode=code"]
    )
    assert isinstance(result.exception, UsageError)
    assert "code mode" in str(result.exception)


def test_docker_says_what_adding_a_server_costs() -> None:
    assert (
        "mcp-add sends all tools of a server: github 26 tools"
        in run("query", "docker", "create issue").stdout
    )


def test_describe_of_a_tool_whose_server_is_ranked() -> None:
    answer = record("describe", "docker", "github/create_issue")
    assert (answer["standing"], answer["own"]) == ("deferred", None)
