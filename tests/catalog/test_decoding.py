"""Comments, trailing commas, JSON lines, joined files."""

from __future__ import annotations

import json

from tests.catalog.inputs import TOOL, only_tool, places, sources


def test_comments_and_trailing_commas() -> None:
    text = """// captured today
{
  /* one
     server */
  "name": "git", // its "name"
  "tools": [
    {"name": "a", "description": "see https://x.y/*z*/, and ,}", "inputSchema": {},},
  ],
}
"""
    assert only_tool(text).description == "see https://x.y/*z*/, and ,}"


def test_snapshots_one_a_line() -> None:
    text = "\n\n".join(json.dumps({"name": name, "tools": [TOOL]}) for name in "ab") + "\n"
    assert [(source.name, places(source)) for source in sources(text)] == [
        ("a", {"open_door": "/0/tools/0"}),
        ("b", {"open_door": "/1/tools/0"}),
    ]


def test_joined_files() -> None:
    text = "".join(json.dumps({"name": name, "tools": []}, indent=1) for name in "abc")
    assert [source.name for source in sources(text)] == ["a", "b", "c"]
