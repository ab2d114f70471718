"""`toolsearch serve`: what is refused before anything is served."""

from __future__ import annotations

import json
import socket
import sys
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from tests.process.program import run
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import ExternalError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def refused(*words: str) -> UsageError:
    error = CliRunner().invoke(app, ["serve", *words]).exception
    assert isinstance(error, UsageError), repr(error)
    return error


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x",
        ":8080",
        "127.0.0.1:",
        "70000",
        "-1",
        "1.5",
        "127.0.0.1:x",
        "\u0664\u0662",
        "1" * 5000,
    ],
)
def test_an_address_that_is_none_is_refused(address: str, trackers: str) -> None:
    assert "[HOST:]PORT" in refused("-c", trackers, f"--http={address}").message


def test_a_port_that_is_taken_is_not_ours_to_mend(trackers: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("serve", "-c", trackers, "--http", str(port))
    assert ran.code == ExternalError.exit_code
    assert f"--http 127.0.0.1:{port}" in ran.said[0]


def test_no_sample_is_served_in_place_of_a_catalog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "catalog" in refused().message


def test_a_host_whose_bridge_is_only_shown_is_refused(trackers: str) -> None:
    assert "arion" in (refused("-c", trackers, "--host", "codex").hint or "")


def test_several_scenarios_cannot_be_served_at_once(trackers: str) -> None:
    assert "one --host" in refused("-c", trackers, "--context", "8k,200k").message


def test_a_scope_that_names_nothing_is_refused(trackers: str, tmp_path: Path) -> None:
    assert "no such source" in refused("-c", trackers, "--only", "gitub").message
    servers = config(tmp_path, git={"command": "git"})
    assert "no such source" in refused("--upstream", servers, "--only", "gitub").message
    assert "no server" in refused("--upstream", servers, "--without", "git").message


def test_a_catalog_and_servers_exclude_each_other(trackers: str, tmp_path: Path) -> None:
    servers = config(tmp_path, git={"command": "git"})
    assert "--upstream" in refused("--upstream", servers, "-c", trackers).message


@pytest.mark.parametrize(
    "option",
    [
        "--allow-host=x",
        "--max-body=1",
        "--max-sessions=1",
        "--max-requests=1",
        "--max-arrival=1",
    ],
)
def test_what_is_for_http_is_refused_without_it(option: str, trackers: str) -> None:
    name = option.partition("=")[0]
    assert refused("-c", trackers, option).message == f"{name} is for --http"


def test_over_a_snapshot_there_are_no_calls_to_end(trackers: str) -> None:
    assert "--upstream" in refused("-c", trackers, "--max-call", "9").message


def test_a_catalog_cannot_come_from_where_the_client_speaks() -> None:
    assert "standard input" in refused("-c", "-").message


def test_whoever_listens_for_others_without_a_token_is_warned(trackers: str) -> None:
    ran = run("serve", "-c", trackers, "--http", "192.0.2.1:80")
    assert ran.code == ExternalError.exit_code  # no machine has this address
    assert "TOOLSEARCH_SERVE_TOKEN" in ran.said[0]


def test_a_token_that_is_blank_protects_nothing(
    trackers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLSEARCH_SERVE_TOKEN", " ")
    assert "blank" in refused("-c", trackers, "--http", "0").message


def test_a_config_without_servers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text("{}", encoding="utf-8")
    assert run("serve", "--upstream", str(path)).code == 2


def test_a_server_that_is_switched_off_stays_so(tmp_path: Path) -> None:
    servers = config(tmp_path, off={"command": "x", "disabled": True})
    ran = run("serve", "--upstream", servers)
    assert ran.code == 2
    assert "off is not started" in ran.said[0]


def test_without_the_extra_it_says_what_to_install(
    trackers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.startswith("toolsearch_cli.bridge")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.shared.exceptions", None)
    error = CliRunner().invoke(app, ["serve", "-c", trackers]).exception
    assert isinstance(error, ExternalError), repr(error)
    assert "toolsearch-cli[live]" in (error.hint or "")


def config(folder: Path, **servers: dict[str, Any]) -> str:
    path = folder / "mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return str(path)
