"""One call, and what a log says of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.calls import Dispatch, Reply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.bridge.backends import Result, Unanswered
    from toolsearch_cli.catalog.model import Catalog, Json
    from toolsearch_cli.hosts.calls import Arguments, Outcome

LONGEST_NAME: Final = 200
"""Characters of a name that are written down."""

_TAKE_NAMES: Final = ("tool_describe", "tool_call")
"""The tools of a bridge that are told which tools are meant."""
_MILLISECONDS: Final = 1000


@dataclass(slots=True)
class Call:
    """A call, filled in while it goes on."""

    name: str
    """The tool that the model called."""
    arguments: Arguments
    session: str
    """What the session is called in writing."""
    outcome: Outcome | None = None
    result: Result | None = None
    failure: Unanswered | None = None
    """Why its server gave no answer."""
    code: int | None = None
    """Of the error with which its server answered."""
    is_cancelled: bool = False
    """Whether nobody waited for it any more."""
    begun: float = field(default_factory=perf_counter)

    def fields(self, catalog: Catalog) -> dict[str, object]:
        """Return the fields of its line in the log.

        `tool` is the real tool where one was called, and `via` the tool that the model called;
        `wanted` is the tool that was asked for in a call that came to nothing. `outcome` is
        `reply`, `dispatch`, `error` (with `error`, and the `code` of a server's own error),
        `cancelled`, or `failed` where a bug of ours ended it.
        """
        spent = round((perf_counter() - self.begun) * _MILLISECONDS, 1)
        about = {**self._tool(catalog), **self._ending(), "ms": spent, "session": self.session}
        if self.result is not None:
            about["is_error"] = bool(self.result.get("isError"))
        return about

    def _tool(self, catalog: Catalog) -> dict[str, object]:
        if isinstance(self.outcome, Dispatch):
            source = catalog.sources[self.outcome.source].name
            return {"tool": self.outcome.tool, "source": source, "via": self.name}
        return {"tool": self.name[:LONGEST_NAME]}

    def _ending(self) -> dict[str, object]:
        if self.failure is not None:
            return {"outcome": "error", "error": self.failure, **self._wanted()}
        if self.code is not None:
            return {"outcome": "error", "error": "upstream_error", "code": self.code}
        if self.is_cancelled:
            return {"outcome": "cancelled"}
        if isinstance(self.outcome, Reply) and self.outcome.error:
            return {"outcome": "error", "error": self.outcome.error, **self._wanted()}
        return {"outcome": self._good()}

    def _good(self) -> str:
        if isinstance(self.outcome, Reply):
            return "reply"
        return "failed" if self.result is None else "dispatch"

    def _wanted(self) -> dict[str, object]:
        """The names of tools that were asked for, as the model wrote them."""
        if isinstance(self.outcome, Dispatch):
            return {}
        names = ", ".join(dict.fromkeys(self._names()))
        is_unknown = self.outcome is not None and self.outcome.error == "unknown_tool"
        wanted = names or (self.name if is_unknown else "")
        return {"wanted": wanted[:LONGEST_NAME]} if wanted else {}

    def _names(self) -> Iterator[str]:
        """Yield the names in what a bridge takes; other tools' arguments are nobody's business."""
        if self.name not in _TAKE_NAMES:
            return
        names, calls = self.arguments.get("names"), self.arguments.get("calls")
        entries = calls if isinstance(calls, list) else []
        yield from _texts([self.arguments.get("name")])
        yield from _texts(names if isinstance(names, list) else [names])
        yield from _texts([one.get("name") for one in entries if isinstance(one, dict)])


def _texts(values: list[Json]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str) and value.strip():
            yield value
