"""Lines that are written beside the event loop: bounded, counted, and whole."""

from __future__ import annotations

import errno
import os
import threading
from typing import TYPE_CHECKING

import pytest

from tests.bridge.serving import PATIENCE
from toolsearch_cli.bridge.writing import LineFile, Writer

if TYPE_CHECKING:
    from pathlib import Path


def test_lines_are_written_in_their_order_and_wholly_before_the_end() -> None:
    written: list[str] = []
    writer = Writer(written.append)
    lines = [str(number) for number in range(500)]
    assert all(map(writer.put, lines))
    assert writer.close(PATIENCE)
    assert written == lines


def test_nobody_waits_for_a_reader_that_does_not_come_and_what_is_lost_is_counted() -> None:
    written: list[str] = []
    begun, reader = threading.Event(), threading.Event()

    def sink(line: str) -> None:
        begun.set()
        assert reader.wait(PATIENCE)
        written.append(line)

    writer = Writer(sink, most=2, note=lambda many: f"{many} lost")
    assert writer.put("first")
    assert begun.wait(PATIENCE)
    assert [writer.put(name) for name in "abcd"] == [True, True, False, False]
    assert not writer.close(0.01)
    assert not writer.put("late")
    reader.set()
    assert writer.close(PATIENCE)
    assert written == ["first", "a", "b", "2 lost", "1 lost"]


def test_what_was_lost_is_told_of_before_what_comes_after_it() -> None:
    written: list[str] = []
    gates = threading.Semaphore(0)
    taken = threading.Semaphore(0)

    def sink(line: str) -> None:
        taken.release()
        assert gates.acquire(timeout=PATIENCE)
        written.append(line)

    writer = Writer(sink, most=1, note=lambda many: f"{many} lost")
    for name in ("a", "b", "c"):
        writer.put(name)
        if name == "a":
            assert taken.acquire(timeout=PATIENCE)
    gates.release()
    assert taken.acquire(timeout=PATIENCE)  # "b" is taken, and there is room again
    assert writer.put("d")
    gates.release(3)
    assert writer.close(PATIENCE)
    assert written == ["a", "b", "1 lost", "d"]


def test_a_line_that_is_taken_in_parts_is_written_wholly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr("os.write", lambda file, text: real(file, text[:3]))
    path = tmp_path / "lines"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        LineFile(descriptor).add("a longer line")
    finally:
        os.close(descriptor)
    assert path.read_text(encoding="utf-8") == "a longer line\n"


def test_a_line_that_was_written_in_part_is_ended_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    room = [5, 0]

    def write(file: int, text: bytes) -> int:
        if not room:
            return real(file, text)
        if (most := room.pop(0)) == 0:
            raise OSError(errno.ENOSPC, "full")
        return real(file, text[:most])

    monkeypatch.setattr("os.write", write)
    path = tmp_path / "lines"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
    file = LineFile(descriptor)
    try:
        with pytest.raises(OSError, match="full"):
            file.add("the first")
        file.add("the second")
        file.add("the third")
    finally:
        os.close(descriptor)
    assert path.read_text(encoding="utf-8") == "the f\nthe second\nthe third\n"


def test_a_pipe_that_does_not_block_is_waited_for() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    text = "x" * (1 << 18)
    found: list[bytes] = []

    def read() -> None:
        with os.fdopen(reading, "rb") as file:
            found.append(file.read())

    reader = threading.Thread(target=read)
    reader.start()
    LineFile(writing).add(text)
    os.close(writing)
    reader.join(PATIENCE)
    assert found == [text.encode() + b"\n"]
