"""What became of each server that was to be captured. Values, without the `mcp` package."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from toolsearch_cli.live.configs.naming import name_of_launch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.configs import ServerEntry

_NOTHING: Final[Mapping[str, Json]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Captured:
    """A server that told its tools."""

    entry: ServerEntry
    tools: tuple[Json, ...]
    """As it sent them, but for its secrets."""
    server_info: Mapping[str, Json] = field(default_factory=lambda: _NOTHING)
    instructions: str | None = None
    protocol_version: str | None = None
    seconds: float = 0.0
    held_secrets: bool = False
    """Whether it published something that it was given as a secret, which is hidden here."""

    @property
    def passed_on(self) -> int:
        """How many of its tools its client passes on to the model, as its config says."""
        choice = self.entry.tools
        names = [one.get("name") if isinstance(one, dict) else None for one in self.tools]
        kept = [one for one in names if choice.only is None or one in choice.only]
        return sum(one not in choice.without for one in kept)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Missed:
    """A server whose tools are unknown."""

    entry: ServerEntry
    reason: str
    """One line, without secrets."""
    stderr: tuple[str, ...] = ()
    """The last lines that it wrote there, without secrets."""
    seconds: float = 0.0
    is_late: bool = False
    """Whether more time might have helped."""


Outcome: TypeAlias = Captured | Missed


def names_of(outcomes: Iterable[Outcome]) -> list[str]:
    """Return a name for each server, all different: as configured, else as it calls itself.

    Of what it calls itself it is what follows the last slash, for a slash ends the source in an
    address. One that is named in neither way is called after its program or its host.
    """
    taken: set[str] = set()
    return [_free(_name(one), taken) for one in outcomes]


def _name(outcome: Outcome) -> str:
    if outcome.entry.name:
        return outcome.entry.name
    said = outcome.server_info.get("name") if isinstance(outcome, Captured) else None
    last = said.rstrip("/").rpartition("/")[2] if isinstance(said, str) else ""
    return last or name_of_launch(outcome.entry)


def _free(name: str, taken: set[str]) -> str:
    free = next(one for one in _spelled(name) if one not in taken)
    taken.add(free)
    return free


def _spelled(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1
