"""Standard streams that somebody closes, and lines that are no messages."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.bridge.serving import HELLO, PATIENCE
from tests.catalogs import TRACKERS, catalog_file
from tests.process.program import COMMAND, environment
from toolsearch_cli.errors import ExternalError

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def trackers(tmp_path: Path) -> str:
    return catalog_file(tmp_path, *TRACKERS)


@contextmanager
def piped(catalog: str) -> Iterator[Any]:
    """Run a bridge on pipes that the test holds."""
    with subprocess.Popen(
        [*COMMAND, "serve", "-c", catalog],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        yield process
        with suppress(BrokenPipeError):
            process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0


def send(process: Any, *messages: Any) -> None:
    for message in messages:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        process.stdin.write(line + b"\n")
    process.stdin.flush()


def test_nobody_needs_to_read_the_log(trackers: str) -> None:
    with piped(trackers) as process:
        process.stderr.close()
        send(process, {"jsonrpc": "2.0", "id": 7, "method": "ping"})
        assert json.loads(process.stdout.readline())["id"] == 7


def test_a_log_that_is_not_read_stops_nothing(trackers: str) -> None:
    """Its pipe takes some 64 KiB, then whoever writes to it waits."""
    name = "x" * 200
    asked = {"name": "tool_describe", "arguments": {"name": name}}
    with subprocess.Popen(
        [*COMMAND, "serve", "-c", trackers],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        send(process, HELLO)
        process.stdout.readline()
        for number in range(400):
            send(process, {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": asked})
            assert json.loads(process.stdout.readline())["id"] == number
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stderr is not None
        assert len(process.stderr.read()) > 60_000, "the test was not about a full pipe"


def test_a_client_that_reads_no_more_has_left(trackers: str) -> None:
    with piped(trackers) as process:
        send(process, HELLO)
        assert json.loads(process.stdout.readline())["id"] == 1
        process.stdout.close()
        with suppress(BrokenPipeError):
            for number in range(2, 12):
                send(process, {"jsonrpc": "2.0", "id": number, "method": "tools/list"})
                time.sleep(0.1)
        assert b"bug" not in process.stderr.read()


def test_lines_that_are_no_messages_are_passed_over(trackers: str) -> None:
    with piped(trackers) as process:
        odd = [b"rubbish", b"", b"[1, 2]", b"null", b"{}", b"\xff\xfe", b"[" * 100_000]
        send(process, *odd, HELLO, *odd)
        asked = {"name": "tool_search", "arguments": {"query": "archive"}}
        send(process, {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": asked})
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        assert [one["id"] for one in answers] == [1, 2]
        assert "mcp__linear__archive" in str(answers[1])


@pytest.mark.parametrize("given", ["ended", "open"])
def test_an_output_that_takes_no_more_is_not_a_bug_of_ours(given: str, trackers: str) -> None:
    with (
        Path("/dev/full").open("wb") as full,
        subprocess.Popen(
            [*COMMAND, "serve", "-c", trackers],
            stdin=subprocess.PIPE,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stderr is not None
        send(process, HELLO)
        if given == "ended":
            process.stdin.close()
        assert process.wait(timeout=PATIENCE) == ExternalError.exit_code
        said = process.stderr.read().decode().splitlines()
    assert said[-1] == "toolsearch: error: standard output: No space left on device"
    assert json.loads(said[-2])["event"] == "stopped"


def test_requests_that_are_none_are_refused_so_that_nobody_waits(trackers: str) -> None:
    ping = {"jsonrpc": "2.0", "id": "a", "method": "ping"}
    with piped(trackers) as process:
        odd: list[Any] = [
            {"jsonrpc": "2.0", "id": 5, "method": 7},
            {"jsonrpc": "1.0", "id": 6, "method": "ping"},
            {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": []},
            [ping, {"jsonrpc": "2.0", "method": "notifications/initialized"}, {**ping, "id": "b"}],
        ]
        send(process, HELLO, *odd, {**ping, "id": 8})
        answers = [json.loads(process.stdout.readline()) for _ in range(7)]
        by_id = {one["id"]: one for one in answers}
    assert {name for name, one in by_id.items() if "error" not in one} == {1, 8}
    refused = [by_id[name]["error"] for name in (5, 6, 7, "a", "b")]
    assert {one["code"] for one in refused} == {-32600}
    assert "Batches" in refused[-1]["message"]
