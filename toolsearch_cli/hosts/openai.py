"""OpenAI's Responses API with tool search: namespaces, and functions of their own."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from toolsearch_cli.hosts.disclosure import NO_LISTING, Block, Listing, Note, Refusal
from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.counting import counted, schemas_sent, some_of
from toolsearch_cli.hosts.simple.defer_loading import DEFER_SETTINGS, is_deferred
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.settings import Setting
from toolsearch_cli.hosts.simple.turn import OUR_LAYOUT, Turn
from toolsearch_cli.tokens.chars4 import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition, ListingForm, Wire
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

LONGEST_NAME: Final = 128
NAMESPACE_ADVICE: Final = 10
"""A namespace should have fewer functions."""
START_ADVICE: Final = 20
"""A turn should start with fewer functions."""
BRIDGE: Final = "tool_search"

_GROUP: Final = "group"
_NAMESPACES: Final = "namespaces"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]+\Z")
_HEADER: Final = "Deferred, to be loaded with tool_search:"

_FACTS = HostFacts(
    title="OpenAI Responses API with tool_search (gpt-5.4 and later)",
    trigger="functions, namespaces and MCP servers with defer_loading: true",
    sees="name and description of a namespace; of a function outside one its name and description",
    ranker="hosted: the model picks namespaces by their paths",
    fields="none",
    limits=f"names of {LONGEST_NAME}; advice: under {NAMESPACE_ADVICE} functions a namespace, "
    f"under {START_ADVICE} at the start of a turn",
    names=f"namespace and function; a function's is 1 to {LONGEST_NAME} of A-Z a-z 0-9 _ -; shown "
    "here as namespace.function",
    counts="code points / 4, an estimate",
    fidelity="from-source",
    ranking="visibility-only",
    source="developers.openai.com: tool search; openai-openapi at f85dbe2; openai 3.57.0 (PyPI); "
    "openai-agents-python at 7f7a44f",
    named_steps=(BRIDGE, "call"),
    found_steps=(BRIDGE, "call"),
)


@dataclass(frozen=True, slots=True)
class OpenAiHost(SimpleHost):
    """The API, given each source as a namespace, or each tool as a function."""

    name: str = "openai"
    grouped: bool = True

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            key=_GROUP,
            kind="choice",
            default=_NAMESPACES,
            choices=(_NAMESPACES, "functions"),
            help="Whether each MCP server is a namespace, or its tools are functions of their own.",
            of_the_host=False,
        ),
        *DEFER_SETTINGS,
    )
    wire: ClassVar[Wire] = "responses"

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset({BRIDGE})

    def under(self, scenario: Scenario) -> OpenAiHost:
        """Return the API that is given namespaces or functions, as the scenario says."""
        grouped = self.values(scenario).text(_GROUP) == _NAMESPACES
        return self if grouped == self.grouped else replace(self, grouped=grouped)

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `namespace.function`, or `server__tool` outside a namespace.

        Names of plugins and core tools stay as they are.
        """
        if source.kind != "mcp":
            return tool.name
        return f"{source.name}{'.' if self.grouped else '__'}{tool.name}"

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Send what is not deferred; show namespaces, and functions of their own, of the rest."""
        grouped = values.text(_GROUP) == _NAMESPACES
        refused = tuple(_refusals(session, grouped=grouped))
        lost = frozenset(one.name for one in refused)
        usable = [one for one in session.definitions if one.name not in lost]
        held = tuple(one for one in usable if is_deferred(session, values, one))
        deferred = frozenset(one.name for one in held)
        sent = tuple(one for one in usable if one.name not in deferred)
        shown = _blocks(session, held, grouped=grouped)
        alone = frozenset(one.name for one in held if not (grouped and _in_namespace(session, one)))
        namespaces = sum(block.form == "summary" for block in shown.values())
        return Turn(
            standing=_standing(len(sent), namespaces, len(held) - len(alone), len(alone)),
            eager=sent,
            deferred=held,
            bridge=({"type": BRIDGE},) if held else (),
            listing=_listing(shown, namespaces),
            listing_apart=True,
            named=alone,
            listed_tokens={at: estimate(len(block.text) + 1) for at, block in shown.items()},
            refusals=refused,
            notes=tuple(_notes(session, sent, held, shown)),
        )


def _in_namespace(session: Session, one: Definition) -> bool:
    return session.source(one).kind == "mcp"


def _standing(sent: int, namespaces: int, inside: int, alone: int) -> str:
    parts = [f"{schemas_sent(sent)}"]
    if namespaces:
        word = "namespace" if namespaces == 1 else "namespaces"
        parts.append(f"{namespaces:,} {word} shown for {inside:,} functions")
    if alone:
        word = "function" if alone == 1 else "functions"
        parts.append(f"{alone:,} {word} shown by name and description")
    return "; ".join(parts)


def _listing(blocks: Mapping[int, Block], namespaces: int) -> Listing:
    if not blocks:
        return NO_LISTING
    form: ListingForm = "mixed"
    if not namespaces:
        form = "full"
    elif namespaces == len(blocks):
        form = "groups"
    return Listing(form, _HEADER, tuple(blocks.values()), OUR_LAYOUT)


def _blocks(session: Session, held: Sequence[Definition], *, grouped: bool) -> dict[int, Block]:
    """Return what is shown of each source that has deferred tools, by position."""
    lines: dict[int, list[str]] = {}
    blocks: dict[int, Block] = {}
    for one in held:
        if grouped and _in_namespace(session, one):
            source = session.source(one)
            blocks[one.source] = Block(source.name, "summary", _line(source.name, about(source)))
        else:
            lines.setdefault(one.source, []).append(_line(one.name, one.description))
    for at, texts in lines.items():
        blocks[at] = Block(session.catalog.sources[at].name, "full", "\n".join(texts))
    return blocks


def about(source: Source) -> str:
    """Return the description of a namespace: the source's own, else its instructions."""
    said = source.extra.get("description")
    text = said if isinstance(said, str) and said.strip() else source.instructions
    return (text or "").strip()


def _line(name: str, said: object) -> str:
    return f"{name}: {said}" if isinstance(said, str) and said else name


def _refusals(session: Session, *, grouped: bool) -> Iterator[Refusal]:
    for one in session.definitions:
        reason = _wrong(session, one, grouped=grouped)
        if reason:
            yield Refusal("refused", one.source, one.tool.name, one.name, reason)


def _wrong(session: Session, one: Definition, *, grouped: bool) -> str:
    name = one.name
    if grouped and _in_namespace(session, one):
        name = one.tool.name
        if not session.source(one).name:
            return "a namespace needs a name"
    if not _NAME.match(name):
        return f"the API takes only A-Z a-z 0-9 _ - in a name, not {name}"
    if len(name) > LONGEST_NAME:
        return f"{name} has {len(name)} characters, the API takes {LONGEST_NAME}"
    return ""


def _notes(
    session: Session,
    sent: Sequence[Definition],
    held: Sequence[Definition],
    shown: Mapping[int, Block],
) -> Iterator[Note]:
    if len(sent) >= START_ADVICE:
        yield Note(
            "many-at-start",
            "warning",
            f"{len(sent):,} functions go out with their schemas; OpenAI advises fewer than "
            f"{START_ADVICE} at the start of a turn.",
            "Defer those that few tasks need.",
        )
    spaces = {at: block for at, block in shown.items() if block.form == "summary"}
    counts = Counter(one.source for one in held if one.source in spaces)
    large = [f"{spaces[at].label} {n:,}" for at, n in counts.items() if n >= NAMESPACE_ADVICE]
    if large:
        yield Note(
            "large-namespace",
            "warning",
            f"OpenAI advises fewer than {NAMESPACE_ADVICE} functions a namespace; {len(large):,} "
            f"{'has' if len(large) == 1 else 'have'} as many or more: {some_of(large)}.",
            "Split them by what a task needs.",
        )
    silent = [block.label for at, block in spaces.items() if not about(session.catalog.sources[at])]
    if silent:
        yield Note(
            "silent-namespace",
            "warning",
            f"{counted(len(silent), 'namespace')} without a description, which the model picks by "
            f"name alone: {some_of(silent)}.",
            "Describe them; here a server's instructions count as its description.",
        )


host = OpenAiHost
