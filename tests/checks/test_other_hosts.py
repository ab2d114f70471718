"""Checks of hosts other than hermes: their own limits, their listings, what they rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from tests.catalogs import catalog_file, source, tool
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path


def check(path: str, host: str, *words: str) -> str:
    return CliRunner().invoke(app, ["check", path, "--host", host, *words]).stdout


@pytest.fixture
def many(tmp_path: Path) -> str:
    """A catalog over the caps of several hosts, with a name that only some of them take."""
    tools = [tool(f"t{at:03}", "Does one thing.") for at in range(130)]
    return catalog_file(tmp_path, source("many", *tools, tool("x" * 62, "Does another.")))


@pytest.mark.parametrize(
    ("host", "caps", "names"),
    [
        ("cursor", "131 tools: cursor takes 40", "source and tool have 66 characters"),
        ("openai", "131 tools: openai takes 128", ""),
        ("copilot", "131 tools: copilot takes 128", "copilot: its name is cut at 64 characters"),
        ("gemini-cli", "", "gemini-cli: its name is cut to mcp_many_"),
        ("claude-code", "", ""),
        ("anthropic", "", ""),
    ],
)
def test_a_host_is_held_to_its_own_limits(many: str, host: str, caps: str, names: str) -> None:
    page = check(many, host, "--select", "TS203,TS207")
    lines = [line for line in page.splitlines() if "TS2" in line]
    assert len(lines) == bool(caps) + bool(names)
    for wanted in filter(None, (caps, names)):
        assert any(wanted in line for line in lines)
    assert "windsurf" not in page


def test_a_host_without_limits_of_its_own_is_held_to_all(many: str) -> None:
    page = check(many, "hermes", "--select", "TS207")
    assert "cursor takes 40, windsurf takes 100, copilot takes 128, openai takes 128" in page


def test_hosts_that_are_named_count_whatever_host_is_simulated(
    tmp_path: Path, many: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "toolsearch.yaml"
    settings.write_text("rules: {hosts: [windsurf]}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    page = check(many, "cursor", "--select", "TS207")
    assert "131 tools: windsurf takes 100;" in page


@pytest.mark.parametrize("host", ["claude-code", "cursor", "arion", "codex", "openai"])
def test_a_listing_without_a_budget_is_measured_all_the_same(many: str, host: str) -> None:
    page = check(many, host, "--select", "none", "--max-listing-tokens", "0")
    assert "TS103 error: tokens of the listing: found" in page
    assert "start with many" in page


@pytest.mark.parametrize("host", ["graph", "fastmcp", "gemini-cli"])
def test_what_lists_nothing_has_no_listing_to_measure(many: str, host: str) -> None:
    page = check(many, host, "--select", "none", "--max-listing-tokens", "0")
    assert f"{host} has no listing" in page


@pytest.mark.parametrize("host", ["eager", "gemini-cli", "copilot", "fastmcp"])
def test_only_hermes_has_tiers(tmp_path: Path, host: str) -> None:
    few = catalog_file(tmp_path, source("a", tool("b", "Does it.")))
    assert f"{host} has no tiers" in check(few, host, "--select", "none", "--max-tier", "0")


def test_where_no_source_takes_anything_none_is_blamed(many: str) -> None:
    page = check(many, "graph", "--select", "none", "--max-shown-tokens", "1")
    assert "all of it is what the host itself sends" in page


def test_a_host_that_ranks_servers_finds_a_server(tmp_path: Path) -> None:
    """Docker's search for a server's name finds the server, whatever its tools say."""
    two = catalog_file(
        tmp_path,
        source("weather", tool("forecast", "Say how hot it gets.")),
        source("post", tool("send", "Send a letter.")),
    )
    assert "TS404" not in check(two, "docker", "--select", "TS404")
    assert "TS404" in check(two, "fastmcp", "--select", "TS404")


def test_a_name_that_is_changed_for_another_s_sake_is_not_a_long_one(tmp_path: Path) -> None:
    """Codex gives each of two tools with one name a hash, which is no cut."""
    alike = (tool(name, "Read.") for name in ("read.page", "read-page"))
    two = catalog_file(tmp_path, source("docs", *alike))
    assert "TS203" not in check(two, "codex", "--select", "TS203")
    long = catalog_file(tmp_path, source("docs", tool("x" * 120, "Read.")))
    assert "codex: its name is over 126 characters" in check(long, "codex", "--select", "TS203")
