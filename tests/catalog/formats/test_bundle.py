"""MCP bundles: of the archive nothing but its manifest is unpacked, and that is bounded."""

from __future__ import annotations

import io
import json
import struct
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from tests.catalog.inputs import loaded, refusal, unknown
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST: dict[str, Any] = {
    "manifest_version": "0.3",
    "name": "weather",
    "version": "1.0.0",
    "server": {"type": "node", "entry_point": "index.js", "mcp_config": {"command": "node"}},
    "tools": [{"name": "forecast", "description": "Weather of a place."}],
}


def packed(
    manifest: Any = MANIFEST, how: int = ZIP_DEFLATED, others: dict[str, bytes] | None = None
) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w", how) as archive:
        for name, data in (others or {}).items():
            archive.writestr(name, data)
        if manifest is not None:
            text = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
            archive.writestr("manifest.json", text)
    return stream.getvalue()


@pytest.mark.parametrize("how", [ZIP_STORED, ZIP_DEFLATED])
@pytest.mark.parametrize(
    "name", ["weather.mcpb", "weather.dxt", "weather.zip", "WEATHER.MCPB", "weather"]
)
def test_the_manifest_of_an_archive(name: str, how: int, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(packed(how=how, others={"server": b"x" * 1000}))
    found = load([str(path)])
    (source,) = found.catalog.sources
    assert (found.files[0].format, source.name) == ("bundle", "weather")
    assert source.tools[0].unknown == ("schema",)


def test_an_archive_on_standard_input() -> None:
    assert loaded(packed()).files[0].format == "bundle"


def test_a_bundle_may_be_larger_than_what_is_read_of_it(tmp_path: Path) -> None:
    path = tmp_path / "weather.mcpb"
    path.write_bytes(packed(how=ZIP_STORED, others={"server": b"x" * 10_000}))
    assert load([str(path)], LoadOptions(max_bytes=2_000)).catalog.tool_count == 1


def test_bundles_of_a_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.mcpb").write_bytes(packed())
    (tmp_path / "b.dxt").write_bytes(packed())
    assert load([str(tmp_path)]).catalog.tool_count == 2


def test_a_manifest_that_unpacks_to_much_is_refused() -> None:
    bomb = packed(json.dumps(MANIFEST).encode() + b" " * 5_000_000)
    assert len(bomb) < 10_000
    error = refusal(bomb, LoadOptions(max_bytes=1_000_000))
    assert error.reason == "its manifest.json is larger than 1,000,000 bytes"
    assert error.hint == "raise the limit with --max-bytes"


def test_a_manifest_that_lies_about_its_size_is_refused() -> None:
    """The size in both headers is 10; what is packed is far more."""
    data = bytearray(packed(json.dumps(MANIFEST).encode() + b" " * 5_000_000))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.rindex(mark) + offset, 10)
    with pytest.raises(InputError):
        loaded(bytes(data), LoadOptions(max_bytes=1_000_000))


def test_an_archive_with_a_huge_directory_is_refused() -> None:
    data = bytearray(packed())
    struct.pack_into("<I", data, data.rindex(b"PK\x05\x06") + 12, 1 << 30)
    assert refusal(bytes(data)).reason == "has too many entries for a bundle"


def test_an_archive_in_an_archive_is_not_opened() -> None:
    assert "without a manifest.json" in refusal(packed(None, others={"inner": packed()})).reason


def test_a_manifest_below_another_folder_is_none() -> None:
    nested = {"../manifest.json": b"{}", "x/manifest.json": b"{}"}
    assert "without a manifest.json" in refusal(packed(None, others=nested)).reason


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("weather/manifest.json", "weather/manifest.json"),
        ("./manifest.json", "./manifest.json"),
        ("Manifest.json", "Manifest.json"),
        ("weather\\manifest.json", "weather\\manifest.json"),
        ("/manifest.json", "/manifest.json"),
        ("\x1b[2Jx/manifest.json", "\\x1b[2Jx/manifest.json"),
    ],
)
def test_a_manifest_at_another_place_is_named(name: str, shown: str) -> None:
    error = refusal(packed(None, others={"x": b"", name: b"{}"}))
    assert error.reason == "is a zip archive without a manifest.json"
    assert error.hint == f"a bundle has it at its top, this one has {shown}: pack it again"


def test_an_archive_without_entries() -> None:
    error = refusal(packed(None))
    assert error.reason == "is a zip archive without a manifest.json"
    assert (error.hint or "").startswith("an MCP bundle has one")


def test_two_manifests_are_refused() -> None:
    stream = io.BytesIO(packed())
    with ZipFile(stream, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("manifest.json", "{}")
    assert refusal(stream.getvalue()).reason == "holds 2 files of the name manifest.json"


def test_a_rare_packing_is_refused() -> None:
    assert "rare" in refusal(packed(how=ZIP_BZIP2)).reason


@pytest.mark.parametrize("cut", [4, 30, 100, -1])
def test_a_damaged_archive_is_refused(cut: int) -> None:
    assert "cannot be unpacked" in refusal(packed()[:cut]).reason


def test_a_locked_archive_is_refused() -> None:
    data = bytearray(packed())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.rindex(mark) + offset] |= 1
    assert refusal(bytes(data)).reason == "cannot be unpacked: its manifest.json is encrypted"


def test_tools_that_are_made_at_run_time_are_unknown() -> None:
    found = loaded({**MANIFEST, "tools_generated": True})
    assert unknown(found) == ["-: weather: it makes more tools as it runs"]
    assert found.catalog.tool_count == 1


@pytest.mark.parametrize("tools", [[], None])
def test_a_manifest_without_tools_names_a_server(tools: Any) -> None:
    error = refusal({**MANIFEST, "tools": tools})
    assert error.reason == "names 1 server but holds no tools"


def test_a_browser_s_manifest_is_no_bundle() -> None:
    browser = {"manifest_version": 3, "name": "x", "version": "1", "permissions": ["tabs"]}
    assert refusal(browser).reason == "names no tools"
