"""Whatever is raised on the way becomes one line, except for a bug of ours."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from mcp.shared.exceptions import MCPError

from toolsearch_cli.live.failure import BrokenPromiseError, UpstreamError, failed, reason_of
from toolsearch_cli.live.hidden import Hidden, Redaction, Secret, redaction
from toolsearch_cli.live.wire import Tail, Wire

NOTHING = Redaction()


def reason(error: Exception, wire: Wire | None = None) -> str:
    found = reason_of(error, wire or Wire(), NOTHING)
    assert isinstance(found, UpstreamError)
    return found.reason


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (TimeoutError(), "did not answer in time"),
        (OSError(2, "No such file", "/x"), "cannot be started: /x: No such file"),
        (OSError("[Errno 5] broken"), "cannot be started: broken"),
        (BrokenPromiseError("goes in circles"), "goes in circles"),
        (ExceptionGroup("", [ExceptionGroup("", [TimeoutError()])]), "did not answer"),
        (ExceptionGroup("", [KeyError("k"), TimeoutError()]), "did not answer"),
    ],
)
def test_errors_become_reasons(error: Exception, said: str) -> None:
    assert reason(error).startswith(said)


@pytest.mark.parametrize(
    ("message", "wire", "said"),
    [
        ("Connection closed", Wire(), "closed the connection"),
        ("Connection closed", Wire(exit_code=2), "ended by itself with exit code 2"),
        ("SSE stream ended without a response", Wire(), "closed the connection"),
        ("no", Wire(), 'answered with an error: "no" (-32000)'),
        ("no", Wire(refusal="no", exit_code=2), 'answered with an error: "no" (-32000)'),
        ("Connection closed", Wire(refusal="no", exit_code=2), "ended by itself with exit code 2"),
    ],
)
def test_one_code_has_two_meanings(message: str, wire: Wire, said: str) -> None:
    assert reason(MCPError(-32000, message), wire) == said


def test_what_the_wire_knows_comes_first() -> None:
    wire = Wire()
    wire.give_up("sent too much")
    wire.give_up("and then more")
    assert reason(TimeoutError(), wire) == "sent too much"


def test_an_error_that_is_a_reason_stays_itself() -> None:
    told = UpstreamError("as told")
    assert reason_of(ExceptionGroup("", [KeyError("k"), told]), Wire(), NOTHING) is told


def test_a_bug_of_ours_stays_a_bug() -> None:
    bug = KeyError("ours")
    assert reason_of(ExceptionGroup("", [bug]), Wire(), NOTHING) is bug


def test_a_library_that_fails_is_the_server_s_doing() -> None:
    wrong: Any = 3
    with pytest.raises(TypeError) as caught:
        httpx2.URL(wrong)
    assert reason(caught.value).startswith("sent what the library httpx2 fails over: TypeError")


def test_a_reason_is_one_line_without_secrets_and_has_an_end() -> None:
    hidden = redaction([Secret("KEY", Hidden("planted-key"))])
    wire = Wire()
    wire.reject("planted-key\x1b[2J" + "x" * 1_000)
    wire.stderr.add(b"planted-key\r\n\xff\n" * 30)
    found = failed("said planted-key\nand more", wire, hidden)
    assert len(found.reason) == 300
    assert found.reason.startswith("said [hidden: KEY]\\nand more; wrote 1 line on its stdout")
    assert "planted" not in found.reason + str(found.stderr)
    assert found.stderr == ("[hidden: KEY]", "\ufffd") * 10


def test_no_line_of_a_tail_begins_in_the_middle() -> None:
    tail = Tail()
    for number in range(20_000):
        tail.add(f"{number} planted-{number}\n".encode())
    lines = tail.lines()
    assert lines[-1] == "19999 planted-19999"
    assert all(line == f"{n} planted-{n}" for line in lines for n in [line.split()[0]])
    assert sum(map(len, lines)) < 70_000
    whole = Tail()
    whole.add(b"x" * 200_000)
    whole.add(b"y" * 200_000 + b"\nlast")
    assert whole.lines() == ("last",)
