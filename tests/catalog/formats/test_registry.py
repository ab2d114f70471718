"""Adding an input shape is one file and one line: a fake one is recognised for every command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from typer.testing import CliRunner

from toolsearch_cli.catalog import loading
from toolsearch_cli.catalog.document import Document, Format
from toolsearch_cli.catalog.formats import FORMATS
from toolsearch_cli.catalog.model import Json, Provenance, Source, Tool
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_every_format_has_a_name_of_its_own_and_a_summary() -> None:
    names = [form.name for form in FORMATS]
    assert len(set(names)) == len(names)
    assert all(form.summary for form in FORMATS)


def recognises(value: Json) -> bool:
    return isinstance(value, str) and value.startswith("tools:")


def read(document: Document) -> tuple[Source, ...]:
    """Read `tools: a b c`."""
    place = Provenance(document.file)
    names = str(document.value).partition(":")[2].split()
    tools = tuple(Tool(name=name, provenance=place) for name in names)
    return (Source(name=document.source_name, tools=tools, provenance=place),)


def test_a_format_that_is_registered_is_recognised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = Format(name="fake", summary="a line of names", recognises=recognises, read=read)
    monkeypatch.setattr(loading, "FORMATS", (*FORMATS, fake))
    path = tmp_path / "names.json"
    path.write_text(json.dumps("tools: a b c"), encoding="utf-8")
    ran = CliRunner().invoke(app, ["tiers", str(path), "--json", "-v"])
    assert ran.exit_code == 0, ran.stderr
    (source,) = json.loads(ran.stdout)["scenarios"][0]["sources"]
    assert (source["source"], source["tools"]) == ("names", 3)
    assert f"{path}: fake, 1 sources, 3 tools" in ran.stderr
