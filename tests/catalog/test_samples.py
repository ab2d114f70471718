"""The samples are all there, addressable, described, and say where they came from."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from toolsearch_cli.catalog import samples
from toolsearch_cli.catalog.samples import SAMPLES, sample_files, sample_queries, samples_folder
from toolsearch_cli.errors import ExternalError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

EVERYDAY = (
    "context7", "fetch", "filesystem", "git", "github",
    "memory", "notion", "playwright", "slack", "time",
)  # fmt: skip
"""The ten servers of the story; the fleet holds the same files."""


def _read(path: Path) -> dict[str, Any]:
    raw = path.read_bytes()
    value: dict[str, Any] = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    return value


def _tool_count(name: str) -> int:
    return sum(len(_read(path)["tools"]) for _, path in sample_files(name))


@pytest.mark.parametrize(
    ("name", "files", "tools"),
    [
        ("cloudflare", 1, 2747),
        ("demo", 11, 2870),
        ("everyday", 10, 123),
        ("fleet", 81, 2613),
        ("plugins", 1, 6),
        ("reworded", 10, 123),
    ],
)
def test_each_sample_has_the_files_and_tools_that_it_promises(
    name: str, files: int, tools: int
) -> None:
    assert name in SAMPLES
    assert len(sample_files(name)) == files
    assert _tool_count(name) == tools


def test_no_sample_is_left_without_a_promise() -> None:
    assert SAMPLES == ("cloudflare", "demo", "everyday", "fleet", "plugins", "reworded")


def test_demo_is_everyday_beside_cloudflare() -> None:
    assert set(sample_files("demo")) == {*sample_files("everyday"), *sample_files("cloudflare")}


def test_everyday_holds_ten_servers_as_the_fleet_has_them() -> None:
    assert tuple(path.stem for _, path in sample_files("everyday")) == EVERYDAY
    fleet = {path.name: path for _, path in sample_files("fleet")}
    for _, path in sample_files("everyday"):
        assert path.read_bytes() == fleet[path.name].read_bytes()


def test_reworded_is_everyday_but_for_the_descriptions_of_one_server() -> None:
    before = {path.stem: _read(path) for _, path in sample_files("everyday")}
    after = {path.stem: _read(path) for _, path in sample_files("reworded")}
    assert after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == {"memory"}
    assert after["memory"]["source"].pop("changed")
    for one in (*before["memory"]["tools"], *after["memory"]["tools"]):
        del one["description"]
    assert after["memory"] == before["memory"]


def test_queries_that_ship_name_tools_of_their_sample() -> None:
    lines = sample_queries("everyday").read_text(encoding="utf-8").splitlines()
    tools = {
        f"{path.stem}/{one['name']}"
        for _, path in sample_files("everyday")
        for one in _read(path)["tools"]
    }
    for query in map(json.loads, lines):
        expected = query["expected"]
        assert {expected} if isinstance(expected, str) else set(expected) <= tools


def test_a_sample_without_queries_says_which_have_some() -> None:
    with pytest.raises(UsageError, match="no queries ship for sample 'demo'") as caught:
        sample_queries("demo")
    assert "sample:everyday" in (caught.value.hint or "")


@pytest.mark.parametrize("name", SAMPLES)
def test_files_come_in_alphabetical_order_under_names_that_can_be_typed(name: str) -> None:
    shown = [display for display, _ in sample_files(name)]
    assert shown == sorted(shown)
    for display, path in sample_files(name):
        assert display.startswith("sample:")
        assert display.endswith(path.name)


@pytest.mark.parametrize("spelling", ["fleet/github", "fleet/github.json"])
def test_one_file_of_a_sample_can_be_named(spelling: str) -> None:
    ((display, path),) = sample_files(spelling)
    assert display == "sample:fleet/github.json"
    assert _read(path)["name"] == "github"


def test_the_packed_file_is_found_without_its_ending() -> None:
    assert sample_files("demo/cloudflare") == sample_files("cloudflare")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("flet", "sample:fleet"),
        ("everday", "sample:everyday"),
        ("fleet/gihub", "sample:fleet/github"),
    ],
)
def test_a_typing_error_gets_a_suggestion(typed: str, meant: str) -> None:
    with pytest.raises(UsageError) as caught:
        sample_files(typed)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith(f"did you mean {meant}")


@pytest.mark.parametrize(
    "name", ["", "/", "nothing-like-it", "fleet/", "fleet/nothing", "fleet/../README", "README"]
)
def test_what_is_no_sample_is_refused_and_what_there_is_is_named(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        sample_files(name)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith(("did you mean sample:", "samples: sample:"))


def test_an_installation_without_samples_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "DIRECTORY", tmp_path / "toolsearch_cli" / "data")
    with pytest.raises(ExternalError, match="sample catalogs are missing") as caught:
        sample_files("demo")
    assert caught.value.hint is not None


def test_a_wheel_keeps_its_samples_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "toolsearch_cli" / "data" / "samples"
    (inside / "everyday").mkdir(parents=True)
    (inside / "everyday" / "git.json").touch()
    monkeypatch.setattr(samples, "DIRECTORY", inside.parent)
    assert sample_files("everyday") == (
        ("sample:everyday/git.json", inside / "everyday" / "git.json"),
    )


def _licence(source: dict[str, Any]) -> str:
    declared: str = source.get("license_declared") or source["license"]
    return declared


def provenance_table() -> list[str]:
    """The rows that README.md must hold, one a published file, from each file's `source`."""
    rows = []
    for display, path in (*sample_files("cloudflare"), *sample_files("fleet")):
        source = _read(path)["source"]
        count = len(_read(path)["tools"])
        cells = (
            f"`{display.removeprefix('sample:')}`",
            str(count),
            source["registry"],
            f"`{source['package']}`",
            source["version"],
            _licence(source),
        )
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def test_the_readme_states_provenance_and_licence_of_every_published_file() -> None:
    lines = (samples_folder() / "README.md").read_text(encoding="utf-8").splitlines()
    written = [line for line in lines if line.startswith(("| `fleet/", "| `cloudflare"))]
    assert written == provenance_table()


def test_the_plugin_is_our_own_and_says_so() -> None:
    ((_, path),) = sample_files("plugins")
    document = _read(path)
    assert document["kind"] == "plugin"
    assert "by hand" in document["source"]["written"]
    assert all(tool["name"].startswith("notes_") for tool in document["tools"])
