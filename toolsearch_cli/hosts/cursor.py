"""Cursor since 2026: names in the prompt, schemas in files that the agent reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from toolsearch_cli.hosts.disclosure import NO_LISTING, Block, Listing, Note, Refusal
from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.counting import counted, schemas_sent
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.settings import Setting
from toolsearch_cli.hosts.simple.turn import OUR_LAYOUT, Turn
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

LONGEST_PAIR: Final = 60
"""Most characters of a server's and a tool's name together."""
WARNED_TOOLS: Final = 40
REPORTED_TOOLS: Final = 80
_CAP: Final = "max_tools"
_HEADER: Final = "Tools of MCP servers; each is described in a file of its own:"

_FACTS = HostFacts(
    title="Cursor, as it describes its dynamic context discovery (January 2026)",
    trigger="always",
    sees="names; descriptions and schemas are files that the agent reads",
    ranker="none: the agent searches files itself",
    fields="none",
    limits=f"server and tool of {LONGEST_PAIR} characters together; tools: {WARNED_TOOLS} warned "
    f"of in 2025, {REPORTED_TOOLS} reported, today uncertain",
    names="mcp_server_tool (uncertain)",
    counts="code points / 4, an estimate",
    fidelity="approximate",
    ranking="visibility-only",
    source="cursor.com/blog/dynamic-context-discovery; warnings and errors quoted in bug reports",
    named_steps=("read the tool's file", "call"),
    found_steps=(),
)


@dataclass(frozen=True, slots=True)
class CursorHost(SimpleHost):
    """The editor's agent."""

    name: str = "cursor"

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            key=_CAP,
            kind="whole",
            default=None,
            low=1,
            unset="none",
            help=f"Leave out tools beyond so many: {WARNED_TOOLS} and {REPORTED_TOOLS} are "
            "reported of earlier versions.",
            of_the_host=False,
        ),
    )

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `mcp_server_tool`; names of plugins and core tools as they are."""
        return f"mcp_{source.name}_{tool.name}" if source.kind == "mcp" else tool.name

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Name everything that is not left out."""
        own = tuple(one for one in session.definitions if session.source(one).kind == "core")
        others = [one for one in session.definitions if session.source(one).kind != "core"]
        lost = tuple(_left_out(session, others, values))
        gone = frozenset(one.name for one in lost)
        held = tuple(one for one in others if one.name not in gone)
        blocks = _blocks(session, held)
        sent = f"{schemas_sent(len(own))}, " if own else ""
        return Turn(
            standing=f"{sent}{counted(len(held), 'tool')} by name, their schemas in files",
            eager=own,
            deferred=held,
            listing=Listing("names", _HEADER, tuple(blocks.values()), OUR_LAYOUT)
            if held
            else NO_LISTING,
            listing_apart=True,
            named=frozenset(one.name for one in held),
            listed_tokens={at: estimate(len(block.text) + 1) for at, block in blocks.items()},
            refusals=lost,
            notes=tuple(_notes(len(others), values)),
        )


def _blocks(session: Session, held: Sequence[Definition]) -> dict[int, Block]:
    names: dict[int, list[str]] = {}
    for one in held:
        names.setdefault(one.source, []).append(one.name)
    return {
        at: Block(session.catalog.sources[at].name, "names", "\n".join(lines))
        for at, lines in names.items()
    }


def _left_out(session: Session, tools: Sequence[Definition], values: Values) -> Iterator[Refusal]:
    cap = values.get(_CAP)
    taken = 0
    for one in tools:
        together = len(session.source(one).name) + len(one.tool.name)
        if session.source(one).kind == "mcp" and together > LONGEST_PAIR:
            reason = (
                f"server and tool have {together} characters together; over {LONGEST_PAIR} Cursor "
                "leaves it out"
            )
            yield Refusal("dropped", one.source, one.tool.name, one.name, reason)
        elif isinstance(cap, int) and taken >= cap:
            reason = f"{_CAP} is {cap:,}; which of more are left out is not known, here by name"
            yield Refusal("over-cap", one.source, one.tool.name, one.name, reason)
        else:
            taken += 1


def _notes(tools: int, values: Values) -> Iterator[Note]:
    if tools > WARNED_TOOLS and values.get(_CAP) is None:
        yield Note(
            "tool-cap",
            "info",
            f"{tools:,} tools: Cursor warned of more than {WARNED_TOOLS} in 2025, and a limit of "
            f"{REPORTED_TOOLS} is reported. Whether one holds since schemas are files is unknown.",
            f"--set {_CAP}={WARNED_TOOLS} shows what would be left.",
        )


host = CursorHost
