"""The real programs of other hosts, each in a process of its own: a line in, a line out.

A process keeps their warnings, their start-up and what they would do to this one away from the
other tests. It may not reach any other machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LOOP = """
import json, os, sys

def offline(event, arguments):
    # asyncio talks to itself through a socket pair, which connects to nothing on POSIX.
    if event in ("socket.connect", "socket.getaddrinfo") and os.name == "posix":
        raise OSError(f"no network in tests: {event} {arguments}")

sys.addaudithook(offline)
answers, sys.stdout = sys.stdout, sys.stderr
SETUP
for line in sys.stdin:
    print(json.dumps(answer(**json.loads(line))), file=answers, flush=True)
"""

LITELLM_KEYWORD = """
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from litellm.proxy.mcp_server.tool_search import _keyword_score, search_tools
from mcp.types import Tool

def answer(query, documents, limit):
    tools = [
        Tool(name=name, description=description, input_schema={"type": "object"})
        for name, description in documents
    ]
    names = [found["name"] for found in search_tools(query, tools, limit)]
    return names, [_keyword_score(query, tool) for tool in tools]
"""

FASTMCP_REGEX = """
import asyncio
from fastmcp.server.transforms.search.base import _extract_searchable_text
from fastmcp.server.transforms.search.regex import RegexSearchTransform
from fastmcp.tools.base import Tool

def answer(pattern, documents, limit):
    tools = [
        Tool(name=name, description=description, parameters={"properties": parameters})
        for name, description, parameters in documents
    ]
    found = asyncio.run(RegexSearchTransform(max_results=limit)._search(tools, pattern))
    return [tool.name for tool in found], [_extract_searchable_text(tool) for tool in tools]
"""


@contextmanager
def real_program(setup: str) -> Iterator[Callable[..., Any]]:
    """Start a program and yield what asks it: keyword arguments in, its answer out.

    Args:
        setup: Python that defines `answer`.
    """
    program = _LOOP.replace("SETUP", setup)
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        questions, answers = process.stdin, process.stdout

        def ask(**question: Any) -> Any:
            questions.write(json.dumps(question) + "\n")
            questions.flush()
            line = answers.readline()
            assert line, "the program ended; its last words are above"
            return json.loads(line)

        yield ask
        questions.close()
