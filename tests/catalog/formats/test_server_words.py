"""What a config says in numbers, and what a list of servers says of those that did not answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.formats.client_config import command_words
from toolsearch_cli.catalog.loading import LoadOptions, load

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.catalog.model import Json


def test_numbers_among_arguments_are_words() -> None:
    server: dict[str, Json] = {"command": "python3", "args": ["s.py", "--port", 8080, True, 1.5]}
    assert list(command_words(server)) == ["python3", "s.py", "--port", "8080", "true", "1.5"]


def test_a_server_of_another_status_than_ok_is_unknown_not_empty(tmp_path: Path) -> None:
    one = {"name": "calc", "status": "ok", "tools": [{"name": "add", "inputSchema": {}}]}
    other = {"name": "auth", "status": "auth", "tools": []}
    path = tmp_path / "all.json"
    path.write_text(json.dumps({"mode": "list", "servers": [one, other]}), encoding="utf-8")
    loaded = load((str(path),), LoadOptions())
    assert [source.name for source in loaded.catalog.sources] == ["calc"]
    assert any("auth" in warning for warning in loaded.files[0].warnings)
