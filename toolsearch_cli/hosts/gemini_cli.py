"""Gemini CLI: every schema up front, under names of at most 63 characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.disclosure import Note, Refusal
from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.counting import schemas_sent
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.javascript import underscored
from toolsearch_cli.hosts.simple.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Source, Tool
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

LONGEST_NAME: Final = 63
API_TOOLS: Final = 512
"""Function declarations that Gemini's API is reported to take."""

_PREFIX: Final = "mcp_"
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.:-]")
_KEPT: Final = 30

_FACTS = HostFacts(
    title="Gemini CLI 0.61.0",
    trigger="never",
    sees="every schema",
    ranker="none",
    fields="none",
    limits=f"names of {LONGEST_NAME} characters; none on tools, but the API takes {API_TOOLS}",
    names="mcp_server_tool; other characters than A-Z a-z 0-9 _ - . : become _; longer ones keep "
    f"their first and last {_KEPT}",
    counts="code points / 4, an estimate",
    fidelity="verified",
    ranking="visibility-only",
    proof="hosts/test_gemini_cli.py",
    source="@google/gemini-cli-core 0.61.0 (npm), dist/src/tools/mcp-tool.js, run for its names; "
    "errors quoted in gemini-cli #19083 and #6031",
    named_steps=(),
    found_steps=(),
)


def valid_name(server: str, tool: str) -> str:
    """Return the name that the CLI gives a server's tool."""
    name = whole_name(server, tool)
    return name if len(name) <= LONGEST_NAME else f"{name[:_KEPT]}...{name[-_KEPT:]}"


def whole_name(server: str, tool: str) -> str:
    """Return that name before it is cut."""
    name = f"{server}_{tool}"
    return underscored(_UNSAFE, name if name.startswith(_PREFIX) else _PREFIX + name)


@dataclass(frozen=True, slots=True)
class GeminiCliHost(SimpleHost):
    """A client that sends all it has."""

    name: str = "gemini-cli"

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `mcp_server_tool`, made valid; names of plugins and core tools as they are."""
        return valid_name(source.name, tool.name) if source.kind == "mcp" else tool.name

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Send everything."""
        sent = session.published
        return Turn(
            standing=f"eager: {schemas_sent(len(sent))}",
            eager=sent,
            refusals=tuple(_cut(session)),
            notes=tuple(_notes(len(sent))),
        )


def _cut(session: Session) -> Iterator[Refusal]:
    for one in session.published:
        source = session.source(one)
        if source.kind == "mcp" and len(whole_name(source.name, one.tool.name)) > LONGEST_NAME:
            reason = f"its name is cut to {one.name}"
            yield Refusal("cut", one.source, one.tool.name, one.name, reason)


def _notes(tools: int) -> Iterator[Note]:
    if tools > API_TOOLS:
        yield Note(
            "api-cap",
            "warning",
            f"{tools:,} tools: Gemini's API is reported to refuse a request with more than "
            f"{API_TOOLS} function declarations, and Gemini CLI sends them all.",
            "Grant the session fewer sources.",
        )


host = GeminiCliHost
