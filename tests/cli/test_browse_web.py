"""What `browse --web` hands to each tab: the same question, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from toolsearch_cli.cli.app import app
from toolsearch_cli.cli.browse import PORT
from toolsearch_cli.cli.command_table import CommandTable

if TYPE_CHECKING:
    from pathlib import Path

OF_THE_SERVER = {"web", "port"}
SAID_ONCE = {"show_settings"}
"""By the server, on its terminal."""

OPTIONS = (
    ("--catalog", "-dash.json"),
    ("--catalog", "new\nline ü \udcff.json"),
    ("--source", "a 'b' \"c\""),
    ("--input-format", "native"),
    ("--max-bytes", "77"),
    ("--split-prefix", "-"),
    ("--strict",),
    ("--host", "hermes@0.22,hermes"),
    ("--context", "8k"),
    ("--context", "16k,unknown"),
    ("--set", "naming=single"),
    ("--threshold-pct", "3"),
    ("--listing-max-tokens", "300"),
    ("--listing", "off"),
    ("--enabled", "on"),
    ("--only", "$(touch pwned)*"),
    ("--without", "; touch pwned"),
    ("--without", "--web"),
    ("--compare", "b c.json"),
    ("--compare", "--port"),
    ("--screen", "tools"),
)


def parsed(*words: str) -> dict[str, Any]:
    """Return the values of the command's parameters."""
    with CommandTable()["browse"].make_context("browse", list(words)) as context:
        return context.params


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the server is told, in place of being started."""
    told: dict[str, Any] = {}

    def serve(words: tuple[str, ...], **more: Any) -> None:
        told.update(more, words=words)

    monkeypatch.setattr("toolsearch_cli.tui.web.serve", serve)
    return told


def test_every_option_reaches_the_tab(told: dict[str, Any], tmp_path: Path) -> None:
    config = tmp_path / "some config.yaml"
    config.write_text("tools: {tool_search: {threshold_pct: 4}}")
    queries = tmp_path / "some queries.jsonl"
    queries.write_text('{"query": "send a mail", "expected": "mail/send"}')
    files = (("--config", str(config)), ("--queries", str(queries)))
    options = [word for option in (*OPTIONS, *files) for word in option]
    words = [*options, "--web", "--", "--first", "last.json"]
    asked = parsed(*words)
    given = {name for name, value in asked.items() if value not in (None, False, [])}
    known = {str(parameter.name) for parameter in CommandTable()["browse"].params}
    assert known - given == {"port", *SAID_ONCE}, "an option that is not tried here"
    ran = CliRunner().invoke(app, ["browse", *words])
    assert ran.exit_code == 0, ran.output
    command, *rest = told["words"]
    assert command == "browse"
    got = parsed(*rest)
    # A path is one more catalog.
    asked.update(catalog=(*asked["catalog"], *asked["paths"]), paths=got["paths"])
    assert not got["paths"]
    for name in known - OF_THE_SERVER - SAID_ONCE:
        assert got[name] == asked[name], name
    assert not got["web"]


@pytest.mark.parametrize(("words", "port"), [((), PORT), (("--port", "0"), 0)])
def test_the_port_is_fixed_unless_it_is_named(
    words: tuple[str, ...], port: int, told: dict[str, Any]
) -> None:
    ran = CliRunner().invoke(app, ["browse", "sample:everyday", "--web", *words])
    assert (ran.exit_code, told["port"]) == (0, port)


@pytest.mark.parametrize(
    ("words", "screen"),
    [((), "disclosure"), (("--compare", "b.json"), "compare"), (("--screen", "search"), "search")],
)
def test_a_tab_opens_the_same_screen(
    words: tuple[str, ...], screen: str, told: dict[str, Any]
) -> None:
    CliRunner().invoke(app, ["browse", "sample:everyday", "--web", *words])
    assert told["words"][-2:] == ("--screen", screen)
