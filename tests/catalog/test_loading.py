"""What is found, in which order, under which name, and what is said of it."""

from __future__ import annotations

import gc
import gzip
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.catalog.inputs import TOOL, loaded, places, refusal, sources, tool, unknown
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def names(*patterns: object, options: LoadOptions | None = None) -> list[str]:
    found = load([str(pattern) for pattern in patterns], options or LoadOptions())
    return [source.name for source in found.catalog.sources]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("github.json", "github"),
        ("my.server.json", "my.server"),
        ("git.yaml", "git"),
        ("slack/tools.json", "slack"),
        ("slack/list.json", "slack"),
        ("slack/catalog.jsonl", "slack"),
        ("slack/index.yml", "slack"),
        ("slack/tools-list.json", "slack"),
        ("slack/Tools.json", "slack"),
        ("slack/toolset.json", "toolset"),
        (".json", ".json"),
        ("plain", "plain"),
    ],
)
def test_a_nameless_source_is_called_after_its_file(tmp_path: Path, path: str, name: str) -> None:
    assert names(write(tmp_path / path, {"tools": [TOOL]})) == [name]


def test_a_packed_file_is_called_after_both_endings(tmp_path: Path) -> None:
    path = tmp_path / "linear.json.gz"
    path.write_bytes(gzip.compress(json.dumps({"tools": [TOOL]}).encode()))
    assert names(path) == ["linear"]


def test_a_file_in_the_current_folder_takes_the_folder_s_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "jira" / "tools.json", {"tools": [TOOL]})
    monkeypatch.chdir(tmp_path / "jira")
    assert names("tools.json") == ["jira"]


def test_the_file_s_own_name_wins_over_the_option_and_the_option_over_the_stem(
    tmp_path: Path,
) -> None:
    named = write(tmp_path / "a.json", {"name": "own", "tools": [TOOL]})
    nameless = write(tmp_path / "b.json", {"tools": [TOOL]})
    assert names(named, nameless, options=LoadOptions(source_name="given")) == ["own", "given"]


def test_standard_input_is_called_stdin_unless_named() -> None:
    assert [source.name for source in sources({"tools": [TOOL]})] == ["stdin"]
    given = sources({"tools": [TOOL]}, LoadOptions(source_name=""))
    assert [source.name for source in given] == [""]


def test_order_is_the_order_given_and_nothing_is_merged(tmp_path: Path) -> None:
    zebra = write(tmp_path / "z.json", {"name": "zebra", "tools": [TOOL]})
    ape = write(tmp_path / "a.json", {"name": "ape", "tools": [tool("b"), tool("a"), tool("b")]})
    found = load([str(zebra), str(ape), str(zebra)])
    assert [source.name for source in found.catalog.sources] == ["zebra", "ape", "zebra"]
    assert [item.name for item in found.catalog.sources[1].tools] == ["b", "a", "b"]


def test_two_sources_of_one_name_and_different_kind_stay_apart() -> None:
    servers = [{"name": "github", "kind": kind, "tools": [TOOL]} for kind in ("mcp", "plugin")]
    found = [(source.name, source.kind) for source in sources({"servers": servers})]
    assert found == [("github", "mcp"), ("github", "plugin")]


def test_a_folder_is_read_sorted_its_own_files_first(tmp_path: Path) -> None:
    for path in ("b.json", "a.yaml", "sub/c.jsonl", "sub/deeper/d.json", "aa/e.json"):
        write(tmp_path / path, {"tools": [TOOL]})
    write(tmp_path / "notes.txt", {"tools": [TOOL]})
    write(tmp_path / ".hidden" / "h.json", {"tools": [TOOL]})
    assert names(tmp_path) == ["a", "b", "e", "c", "d"]


def test_a_file_without_tools_may_stand_in_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "package.json", {"name": "x", "version": "1"})
    write(tmp_path / "git.json", {"tools": [TOOL]})
    found = load([str(tmp_path)])
    assert [(file.format, file.tools) for file in found.files] == [("mcp", 1), (None, 0)]
    assert found.files[1].warnings == ("skipped: names no tools",)


def test_a_folder_of_files_without_tools_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "package.json", {"name": "x", "version": "1"})
    with pytest.raises(InputError, match="names no tools"):
        load([str(tmp_path)])
    write(tmp_path / "mcp.json", {"mcpServers": {"x": {"command": "x"}}})
    with pytest.raises(
        InputError, match="none of the 2 files of this folder holds tools"
    ) as caught:
        load([str(tmp_path)])
    assert "names 1 server but holds no tools" in (caught.value.hint or "")


def test_a_broken_file_in_a_folder_is_not_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "a.json", {"tools": [TOOL]})
    write(tmp_path / "b.json", '{"tools": [')
    with pytest.raises(InputError, match=r"b\.json: not JSON"):
        load([str(tmp_path)])


@pytest.mark.parametrize("holds", [[], ["notes.txt"], ["sub/readme.md"], [".git/x.json"]])
def test_a_folder_without_catalogs_is_refused(tmp_path: Path, holds: list[str]) -> None:
    for path in holds:
        write(tmp_path / path, "x")
    with pytest.raises(InputError, match="holds no catalogs") as caught:
        load([str(tmp_path)])
    assert "sample:" in (caught.value.hint or "")


def test_globs_are_expanded_here(tmp_path: Path) -> None:
    for path in ("b.json", "a.json", "sub/c.json"):
        write(tmp_path / path, {"tools": [TOOL]})
    assert names(tmp_path / "*.json") == ["a", "b"]
    assert names(tmp_path / "**" / "c.json") == ["c"]
    assert names(tmp_path / "[b].json") == ["b"]


def test_a_relative_glob(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "a.json", {"tools": [TOOL]})
    monkeypatch.chdir(tmp_path)
    found = load(["*.json"])
    assert found.files[0].file == "a.json"


def test_a_file_whose_name_looks_like_a_glob(tmp_path: Path) -> None:
    assert names(write(tmp_path / "a[1].json", {"tools": [TOOL]})) == ["a[1]"]


@pytest.mark.parametrize("pattern", ["missing.json", "no/such/*.json", "", "a\0b", "**x", "["])
def test_a_pattern_that_matches_nothing(pattern: str) -> None:
    with pytest.raises(InputError, match="there is no such file or folder") as caught:
        load([pattern])
    assert "sample:demo" in (caught.value.hint or "")


def test_no_pattern_and_standard_input_twice() -> None:
    with pytest.raises(UsageError):
        load([])
    with pytest.raises(UsageError, match="only once"):
        load(["-", "-"], LoadOptions(stdin=io.BytesIO(b"{}")))


def test_samples_are_displayed_by_their_name() -> None:
    found = load(["sample:everyday"])
    assert "sample:everyday/git.json" in [file.file for file in found.files]
    assert found.catalog.sources[0].provenance.file.startswith("sample:everyday/")
    with pytest.raises(UsageError):
        load(["sample:nothing"])


def test_each_file_gets_a_line(tmp_path: Path) -> None:
    path = write(tmp_path / "x.json", {"tools": [TOOL, 5, {"name": ""}]})
    (line,) = load([str(path)]).files
    assert (line.file, line.format, line.sources, line.tools) == (str(path), "mcp", 1, 1)
    assert line.lost == ("2 entries that are not tools",)
    assert line.warnings == (
        "/tools/1: skipped, not a tool: expected an object, found a number",
        "/tools/2: skipped, not a tool: its name is empty",
    )


def test_a_flood_of_warnings_is_counted() -> None:
    (line,) = loaded({"tools": [TOOL, *[None] * 500]}).files
    assert len(line.warnings) == 21
    assert line.warnings[-1] == "480 more warnings like these"
    assert line.lost == ("500 entries that are not tools",)


def test_entries_of_which_none_is_a_tool_are_no_empty_catalog() -> None:
    error = refusal({"tools": [5, {}]})
    assert str(error) == (
        "-: none of its entries is a tool: /tools/0: expected an object, found a number"
    )
    assert loaded({"tools": []}).catalog.tool_count == 0


def test_whose_tools_are_unknown_is_kept() -> None:
    silent = {"name": "dead", "status": "offline"}
    good = {"name": "up", "status": "ok", "tools": [TOOL]}
    found = loaded({"mode": "list", "servers": [good, silent]})
    assert unknown(found) == ["-: dead: it was offline"]
    assert loaded({"tools": [TOOL]}).catalog.unknown == ()


def test_strictly_an_entry_that_is_no_tool_is_an_error() -> None:
    error = refusal({"tools": [TOOL, {"description": "x"}]}, LoadOptions(strict=True))
    assert str(error) == "-: /tools/1: not a tool: it has no name"


def test_the_format_can_be_named_instead_of_sniffed() -> None:
    empty: dict[str, list[Any]] = {"git": []}
    assert refusal(empty).reason == "names no tools"
    (source,) = sources(empty, LoadOptions(input_format="server_map"))
    assert (source.name, source.tools) == ("git", ())


@pytest.mark.parametrize("name", ["native", "mcp", "openai", "anthropic", "request", "inspector"])
def test_a_named_format_that_does_not_fit_is_an_error(name: str) -> None:
    refusal({}, LoadOptions(input_format=name))


def test_an_unknown_format_gets_a_suggestion() -> None:
    with pytest.raises(UsageError) as caught:
        loaded({}, LoadOptions(input_format="anthropics"))
    assert (caught.value.hint or "").startswith("did you mean anthropic?")


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    refusal("{")
    assert gc.isenabled()
    gc.disable()
    try:
        loaded({"tools": []})
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_pointers_are_escaped_as_rfc_6901_says() -> None:
    (source,) = sources({"a/b~c": [TOOL]})
    assert places(source) == {"open_door": "/a~1b~0c/0"}
