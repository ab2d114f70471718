"""What comes of one call that a model makes: the host's own reply, or a tool that is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.protocol import SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario

Arguments: TypeAlias = "dict[str, Json]"

ErrorKind: TypeAlias = Literal[
    "unknown_tool",
    "no_query",
    "too_many",
    "no_name",
    "no_calls",
    "bridge_name",
    "bad_json",
    "not_an_object",
    "not_deferrable",
    "directly_listed",
    "unknown_name",
    "several_local",
    "out_of_scope",
    "missing_required",
    "wrong_type",
    "bad_arguments",
]
"""Why a host refuses a call. `unknown_tool`: the session has no tool of that name, whereas
`unknown_name` is a name given to a tool of the bridge; `wrong_type`: against any constraint of the
tool's schema but `required`; `bad_arguments`: not what the host's own search takes."""


class Searched(NamedTuple):
    """One query that a call asked, and the qualified names that it found, best first."""

    query: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the host answers itself."""

    result: Json
    """The host's own JSON, errors included."""
    error: ErrorKind | None = None
    searches: tuple[Searched, ...] = ()
    """What was searched for, where the tool that was called searches."""
    offered: bool = True
    """Whether the model has the tool that was called; if not, this is a what-if."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """A tool of a source, to be called under its own name."""

    name: str
    """The qualified name."""
    source: int
    """Position of its source in the catalog."""
    tool: str
    """Its name as its source publishes it."""
    arguments: Arguments
    offered: bool = True
    """Whether the model has the tool that was called; if not, this is a what-if."""


Outcome: TypeAlias = Reply | Dispatch


def found(answer: SearchAnswer) -> Reply:
    """Return the reply to a call of a search tool."""
    searches = (Searched(one.query, tuple(hit.name for hit in one.hits)) for one in answer.rankings)
    return Reply(result=answer.result, searches=tuple(searches))


def unknown_tool(name: str) -> Reply:
    """Return the answer to a call of a tool that the session does not have."""
    return Reply(result={"error": f"Unknown tool: {name}"}, error="unknown_tool")


@runtime_checkable
class Bridging(Protocol):
    """A host whose bridge can be called, not only shown."""

    def call(
        self, catalog: Catalog, scenario: Scenario, name: str, arguments: Arguments
    ) -> Outcome:
        """Say what comes of one call, arguments as the model sent them.

        Whatever the scope leaves out can neither be found nor called, by any spelling.
        """


@runtime_checkable
class Posting(Protocol):
    """A gateway that searches over plain HTTP too, without a session."""

    def posts(self, catalog: Catalog, scenario: Scenario) -> bool:
        """Say whether it serves that search in this scenario."""

    def posted(self, catalog: Catalog, scenario: Scenario, body: Json) -> Reply:
        """Return what it answers to a body; `bad_arguments`: it is malformed."""
