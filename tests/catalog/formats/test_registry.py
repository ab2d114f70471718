"""Adding an input shape is one file and one line: a new one is recognised for every command."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from toolsearch_cli.catalog import formats
from toolsearch_cli.catalog.formats import ENTRIES, Entry, recognised
from toolsearch_cli.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

NEW_FORMAT = '''
"""One line of names: `tools: a b c`."""

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.model import Provenance, Source, Tool


def recognises(value):
    return isinstance(value, str) and value.startswith("tools:")


def read(document):
    place = Provenance(document.file)
    names = document.value.partition(":")[2].split()
    tools = tuple(Tool(name=name, provenance=place) for name in names)
    return (Source(name=document.source_name, tools=tools, provenance=place),)


FORMAT = Format(name="fake", summary="a line of names", recognises=recognises, read=read)
'''


def test_every_format_is_the_file_of_its_name() -> None:
    names = [entry.name for entry in ENTRIES]
    assert len(set(names)) == len(names)
    assert [entry.format.name for entry in ENTRIES] == names
    assert all(entry.format.summary for entry in ENTRIES)


def test_a_format_that_is_registered_is_recognised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "formats"
    folder.mkdir()
    (folder / "fake.py").write_text(NEW_FORMAT, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(folder)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(formats, "ENTRIES", (*ENTRIES, Entry("fake")))
    path = tmp_path / "names.json"
    path.write_text(json.dumps("tools: a b c"), encoding="utf-8")
    ran = CliRunner().invoke(app, ["tiers", str(path), "--json", "-v"])
    listed = CliRunner().invoke(app, ["formats", "fake", "--json"])
    sys.modules.pop("toolsearch_cli.catalog.formats.fake")
    assert json.loads(listed.stdout)["formats"][0]["summary"] == "a line of names"
    assert ran.exit_code == 0, ran.stderr
    (source,) = json.loads(ran.stdout)["scenarios"][0]["sources"]
    assert (source["source"], source["tools"]) == ("names", 3)
    assert f"{path}: fake, 1 source, 3 tools" in ran.stderr


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.signs], ids=lambda e: e.name)
def test_the_signs_of_a_format_hide_no_document_of_it(entry: Entry) -> None:
    """What is not looked at for want of a sign is nothing its format would have taken."""
    unsigned: dict[str, Any] = {"name": "a", "tools": [{"name": "b", "inputSchema": {}}]}
    assert entry.signs.isdisjoint(unsigned)
    assert not entry.format.recognises(unsigned)
    assert not entry.format.recognises([unsigned])
    form = recognised(unsigned)
    assert form is not None
    assert form.name == "native"
