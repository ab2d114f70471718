"""A server that is reached over HTTP behind the bridge: here, another bridge."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.bridge.serving import by_hand, call, config, over_http, serving, speak, text_of
from tests.bridge.upstream import RESULTS

if TYPE_CHECKING:
    from pathlib import Path

    from fastmcp import Client

EAGER = ("--host", "arion", "--set", "tool_disclosure_mode=EAGER")


def test_what_comes_over_http_passes_through_untouched(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    inner = config(tmp_path / "inner", hand=by_hand())
    given: dict[str, Any] = {"TOOLSEARCH_SERVE_TOKEN": "planted", "INNER_TOKEN": "planted"}
    with serving("--upstream", inner, *EAGER, **given) as bridge:
        headers = {"Authorization": "Bearer ${INNER_TOKEN}"}
        outer = config(tmp_path, inner={"url": bridge.url, "headers": headers})
        asked = [
            call("tool_call", name=f"mcp__inner__hand_{name}", arguments={})
            for name in (*RESULTS, "refuses")
        ]
        *results, refused = speak("--upstream", outer, asked=asked, **given)
    for name, answer in zip(RESULTS, results, strict=True):
        assert json.dumps(answer["result"]) == json.dumps(RESULTS[name]), name
    assert refused["error"] == {"code": -32050, "message": "No.", "data": {"why": ["no", 1.0]}}


def test_a_server_that_goes_and_comes_back_takes_its_tools_along(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    inner = ("--upstream", config(tmp_path / "inner", hand=by_hand()), *EAGER)

    async def seen(client: Client[Any]) -> tuple[str, Any]:
        listed = str(await client.list_tools())
        sent = {"name": "mcp__inner__hand_echo", "arguments": {"text": "x"}}
        return listed, await client.call_tool("tool_call", sent, raise_on_error=False)

    with ExitStack() as inside, ExitStack() as outside:
        first = inside.enter_context(serving(*inner))
        servers = config(tmp_path, inner={"url": first.url}, steady=by_hand())
        bridge = outside.enter_context(serving("--upstream", servers))
        assert "mcp__inner__hand_echo" in over_http(bridge.url, seen)[0]
        assert first.end() == 0
        listed, result = over_http(bridge.url, seen)
        assert result.is_error
        bridge.event("upstream_down", source="inner")
        listed, result = over_http(bridge.url, seen)
        assert "mcp__inner__hand_echo" not in listed
        assert "mcp__steady__echo" in listed
        inside.enter_context(serving(*inner, port=urlsplit(first.url).port or 0))
        bridge.event("upstream_up", source="inner")
        listed, result = over_http(bridge.url, seen)
        assert "mcp__inner__hand_echo" in listed
        assert json.loads(text_of(result)) == {"text": "x"}
