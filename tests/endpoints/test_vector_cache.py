"""Vectors on disk: found again by text, model and dimensions; no disk makes a search fail."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.endpoints.vector_cache import DiskCache, cache_folder, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.endpoints.vectors import Vector

VECTOR: Vector = array("f", [0.6, -0.8])


def the_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_a_vector_is_found_by_its_text_model_and_dimensions(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "new" / "folder")
    cache.save({"text": VECTOR, "é\ud800": VECTOR}, "m", 2)
    again = DiskCache(tmp_path / "new" / "folder")
    assert again.load(["text", "é\ud800", "unknown"], "m", 2) == {"text": VECTOR, "é\ud800": VECTOR}
    assert again.load(["text"], "other", 2) == {}
    assert again.load(["text"], "m", 3) == {}
    assert again.load(["xt"], "mte", 2) == {}


def test_no_text_is_on_the_disk_and_a_vector_takes_few_bytes(tmp_path: Path) -> None:
    DiskCache(tmp_path).save({"a planted text": VECTOR}, "m", 2)
    file = the_file(tmp_path)
    assert b"planted" not in file.read_bytes()
    assert len(pack(VECTOR)) == 2 * 4 + 4
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0


def _not_a_database(file: Path) -> None:
    file.write_bytes(b"no database at all " * 100)


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _overwritten(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xaa" * (len(whole) - 100))


@pytest.mark.parametrize("damage", [_not_a_database, _cut, _emptied, _overwritten])
def test_a_damaged_file_holds_nothing_and_is_replaced(
    damage: Callable[[Path], None], tmp_path: Path
) -> None:
    cache = DiskCache(tmp_path)
    cache.save({str(number): VECTOR for number in range(500)}, "m", 2)
    damage(the_file(tmp_path))
    assert cache.load(["0"], "m", 2) in ({}, {"0": VECTOR})
    cache.save({"new": VECTOR}, "m", 2)
    assert cache.load(["new"], "m", 2) == {"new": VECTOR}


def test_a_damaged_file_is_replaced_by_the_first_that_writes(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    cache.save({"old": VECTOR}, "m", 2)
    _not_a_database(the_file(tmp_path))
    cache.save({"new": VECTOR}, "m", 2)
    assert cache.load(["new"], "m", 2) == {"new": VECTOR}


@pytest.mark.parametrize(
    "packed",
    [None, "text", 7, b"", pack(VECTOR)[:-1], pack(VECTOR) + b"\0", b"\0" + pack(VECTOR)[1:]],
)
def test_a_damaged_vector_is_not_there(packed: object) -> None:
    assert unpack(packed, 2) is None


def test_a_packed_vector_is_the_same_on_every_machine() -> None:
    assert pack(array("f", [1.0, -2.0])).hex() == "0000803f000000c0" + "562687c3"
    assert unpack(pack(VECTOR), 2) == VECTOR


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = DiskCache(tmp_path / "file" / "below")
    cache.save({"text": VECTOR}, "m", 2)
    assert cache.load(["text"], "m", 2) == {}


def test_a_file_that_cannot_be_opened_keeps_nothing(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    cache.save({"text": VECTOR}, "m", 2)
    file = the_file(tmp_path)
    file.unlink()
    file.mkdir()
    cache.save({"text": VECTOR}, "m", 2)
    assert cache.load(["text"], "m", 2) == {}


def test_the_oldest_are_forgotten_when_the_file_is_too_large(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, most_bytes=4096 * 4)
    long: Vector = array("f", [0.05] * 400)
    for number in range(40):
        cache.save({str(number): long}, "m", 400)
    kept = cache.load(map(str, range(40)), "m", 400)
    assert "39" in kept
    assert "0" not in kept
    assert the_file(tmp_path).stat().st_size < 4096 * 12


def test_processes_may_write_at_the_same_time(tmp_path: Path) -> None:
    program = (
        "import sys; from array import array; from pathlib import Path;"
        "from toolsearch_cli.endpoints.vector_cache import DiskCache;"
        "cache = DiskCache(Path(sys.argv[1]));"
        "[cache.save({sys.argv[2] + str(n): array('f', [0.6, 0.8])}, 'm', 2) for n in range(20)]"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), name]) for name in "ab"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    wanted = [name + str(number) for name in "ab" for number in range(20)]
    assert list(DiskCache(tmp_path).load(wanted, "m", 2)) == wanted


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"TOOLSEARCH_CACHE": "here", "XDG_CACHE_HOME": "/x"}, Path("here")),
        ({"XDG_CACHE_HOME": "/x", "LOCALAPPDATA": "/y"}, Path("/x/toolsearch")),
        ({"XDG_CACHE_HOME": "x", "LOCALAPPDATA": "/y"}, Path("/y/toolsearch")),
        ({}, Path.home() / ".cache" / "toolsearch"),
    ],
)
def test_the_folder_is_the_users(environ: dict[str, str], folder: Path) -> None:
    assert cache_folder(environ) == folder
