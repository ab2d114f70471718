"""Programs that are started: each in a process group of its own, which ends as a whole.

On Linux what left the group ends with it; elsewhere it lives on.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from contextlib import contextmanager, suppress
from subprocess import PIPE
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import anyio
import anyio.lowlevel

from toolsearch_cli.live.strays import MARK, are_running, strays, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from anyio.abc import Process

    from toolsearch_cli.live.configs import Program
    from toolsearch_cli.live.strays import Stray

_INHERITED: Final = frozenset(
    {
        *("APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROGRAMDATA"),
        *("PROCESSOR_ARCHITECTURE", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE"),
        *("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER", "USERNAME", "LANG"),
        *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE", "DOCKER_HOST"),
    }
)
_INHERITED_PREFIXES: Final = (
    "LC_",
    "XDG_",
    "NPM_CONFIG_",
    "UV_",
    "PIP_",
    "PYENV_",
    "NVM_",
    "VOLTA_",
)
_TO_END: Final = 1.0
"""Seconds to end by itself once its stdin is closed."""
_TO_END_WHEN_ASKED: Final = 2.0
"""Seconds to end once it is asked to."""
_INTERVAL: Final = 0.01
"""Seconds between two looks at whether it has."""

_groups: Final[dict[int, str]] = {}
"""The process groups that have not ended yet, each with its mark."""


def inherited(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what every server gets of an environment: what any program needs to run here.

    A server gets further variables, such as keys, where its config names them.
    """
    return {
        name: value
        for name, value in environment.items()
        if name.upper() in _INHERITED or name.upper().startswith(_INHERITED_PREFIXES)
    }


async def start(program: Program, environment: Mapping[str, str]) -> Process:
    """Start a program with pipes for its three streams, in a group of its own.

    Raises:
        OSError: It cannot be started.
        ValueError: Its command or environment holds a NUL character.
    """
    mark = uuid4().hex
    env = inherited(environment) | {name: value.text for name, value in program.env} | {MARK: mark}
    command = [word.text for word in program.command]
    if sys.platform == "win32":
        command[0] = shutil.which(command[0], path=env.get("PATH")) or command[0]
    with anyio.CancelScope(shield=True):  # or it might live on without anyone who knows it
        process = await anyio.open_process(
            command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=env,
            cwd=program.folder,
            start_new_session=sys.platform != "win32",
        )
        _groups[process.pid] = mark
    return process


async def stop(process: Process) -> None:
    """End a program and all it started: by closing its stdin, SIGTERM, SIGKILL.

    Takes a few seconds at most, and cannot be cancelled. What has ended already stays so.
    """
    if process.pid not in _groups:
        return
    with anyio.CancelScope(shield=True):
        apart = strays(process.pid, _groups[process.pid], leads=process.returncode is None)
        if process.stdin is not None:
            with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                await process.stdin.aclose()
        await ended(process, _TO_END)
        await _end_group(process, apart)
        await ended(process, _TO_END_WHEN_ASKED)
        await _close(process)
        _groups.pop(process.pid, None)


@contextmanager
def no_survivors() -> Iterator[None]:
    """Kill, on the way out, every group that was not ended in good order."""
    try:
        yield
    finally:
        for group, mark in tuple(_groups.items()):
            _kill(group)
            if sys.platform != "win32":
                tell(strays(group, mark), signal.SIGKILL)
            _groups.pop(group, None)


async def ended(process: Process, seconds: float) -> None:
    """Wait some seconds for a program to end; not for its pipes, which others may hold open."""
    for _ in range(round(seconds / _INTERVAL)):
        if process.returncode is not None:
            return
        await anyio.sleep(_INTERVAL)


async def _end_group(process: Process, apart: frozenset[Stray]) -> None:
    if sys.platform == "win32":
        tree = ["taskkill", "/PID", str(process.pid), "/T", "/F"]
        await anyio.run_process(tree, check=False)
        return
    mark = _groups[process.pid]
    apart |= strays(process.pid, mark, leads=process.returncode is None)
    tell(apart, signal.SIGTERM)
    # The group outlives its leader as long as anyone is in it.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGTERM)

    def have_ended() -> bool:
        is_group_gone = process.returncode is not None and not _is_alive(process.pid)
        return is_group_gone and not are_running(apart)

    if not await _until(have_ended):
        _kill(process.pid)
    apart |= strays(process.pid, mark)
    tell(apart, signal.SIGKILL)
    await _until(lambda: not are_running(apart))


async def _until(is_done: Callable[[], bool]) -> bool:
    """Wait until something is so, but not for ever; say whether it is."""
    for _ in range(round(_TO_END_WHEN_ASKED / _INTERVAL)):
        if is_done():
            return True
        await anyio.sleep(_INTERVAL)
    return is_done()


def _is_alive(group: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody is there
        return True
    return True


def _kill(group: int) -> None:
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


async def _close(process: Process) -> None:
    """Close the pipes; where a stranger holds their other end, the event loop's own end as well."""
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                await stream.aclose()
    inner = getattr(getattr(process, "_process", None), "_transport", None)
    if callable(close := getattr(inner, "close", None)):
        with suppress(PermissionError, ProcessLookupError):
            close()
    await anyio.lowlevel.checkpoint()
