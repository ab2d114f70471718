"""The hosts of vendors through the commands that a user types."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from toolsearch_cli.cli.app import app
from toolsearch_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

VENDORS = ("claude-code", "anthropic", "openai", "copilot", "cursor", "gemini-cli")
SEARCHING = ("claude-code", "anthropic")
STANDING = {
    "claude-code": "1 schema sent, 6 tools deferred and named; ToolSearch loads their schemas",
    "anthropic": "1 schema sent; tool_search_tool_bm25 finds 6 deferred, none named",
    "openai": "1 schema sent; 2 namespaces shown for 5 functions; 1 function shown by name",
    "copilot": "all shown: 7 schemas sent",
    "cursor": "1 schema sent, 6 tools by name, their schemas in files",
    "gemini-cli": "eager: 7 schemas sent",
}


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("host", VENDORS)
def test_tiers_says_what_the_host_has_instead(trackers: str, host: str) -> None:
    page = run("tiers", "-c", trackers, "--host", host)
    assert STANDING[host] in page
    assert "TIER" not in page


@pytest.mark.parametrize("host", VENDORS)
def test_check_passes_a_small_catalog(trackers: str, host: str) -> None:
    assert run("check", trackers, "--host", host).startswith("ok")


@pytest.mark.parametrize("host", VENDORS)
def test_hosts_lists_every_setting(host: str) -> None:
    page = run("hosts", host)
    settings = {
        "claude-code": ("enable_tool_search", "max_mcp_description_length", "alwaysLoad"),
        "anthropic": ("variant", "defer_loading", "results"),
        "openai": ("group", "eager"),
        "copilot": ("virtualTools.threshold", "model", "built_in_tools"),
        "cursor": ("max_tools",),
        "gemini-cli": (),
    }
    for key in settings[host]:
        assert key in page


@pytest.mark.parametrize("host", SEARCHING)
def test_a_ranking_that_is_not_public_is_approximate(trackers: str, host: str) -> None:
    page = run("query", "archive ticket", "-c", trackers, "--host", host)
    assert "approximate" in page.splitlines()[0]
    found = json.loads(run("query", "archive", "-c", trackers, "--host", host, "--json"))
    assert found["fidelity"] == "approximate"


@pytest.mark.parametrize("host", sorted(set(VENDORS) - set(SEARCHING)))
def test_a_search_that_is_not_simulated_is_said_so(trackers: str, host: str) -> None:
    result = CliRunner().invoke(app, ["query", "archive", "-c", trackers, "--host", host])
    assert isinstance(result.exception, UsageError)
    assert f"{host} has no search that can be simulated" in str(result.exception)


def test_the_manifest_is_what_the_model_reads(trackers: str) -> None:
    page = run("manifest", "-c", trackers, "--host", "claude-code")
    assert "mcp__github__create_issue\nmcp__github__list_issues" in page
    assert "linear" in run("manifest", "-c", trackers, "--host", "openai")


def test_sweep_says_from_which_context_on_auto_loads_everything(trackers: str) -> None:
    page = run(
        *("sweep", "-c", trackers, "--host", "claude-code", "--context", "1k"),
        *("--set", "enable_tool_search=auto"),
    )
    assert "tokens of schemas are deferred up to a context of" in page


def test_a_mode_outside_its_range_is_clamped_and_warned_of(trackers: str) -> None:
    result = CliRunner().invoke(
        app,
        [
            *("tiers", "-c", trackers, "--host", "claude-code"),
            "--set",
            "enable_tool_search=auto:200",
        ],
    )
    assert result.exit_code == 0
    assert "auto:200 is taken as auto:100" in result.stderr


def test_a_pattern_that_is_invalid_gives_the_error_of_the_api(trackers: str) -> None:
    words = ("-c", trackers, "--host", "anthropic", "--set", "variant=regex")
    found = json.loads(run("query", "(", *words, "--json"))
    assert found["result"]["content"]["error_code"] == "invalid_pattern"


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("anthropic", "! The API takes only A-Z a-z 0-9 _ - in a name, not docs__read.page."),
        ("cursor", "! Server and tool have 69 characters together; over 60 Cursor leaves it out."),
    ],
)
def test_a_tool_that_a_host_drops_is_described_as_dropped_with_the_reason(
    tmp_path: Path, host: str, reason: str
) -> None:
    tools = [{"name": name, "description": "Read a page."} for name in ("read.page", "x" * 65)]
    catalog = catalog_file(tmp_path, {"name": "docs", "tools": tools})
    name = "docs/read.page" if host == "anthropic" else "docs/" + "x" * 65
    page = run("describe", name, "-c", catalog, "--host", host)
    assert "dropped: the host keeps it from the model" in page
    assert reason in page
    record = json.loads(run("describe", name, "-c", catalog, "--host", host, "--json"))
    assert record["standing"] == "dropped"


def test_what_the_api_refuses_is_not_found(tmp_path: Path) -> None:
    tools = [{"name": name, "description": "Read a page."} for name in ("read.page", "read_all")]
    catalog = catalog_file(tmp_path, {"name": "docs", "tools": tools})
    for variant in ("regex", "bm25"):
        page = run(
            "query", "page", "-c", catalog, "--host", "anthropic", "--set", f"variant={variant}"
        )
        assert "docs__read_all" in page
        assert "docs__read.page" not in page


@pytest.mark.parametrize("host", ["gemini-cli", "copilot"])
def test_a_host_that_sends_all_has_no_bridge_to_speak_of(trackers: str, host: str) -> None:
    page = run("describe", "linear/archive", "-c", trackers, "--host", host)
    assert "eager: its schema is sent up front\n" in page
