"""The example of each format is recognised as that format, and gives what its author meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.catalog.inputs import DEFAULT, refusal
from toolsearch_cli.catalog.formats import ENTRIES
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.errors import ServersOnlyError

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.catalog.model import Loaded

FORMATS = {entry.name: entry.format for entry in ENTRIES}

HELD: dict[str, dict[str, list[str]]] = {
    "native": {"weather": ["forecast"], "mail": ["send"]},
    "mcp": {"example": ["forecast"]},
    "inspector": {"example": ["forecast"]},
    "toolsnaps": {"folder": ["forecast"]},
    "fastmcp": {"weather": ["forecast"]},
    "mcporter": {"weather": ["forecast"]},
    "server_map": {"weather": ["forecast"], "mail": ["send"]},
    "openai": {"weather": ["forecast"], "mail": ["send"]},
    "anthropic": {"weather": ["forecast"]},
    "gemini": {"weather": ["forecast", "warnings"]},
    "request": {"weather": ["forecast"]},
    "openapi": {"Weather": ["getForecast", "post_places_place_forecast"]},
    "docker_tools": {"example": ["forecast", "warnings"]},
    "docker_catalog": {"weather": ["forecast", "warnings"], "shell": ["grep"]},
    "docker_profile": {"weather": ["forecast"]},
    "bundle": {"weather": ["forecast", "warnings"]},
    "smithery": {"@example/weather": ["forecast"]},
    "livemcpbench": {"weather": ["forecast"]},
    "server_list": {"Weather": ["forecast"]},
    "azure_tools": {"example": ["get_weather"]},
    "plugin": {"weather": ["weather_forecast", "weather_warnings"]},
    "arion": {"weather": ["forecast"]},
    "traffic": {"weather": ["forecast", "warnings"]},
    "har": {"weather.example": ["forecast"]},
}
"""Sources and tools of each example."""

NAMED_ONLY = {
    "openapi_by_tag": {
        "forecasts": ["getForecast"],
        "warnings": ["listWarnings", "addWarning"],
        "Weather": ["getHealth"],
    },
}
"""Formats that are read where they are named, and never found by looking."""

REFUSED = {
    "client_config": "names 2 servers but holds no tools",
    "server_manifest": "names 1 server but holds no tools",
    "registry": "names 2 servers but holds no tools",
    "langchain": "is LangChain's dump of objects: it holds no schemas",
    "answer": "is an answer of toolsearch (check/1), not a catalog",
}

UNKNOWN = {
    "native": "descriptions and schemas unknown for 1 tool of mail",
    "docker_tools": "schemas unknown for 2 tools of example",
    "docker_profile": "schemas unknown for 1 tool of weather",
    "docker_catalog": "descriptions and schemas unknown for 2 tools of weather",
    "bundle": "descriptions and schemas unknown for 1 tool, schemas unknown for 1 tool of weather",
    "server_list": "schemas unknown for 1 tool of Weather",
    "azure_tools": "schemas unknown for 1 tool of example",
    "plugin": "descriptions and schemas unknown for 2 tools of weather",
}
"""What each example does not tell of its tools."""


def example_loaded(name: str, folder: Path, options: LoadOptions = DEFAULT) -> Loaded:
    """Load a format's example from a file."""
    ending = ".snap" if name == "toolsnaps" else ".txt"
    folder = folder / "folder"
    folder.mkdir()
    path = folder / f"example{ending}"
    path.write_text(FORMATS[name].example, encoding="utf-8")
    return load([str(path)], options)


def test_every_format_has_an_example() -> None:
    assert {*HELD, *NAMED_ONLY, *REFUSED} == set(FORMATS)


@pytest.mark.parametrize("name", NAMED_ONLY)
def test_an_example_that_must_be_named(name: str, tmp_path: Path) -> None:
    found = example_loaded(name, tmp_path, LoadOptions(input_format=name))
    held = {source.name: [tool.name for tool in source.tools] for source in found.catalog.sources}
    assert held == NAMED_ONLY[name]
    assert not FORMATS[name].recognises(None)


@pytest.mark.parametrize("name", HELD)
def test_an_example_is_recognised_and_read(name: str, tmp_path: Path) -> None:
    found = example_loaded(name, tmp_path)
    assert found.files[0].format == name
    held = {source.name: [tool.name for tool in source.tools] for source in found.catalog.sources}
    assert held == HELD[name]


@pytest.mark.parametrize("name", HELD)
def test_what_a_format_cannot_tell_is_unknown(name: str, tmp_path: Path) -> None:
    said = [
        line for line in example_loaded(name, tmp_path).files[0].warnings if "unknown for" in line
    ]
    expected = f"{UNKNOWN[name]}: every count with them is a lower bound" if name in UNKNOWN else ""
    assert said == ([expected] if expected else [])
    assert bool(FORMATS[name].lacks) or name not in UNKNOWN or name == "native"


@pytest.mark.parametrize("name", HELD)
def test_an_example_is_read_when_its_format_is_named(name: str, tmp_path: Path) -> None:
    sniffed = example_loaded(name, tmp_path)
    (tmp_path / "again").mkdir()
    named = example_loaded(name, tmp_path / "again", LoadOptions(input_format=name))
    assert [source.name for source in named.catalog.sources] == [
        source.name for source in sniffed.catalog.sources
    ]
    assert named.catalog.tool_count == sniffed.catalog.tool_count


@pytest.mark.parametrize("name", REFUSED)
def test_an_example_without_tools_is_refused_with_the_way(name: str) -> None:
    error = refusal(FORMATS[name].example)
    assert error.reason == REFUSED[name]
    assert error.hint
    assert isinstance(error, ServersOnlyError) == (name in ("client_config", "registry"))
