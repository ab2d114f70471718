"""An MCP server on standard streams, without any SDK, that behaves as it is told to.

    python odd_server.py BEHAVIOUR

It keeps each method that it is asked for in the file that `ODD_LOG` names, one a line, and what it
started in the file that `ODD_CHILDREN` names, one process id a line.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

TOOLS: Final[list[dict[str, Any]]] = [
    {
        "zeta": {"unknown": [1, 2.0, None]},
        "name": "open_door",
        "description": "Opens a door \u2013 at once.",
        "inputSchema": {"type": "object", "properties": {"door": {"type": "string"}}},
        "icons": [],
    },
    {"name": "odd", "description": 5, "inputSchema": []},
]
PAGES: Final = [TOOLS[:1], [], TOOLS[1:]]
HUNDRED_MEGABYTES: Final = 100_000_000
DEEP: Final = 1_000


def send(message: dict[str, Any]) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}))


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def log(variable: str, text: str) -> None:
    if file := os.environ.get(variable):
        with Path(file).open("a", encoding="utf-8") as stream:
            stream.write(text + "\n")


def sleep_for_ever() -> None:
    while True:
        time.sleep(60)


def leave_child(*, apart: bool = False, patient: bool = False, **more: Any) -> None:
    """Start a program that outlives whoever waits for this one only."""
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)" if patient else ""
    child = subprocess.Popen(
        [sys.executable, "-c", f"import signal, time\n{deaf}\ntime.sleep(60)"],
        stdin=subprocess.DEVNULL,
        start_new_session=apart,
        **more,
    )
    log("ODD_CHILDREN", str(child.pid))


def leave_daemon() -> None:
    """Start a program as a daemon is: in a session of its own, and by a parent that has ended."""
    if (child := os.fork()) == 0:
        os.setsid()
        leave_child(apart=True)
        os._exit(0)
    os.waitpid(child, 0)


def introduction(asked: dict[str, Any], behaviour: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "protocolVersion": asked["params"]["protocolVersion"],
        "capabilities": {"tools": {"listChanged": True}},
        "serverInfo": {"name": "odd-server", "version": "1.2.3", "colour": "green"},
        "instructions": "Knock first.",
    }
    if behaviour == "without-tools":
        result["capabilities"] = {"prompts": {}}
    elif behaviour == "of-the-future":
        result["protocolVersion"] = "2999-01-01"
    elif behaviour == "not-valid":
        del result["serverInfo"]
    elif behaviour == "tells-secrets":
        result["instructions"] = f"The key is {os.environ['ODD_TOKEN']}."
    return result


def page(number: int, behaviour: str) -> dict[str, Any]:
    one = {"tools": TOOLS[:1]}
    if behaviour == "pages":
        more = {"nextCursor": str(number + 1)} if number + 1 < len(PAGES) else {}
        return {"tools": PAGES[number], **more}
    if behaviour == "tells-secrets":
        token = os.environ["ODD_TOKEN"]
        return {"tools": [{**TOOLS[0], "description": f"Sends {token}", token: sys.argv}]}
    pages: dict[str, dict[str, Any]] = {
        "endless": {**one, "nextCursor": str(number + 1)},
        "circles": {**one, "nextCursor": "1"},
        "odd-cursor": {**one, "nextCursor": 7},
        "no-list": {"tools": {"open_door": TOOLS[0]}},
    }
    return pages.get(behaviour, {"tools": TOOLS})


def refuse(asked: dict[str, Any], message: str, code: int = -32603) -> None:
    send({"id": asked["id"], "error": {"code": code, "message": message}})


def die() -> None:
    complain("cannot find my keys")
    sys.exit(3)


def print_rubbish() -> None:
    write("Listening on the door...")
    write('{"not": "a message"}')


def print_nothing_but_rubbish() -> None:
    write("<html>404</html>")
    sleep_for_ever()


def die_while_a_child_holds_the_pipes() -> None:
    leave_child()
    sys.exit(4)


def complain_at_length() -> None:
    complain("x" * 200_000)
    for number in range(2_000):
        complain(f"line {number} " + "y" * 100)
    sys.exit(1)


def leave_child_and_hang() -> None:
    """Ask for patience in every way there is."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    leave_child()
    sleep_for_ever()


AT_ONCE: Final = {
    "dies": die,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "rubbish": print_rubbish,
    "only-rubbish": print_nothing_but_rubbish,
    "hangs": sleep_for_ever,
    "deaf": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
    "children": leave_child,
    "orphans": leave_child,
    "apart": lambda: leave_child(apart=True),
    "apart-and-deaf": lambda: leave_child(apart=True, patient=True),
    "apart-and-nameless": lambda: leave_child(apart=True, env={}),
    "daemon": leave_daemon,
    "children-and-hang": leave_child_and_hang,
    "holds-pipes": die_while_a_child_holds_the_pipes,
    "talkative": complain_at_length,
}
"""What is done before anyone says anything."""


def discovered(behaviour: str) -> dict[str, Any]:
    """How a server introduces itself that knows only the versions without a handshake."""
    return {
        "resultType": "complete",
        "supportedVersions": ["2026-07-28" if behaviour == "of-today" else "2999-01-01"],
        "capabilities": {"tools": {}},
        "instructions": "Knock first.",
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "new-server", "version": "9"}},
    }


def ask_back(asked: dict[str, Any]) -> None:
    """Ask the client something, and wait for what it says, before answering."""
    for number, method in enumerate(("ping", "roots/list", "sampling/createMessage", "no/such")):
        send({"id": f"s{number}", "method": method, "params": {}})
        while json.loads(sys.stdin.readline()).get("id") != f"s{number}":
            pass
    send({"method": "notifications/message", "params": {"level": "info", "data": 1}})
    send({"id": asked["id"], "result": page(0, "good")})


def refuse_and_die(asked: dict[str, Any]) -> None:
    """Say no under the code that the SDK has for closed connections, and end."""
    refuse(asked, "the door is locked", -32000)
    sys.exit(6)


def die_later(asked: dict[str, Any]) -> None:
    complain("the floor gave way")
    sys.exit(5)


def send_a_lot(asked: dict[str, Any]) -> None:
    sys.stdout.write('{"jsonrpc": "2.0", "result": {"tools": ["')
    for _ in range(HUNDRED_MEGABYTES // 1_000_000):
        sys.stdout.write("x" * 1_000_000)
    write(f'"]}}, "id": {asked["id"]}}}')


def send_deep(asked: dict[str, Any]) -> None:
    nested = "[" * DEEP + "]" * DEEP
    write(f'{{"jsonrpc": "2.0", "id": {asked["id"]}, "result": {{"tools": {nested}}}}}')


LATER: Final = {
    "error": lambda asked: refuse(asked, "the door\x1b[31m is stuck"),
    "asks-back": ask_back,
    "says": lambda asked: write(sys.argv[2].replace("ID", str(asked["id"]))),
    "hangs-later": lambda _: sleep_for_ever(),
    "dies-later": die_later,
    "locked": lambda asked: refuse(asked, "Connection closed", -32000),
    "locked-and-dies": refuse_and_die,
    "huge": send_a_lot,
    "deep": send_deep,
}
"""What is done when the tools are asked for."""


def listed(asked: dict[str, Any], behaviour: str) -> None:
    if behaviour in LATER:
        LATER[behaviour](asked)
        return
    number = int((asked.get("params") or {}).get("cursor") or 0)
    send({"id": asked["id"], "result": page(number, behaviour)})


def answer(asked: dict[str, Any], behaviour: str) -> None:
    method = asked["method"]
    if method == "initialize":
        if behaviour in ("of-today", "of-no-day"):
            refuse(asked, "no handshake here", -32022)
        elif behaviour == "error-at-once":
            refuse(asked, "not today")
        elif behaviour == "tells-secrets-in-errors":
            complain(f"the key {os.environ['ODD_TOKEN']} of {sys.argv} is no good")
            write(f"no good: {os.environ['ODD_TOKEN']}")
            refuse(asked, f"bad key {os.environ['ODD_TOKEN']} for {sys.argv[-1]}")
        else:
            send({"id": asked["id"], "result": introduction(asked, behaviour)})
    elif method == "server/discover":
        send({"id": asked["id"], "result": discovered(behaviour)})
    elif method == "tools/list":
        listed(asked, behaviour)
    elif "id" in asked:
        refuse(asked, "no such method", -32601)


def main() -> None:
    behaviour = sys.argv[1]
    if behaviour in AT_ONCE:
        AT_ONCE[behaviour]()
    for line in sys.stdin:
        asked = json.loads(line)
        log("ODD_LOG", asked["method"])
        answer(asked, behaviour)
    if behaviour in ("deaf", "children"):
        sleep_for_ever()


if __name__ == "__main__":
    main()
