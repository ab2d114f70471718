"""An MCP server on standard streams, written by hand: it can send what no SDK would.

Run as a program: its argument is a file to which it adds its process id. It does not start while
the file exists that BARRED names, says nothing of changes to its list where SILENT is set, does not
answer to tools/list while the file exists that HUNG names, and adds the methods of notifications
that it hears to the file HEARD. Its tools do what their names say; `babble` answers with the line
that it is given, with ID for the request's id, and `never` not at all.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

_writing = threading.Lock()
_extra: list[str] = []


def tool(name: str, *required: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": f"The tool {name}.", "inputSchema": schema}


TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
TOOLS = [
    tool("echo", "text", text=TEXT, number=NUMBER),
    tool("picture"),
    tool("structured"),
    tool("odd"),
    tool("fails"),
    tool("refuses"),
    tool("slow", seconds={"type": "number"}, text=TEXT),
    tool("big", "size", size=NUMBER),
    tool("steps", pause={"type": "number"}),
    tool("grow"),
    tool("die"),
    tool("environment", "variable", variable=TEXT),
    tool("babble", "line", line=TEXT),
    tool("never"),
]
ODD = ("refuses", "babble", "never")
"""Tools whose calls have no result."""
PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
RESULTS: dict[str, dict[str, Any]] = {
    "picture": {
        "content": [
            {
                "type": "image",
                "data": PIXEL,
                "mimeType": "image/gif",
                "annotations": {"priority": 1.0},
            },
            {"type": "text", "text": "a pixel"},
        ]
    },
    "structured": {
        "content": [{"type": "text", "text": '{"a": 1.0}'}],
        "structuredContent": {"a": 1.0, "b": [1, 2, {"c": None}], "big": 12345678901234567890},
        "isError": False,
        "_meta": {"example.org/trace": "t-1", "progress": {"deep": [1.0]}},
    },
    "odd": {
        "content": [
            {"type": "text", "text": "x", "unheardOf": {"y": 1}},
            {"type": "resource_link", "uri": "file:///a", "name": "a", "size": 3, "new": True},
        ],
        "nobodyKnows": [1, None],
    },
    "fails": {"content": [{"type": "text", "text": "it failed"}], "isError": True},
}
"""What the calls of some tools give, to the byte."""


def send(message: dict[str, Any]) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}))


def write(line: str) -> None:
    with _writing:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def grown() -> str:
    _extra.append(f"grown_{len(_extra)}")
    if "SILENT" not in os.environ:
        send({"method": "notifications/tools/list_changed"})
    return _extra[-1]


def walked(token: Any, pause: float) -> str:
    for step in (1, 2):
        told = {"progressToken": token, "progress": step, "total": 2, "message": f"step {step}"}
        send({"method": "notifications/progress", "params": told})
        time.sleep(pause)
    return "done"


def called(name: str, arguments: dict[str, Any], token: Any) -> dict[str, Any]:
    if name in RESULTS:
        return RESULTS[name]
    match name:
        case "steps":
            said = walked(token, arguments.get("pause", 0.2))
        case "slow":
            time.sleep(arguments.get("seconds", 0))
            said = arguments.get("text", "")
        case "big":
            said = "x" * arguments["size"]
        case "grow":
            said = grown()
        case "die":
            os._exit(7)
        case "environment":
            said = os.environ.get(arguments["variable"], "")
        case _:
            said = json.dumps(arguments)
    return {"content": [{"type": "text", "text": said}]}


def answer_oddly(request: Any, name: str, arguments: dict[str, Any]) -> None:
    if name == "refuses":
        data = {"why": ["no", 1.0]}
        send({"id": request, "error": {"code": -32050, "message": "No.", "data": data}})
    elif name == "babble":
        write(arguments["line"].replace("ID", json.dumps(request)))


def answer(request: dict[str, Any]) -> None:
    params = request.get("params") or {}
    match request["method"]:
        case "initialize":
            result: dict[str, Any] = {
                "protocolVersion": params["protocolVersion"],
                "capabilities": {"tools": {"listChanged": "SILENT" not in os.environ}},
                "serverInfo": {"name": "by-hand", "version": "1"},
                "instructions": "Ask nicely.",
            }
        case "tools/list":
            while Path(os.environ.get("HUNG", "")).is_file():
                time.sleep(0.05)
            result = {"tools": [*TOOLS, *map(tool, _extra)]}
        case "tools/call" if params["name"] in ODD:
            answer_oddly(request["id"], params["name"], params.get("arguments") or {})
            return
        case "tools/call":
            token = (params.get("_meta") or {}).get("progressToken")
            result = called(params["name"], params.get("arguments") or {}, token)
        case "ping":
            result = {}
        case _:
            error = {"code": -32601, "message": "Method not found"}
            send({"id": request["id"], "error": error})
            return
    send({"id": request["id"], "result": result})


def main() -> None:
    if Path(os.environ.get("BARRED", "")).is_file():
        sys.exit(3)
    if len(sys.argv) > 1:  # says that it was started
        with Path(sys.argv[1]).open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request and "HEARD" in os.environ:
            with Path(os.environ["HEARD"]).open("a", encoding="utf-8") as file:
                file.write(f"{request['method']}\n")
        if "id" in request and "method" in request:
            threading.Thread(target=answer, args=(request,), daemon=True).start()


if __name__ == "__main__":
    main()
