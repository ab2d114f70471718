"""Snapshots of one tool a file: the files of a folder are one server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.catalog.inputs import TOOL
from toolsearch_cli.catalog.loading import load

if TYPE_CHECKING:
    from pathlib import Path


def snaps(folder: Path, **tools: Any) -> Path:
    folder.mkdir(parents=True)
    for name, snapped in tools.items():
        (folder / f"{name}.snap").write_text(json.dumps(snapped), encoding="utf-8")
    return folder


def test_a_folder_of_snapshots_is_one_server(tmp_path: Path) -> None:
    tools = {name: {**TOOL, "name": name} for name in ("issue_read", "issue_write", "list_issues")}
    folder = snaps(tmp_path / "github" / "__toolsnaps__", **tools)
    found = load([str(folder)])
    (source,) = found.catalog.sources
    assert (source.name, source.is_named) == ("github", False)
    assert [tool.name for tool in source.tools] == list(tools)
    assert source.tools[1].provenance.file == str(folder / "issue_write.snap")
    assert {line.format for line in found.files} == {"toolsnaps"}


def test_a_glob_and_a_folder_above_find_the_same(tmp_path: Path) -> None:
    snaps(
        tmp_path / "pkg" / "github" / "__toolsnaps__",
        a={**TOOL, "name": "a"},
        b={**TOOL, "name": "b"},
    )
    for pattern in (tmp_path / "pkg", tmp_path / "pkg" / "github" / "__toolsnaps__" / "*.snap"):
        (source,) = load([str(pattern)]).catalog.sources
        assert (source.name, len(source.tools)) == ("github", 2)


def test_folders_are_servers_of_their_own(tmp_path: Path) -> None:
    snaps(tmp_path / "git" / "__toolsnaps__", a=TOOL)
    snaps(tmp_path / "mail" / "__toolsnaps__", a=TOOL)
    assert [one.name for one in load([str(tmp_path)]).catalog.sources] == ["git", "mail"]


def test_snapshots_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    """Jest and insta have files of this ending, in folders of other names."""
    other = snaps(tmp_path / "src" / "__snapshots__")
    (other / "App.test.js.snap").write_text("exports[`x`] = `y`;", encoding="utf-8")
    (tmp_path / "tools.json").write_text(json.dumps([TOOL]), encoding="utf-8")
    found = load([str(tmp_path)])
    assert len(found.files) == 1


def test_a_snapshot_without_a_name_has_that_of_its_file(tmp_path: Path) -> None:
    nameless = {key: value for key, value in TOOL.items() if key != "name"}
    folder = snaps(tmp_path / "door", open_door=nameless)
    (source,) = load([str(folder)]).catalog.sources
    assert (source.name, source.tools[0].name) == ("door", "open_door")


def test_variants_for_a_feature_flag_are_no_tools_of_their_own(tmp_path: Path) -> None:
    """A variant's file has the flag in its name, and the tool's own name inside."""
    folder = snaps(
        tmp_path / "github",
        issue_write={**TOOL, "name": "issue_write", "description": "plain"},
        issue_write_ff_fields={**TOOL, "name": "issue_write", "description": "flagged"},
        find_ff_a={**TOOL, "name": "find", "description": "first"},
        find_ff_b={**TOOL, "name": "find", "description": "second"},
    )
    found = load([str(folder)])
    (source,) = found.catalog.sources
    assert [(one.name, one.description) for one in source.tools] == [
        ("find", "first"),
        ("issue_write", "plain"),
    ]
    assert [(line.tools, line.lost) for line in found.files] == [
        (1, ()),
        (0, ("1 variant of a tool of another file",)),
        (1, ()),
        (0, ("1 variant of a tool of another file",)),
    ]
