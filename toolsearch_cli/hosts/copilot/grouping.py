"""What the model sees of each toolset when there are too many tools: all, groups, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.hosts.copilot.slots import SHOWN, allocate, most_groups
from toolsearch_cli.hosts.disclosure import (
    NO_LISTING,
    Block,
    Listing,
    Refusal,
    function_definition,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session

ACTIVATE: Final = "activate_"
_STAND_INS: Final = (
    "These groups are stand-ins: embeddings decide which tools share one, and a model names and "
    "sums it up. Neither is simulated; there are at most so many."
)


class Toolset(NamedTuple):
    """The tools of one server or extension, and how it is shown."""

    label: str
    tools: tuple[Definition, ...]
    slots: int

    @property
    def whole(self) -> bool:
        """Whether each of its tools is shown."""
        return self.slots >= len(self.tools)

    @property
    def groups(self) -> int:
        """Most groups that it is shown as; 0 where it is shown whole or not at all."""
        return 0 if self.whole or not self.slots else most_groups(len(self.tools), self.slots)


def toolsets_of(session: Session, built_in: int) -> tuple[Toolset, ...]:
    """Share the slots that built-in tools leave out among the toolsets, in order of appearance."""
    found: dict[tuple[str, str], list[Definition]] = {}
    for one in session.published:
        source = session.source(one)
        if source.kind != "core":
            found.setdefault((source.kind, source.name), []).append(one)
    slots = allocate([len(tools) for tools in found.values()], SHOWN - built_in)
    return tuple(
        Toolset(label, tuple(tools), given)
        for ((_, label), tools), given in zip(found.items(), slots, strict=True)
    )


class Groups(NamedTuple):
    """The groups of a turn, as tools and as the text in them."""

    bridge: tuple[dict[str, Json], ...]
    listing: Listing


def groups_of(toolsets: Sequence[Toolset]) -> Groups:
    """Return a tool for each group, described in our own words: real summaries are a model's."""
    bridge: list[dict[str, Json]] = []
    blocks = []
    for one in toolsets:
        texts = [_summary(one, number) for number in range(one.groups)]
        bridge += [
            function_definition(_name(one, number), text, {"type": "object", "properties": {}})
            for number, text in enumerate(texts)
        ]
        if texts:
            blocks.append(Block(one.label, "summary", "\n".join(texts)))
    listing = Listing("groups", "", tuple(blocks), _STAND_INS) if blocks else NO_LISTING
    return Groups(tuple(bridge), listing)


def _name(one: Toolset, number: int) -> str:
    return f"{ACTIVATE}{one.label}" if one.groups == 1 else f"{ACTIVATE}{one.label}_{number + 1}"


def _summary(one: Toolset, number: int) -> str:
    if one.groups == 1:
        return f"{_name(one, number)}: shows the {len(one.tools):,} tools of {one.label}."
    return (
        f"{_name(one, number)}: shows some of the {len(one.tools):,} tools of {one.label}, group "
        f"{number + 1} of up to {one.groups}."
    )


def hidden(toolsets: Sequence[Toolset]) -> tuple[Refusal, ...]:
    """Return the tools of the toolsets that no slot is left for."""
    reason = "no slot is left for its toolset, so it is in no group"
    return tuple(
        Refusal("dropped", tool.source, tool.tool.name, tool.name, reason)
        for one in toolsets
        if not one.slots
        for tool in one.tools
    )
