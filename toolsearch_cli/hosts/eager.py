"""Every schema up front: the baseline of all comparisons, with an API's caps on tools and names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from toolsearch_cli.hosts.disclosure import Definition, Refusal
from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.limits import LIMITED_HOSTS, Limits, limits_of
from toolsearch_cli.hosts.simple.counting import schemas_sent
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.settings import Setting
from toolsearch_cli.hosts.simple.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Source, Tool
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

_NO_API = "none"

_FACTS = HostFacts(
    title="Every schema up front",
    trigger="never",
    sees="every schema",
    ranker="none",
    fields="none",
    limits="those of the setting api",
    names="server__tool",
    counts="code points / 4, an estimate",
    fidelity="from-source",
    ranking="visibility-only",
    source="what MCP clients without tool search do; limits as hosts/limits.py says of each",
    named_steps=(),
    found_steps=(),
)


@dataclass(frozen=True, slots=True)
class EagerHost(SimpleHost):
    """A client that sends all it has."""

    name: str = "eager"

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            key="api",
            kind="choice",
            default=_NO_API,
            choices=(_NO_API, *LIMITED_HOSTS),
            help="Whose caps on tools and names hold: what is over them is refused.",
            of_the_host=False,
        ),
    )

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return `server__tool`; names of plugins and core tools as they are."""
        return f"{source.name}__{tool.name}" if source.kind == "mcp" else tool.name

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """Send everything that the API takes."""
        api = values.text("api")
        found = () if api == _NO_API else tuple(_refusals(session, limits_of((api,))[0]))
        lost = frozenset(one.name for one in found if one.unreachable)
        sent = tuple(one for one in session.published if one.name not in lost)
        named = "" if api == _NO_API else f" under the caps of {api}"
        return Turn(standing=f"eager: {schemas_sent(len(sent))}{named}", eager=sent, refusals=found)


def _refusals(session: Session, limits: Limits) -> Iterator[Refusal]:
    """Yield the tools that an API does not take, in the order sent."""
    taken = 0
    for one in session.published:
        reason = _refused(session, one, limits)
        if reason:
            yield Refusal("refused", one.source, one.tool.name, one.name, reason)
        elif limits.tools is not None and taken >= limits.tools:
            reason = f"{limits.host} takes {limits.tools:,} tools"
            yield Refusal("over-cap", one.source, one.tool.name, one.name, reason)
        else:
            taken += 1


def _refused(session: Session, one: Definition, limits: Limits) -> str:
    if limits.published is not None and not limits.published.match(one.name):
        return f"{limits.host} refuses the characters of {one.name}"
    if limits.name is not None and len(one.name) > limits.name:
        return f"{one.name} has {len(one.name)} characters, {limits.host} takes {limits.name}"
    together = len(session.source(one).name) + len(one.tool.name)
    if limits.server_and_tool is not None and together > limits.server_and_tool:
        return f"source and tool have {together} characters, {limits.host} takes " + str(
            limits.server_and_tool
        )
    return ""


host = EagerHost
