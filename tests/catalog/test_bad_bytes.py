"""Files that are not UTF-8 text, are too large, or cannot be read at all."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import zlib
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.inputs import TOOL, fail_or_load, only_tool, refusal
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.errors import InputError

WHOLE = json.dumps({"name": "git", "kind": "mcp", "tools": [TOOL]}, indent=1)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_utf8_loads_with_a_byte_order_mark_and_without(mark: str) -> None:
    text = mark + json.dumps(TOOL, ensure_ascii=False)
    assert only_tool(text).name == "open_door"


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_other_unicode_encodings_are_refused_by_name(encoding: str) -> None:
    error = refusal(WHOLE.encode(encoding))
    assert "not UTF-8" in error.reason
    assert error.hint == "save it as UTF-8 and try again"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"name": "\xff"}', "is not UTF-8: byte 10 is 0xff"),
        (b'\xef\xbb\xbf{"a": "\xe9"}', "is not UTF-8: byte 10 is 0xe9"),
        (b'{"a": "\xed\xa0\x80"}', "is not UTF-8: byte 7 is 0xed"),
        (b'{"a": "\xc3', "is not UTF-8: byte 7 is 0xc3"),
        ('{"a": "\u00e9"}'.encode("latin-1"), "is not UTF-8: byte 7 is 0xe9"),
    ],
)
def test_bytes_that_are_not_utf8_are_named(data: bytes, reason: str) -> None:
    assert refusal(data).reason == reason


NOISE = b"".join(hashlib.sha256(bytes([number])).digest() for number in range(60))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not text: byte 0 is 0x89, which is not UTF-8"),
        (b"\xff\xfe" + NOISE, "is not text: byte 0 is 0xff, which is not UTF-8"),
        (b"a\0" + b"\x01\xb8" + NOISE, "is not text: byte 3 is 0xb8, which is not UTF-8"),
        (b"\xff\xfe\x01\0" * 9, "is not text: byte 0 is 0xff, which is not UTF-8"),
        (b"SQLite format 3\0", "holds a NUL byte at offset 15"),
    ],
)
def test_what_is_no_text_is_not_called_text_of_another_encoding(data: bytes, reason: str) -> None:
    error = refusal(data)
    assert (error.reason, error.hint) == (reason, "is it a text file?")


@pytest.mark.parametrize(
    ("data", "offset"),
    [(b"\0", 0), (b'{"tools": []}\0', 13), (b'{"na\0me": 1}', 4), (b'{"tools": [\0]}', 11)],
)
def test_a_nul_byte_is_named(data: bytes, offset: int) -> None:
    assert refusal(data).reason == f"holds a NUL byte at offset {offset}"


def test_a_lone_surrogate_is_kept() -> None:
    assert only_tool(r'{"name": "a\ud800", "inputSchema": {}}').name == "a\ud800"


@pytest.mark.parametrize("pack", [False, True])
def test_a_file_that_is_too_large_is_refused(tmp_path: Path, *, pack: bool) -> None:
    data = json.dumps({"tools": []}).encode().ljust(1000)
    path = tmp_path / "x.json"
    path.write_bytes(gzip.compress(data) if pack else data)
    assert load([str(path)], LoadOptions(max_bytes=1000)).files[0].tools == 0
    with pytest.raises(InputError, match="larger than 999 bytes") as caught:
        load([str(path)], LoadOptions(max_bytes=999))
    assert "--max-bytes" in (caught.value.hint or "")


def test_standard_input_that_is_too_large_is_not_read_to_its_end() -> None:
    class Endless(io.RawIOBase):
        read_so_far = 0

        def read(self, size: int = -1, /) -> bytes:
            self.read_so_far += size
            return b" " * size

    stream = Endless()
    with pytest.raises(InputError, match="larger than 100,000 bytes"):
        load(["-"], LoadOptions(stdin=cast("BinaryIO", stream), max_bytes=100_000))
    assert stream.read_so_far == 100_001


@pytest.mark.parametrize("members", [1, 5])
def test_a_gzip_bomb_is_refused_before_it_unpacks(members: int) -> None:
    packed = gzip.compress(b" " * 50_000_000) * members
    assert "larger than" in refusal(packed, LoadOptions(max_bytes=1_000_000)).reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (gzip.compress(WHOLE.encode(), mtime=0)[:40], "the gzip data ends too early"),
        (gzip.compress(WHOLE.encode(), mtime=0)[:-4], "the gzip data ends too early"),
        (b"\x1f\x8b\x08\x00garbage and more of it", "cannot be unpacked"),
        (gzip.compress(WHOLE.encode(), mtime=0) + b"rest", "cannot be unpacked"),
        (gzip.compress(b"", mtime=0), "is empty"),
        (gzip.compress(gzip.compress(WHOLE.encode())), "is packed with gzip twice"),
    ],
)
def test_broken_gzip_is_refused(data: bytes, reason: str) -> None:
    assert refusal(data).reason.startswith(reason)


def test_gzip_is_recognised_by_its_content_and_in_several_members(tmp_path: Path) -> None:
    half = len(WHOLE) // 2
    packed = gzip.compress(WHOLE[:half].encode()) + gzip.compress(WHOLE[half:].encode())
    path = tmp_path / "x.json"
    path.write_bytes(packed + b"\0" * 10)
    assert load([str(path)]).catalog.tool_count == 1


@given(st.data())
def test_damaged_gzip_never_raises_anything_else(data: st.DataObject) -> None:
    packed = bytearray(zlib.compress(WHOLE.encode(), wbits=31))
    packed[data.draw(st.integers(2, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    fail_or_load(bytes(packed))


def test_a_missing_target_a_device_and_a_pipe_are_refused(tmp_path: Path) -> None:
    dangling = tmp_path / "dangling.json"
    dangling.symlink_to(tmp_path / "gone.json")
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for path, reason in (
        (str(dangling), "No such file"),
        (str(pipe), "not a regular file"),
        (os.devnull, "not a regular file"),
    ):
        with pytest.raises(InputError, match=reason) as caught:
            load([path])
        assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_a_file_and_a_folder_without_permission_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "x.json", tmp_path / "folder"):
        if path.suffix:
            path.write_text(WHOLE, encoding="utf-8")
        else:
            path.mkdir()
        path.chmod(0)
        with pytest.raises(InputError, match="cannot be read: Permission denied"):
            load([str(path)])
        path.chmod(0o700)


def test_an_error_of_the_system_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    path.write_text(WHOLE, encoding="utf-8")

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError) as caught:
        load([str(path)])
    assert str(caught.value) == f"{path}: cannot be read: Permission denied"


class Folder:
    """What a process reads from that was started with `< folder`."""

    def read(self, *_: int) -> bytes:
        raise IsADirectoryError(21, "Is a directory")


def test_standard_input_that_is_closed_or_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"^-: cannot be read: Is a directory$"):
        load(["-"], LoadOptions(stdin=cast("BinaryIO", Folder())))
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match=r"^-: standard input is closed$"):
        load(["-"])
