"""An MCP server on standard streams, written by hand: it can send what no SDK would.

Run as a program: its argument is a file to which it adds its process id. It does not start while
the file exists that BARRED names, says nothing of changes to its list where SILENT is set, and does
not answer to tools/list while the file exists that HUNG names. Its tools do what their names say.
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
    tool("steps"),
    tool("grow"),
    tool("die"),
    tool("environment", "variable", variable=TEXT),
]
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
    with _writing:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def grown() -> str:
    _extra.append(f"grown_{len(_extra)}")
    if "SILENT" not in os.environ:
        send({"method": "notifications/tools/list_changed"})
    return _extra[-1]


def walked(token: Any) -> str:
    for step in (1, 2):
        told = {"progressToken": token, "progress": step, "total": 2, "message": f"step {step}"}
        send({"method": "notifications/progress", "params": told})
        time.sleep(0.2)
    return "done"


def called(name: str, arguments: dict[str, Any], token: Any) -> dict[str, Any]:
    if name in RESULTS:
        return RESULTS[name]
    match name:
        case "steps":
            said = walked(token)
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
        case "tools/list" if Path(os.environ.get("HUNG", "")).is_file():
            return
        case "tools/list":
            result = {"tools": [*TOOLS, *map(tool, _extra)]}
        case "tools/call" if params["name"] == "refuses":
            data = {"why": ["no", 1.0]}
            send({"id": request["id"], "error": {"code": -32050, "message": "No.", "data": data}})
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
        if "id" in request and "method" in request:
            threading.Thread(target=answer, args=(request,), daemon=True).start()


if __name__ == "__main__":
    main()
