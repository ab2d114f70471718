"""What a catalog has, part by part, and which parts a shape that is written has a place for.

`toolsearch formats` says what a shape lacks and `toolsearch convert` what is lost: both from here.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

ToolKey: TypeAlias = Literal[
    "title", "outputSchema", "annotations", "_meta", "icons", "execution", "embedding"
]
"""What a tool has beside its name, description and input schema, by MCP's keys."""
TOOL_KEYS: Final[tuple[ToolKey, ...]] = get_args(ToolKey)
Part: TypeAlias = (
    ToolKey
    | Literal[
        "names",
        "kinds",
        "instructions",
        "server keys",
        "incomplete",
        "deferral",
        "tool keys",
        "unknown",
        "unknown servers",
        "gateways",
    ]
)


class Words(NamedTuple):
    """How one part is called."""

    lacking: str
    """By `formats`, of a shape that has no place for it."""
    one: str
    """By `convert`, of one that is lost; `{}` is which."""
    many: str
    """By `convert`, of several that are lost."""


PARTS: Final[Mapping[Part, Words]] = MappingProxyType(
    {
        "names": Words("names of servers", "source's name", "sources' names"),
        "kinds": Words("kinds of servers", "source's kind, {}", "sources' kind, {}"),
        "instructions": Words("instructions", "source's instructions", "sources' instructions"),
        "server keys": Words("other keys of servers", "`{}` of a source", "`{}` of sources"),
        "incomplete": Words(
            "marks of incomplete lists",
            "mark of a source that its list is incomplete",
            "marks of sources that their lists are incomplete",
        ),
        **{key: Words(key, f"`{key}` of a tool", f"`{key}` of tools") for key in TOOL_KEYS},
        "deferral": Words(
            "marks of deferred tools",
            "tool's mark that it is deferred or not",
            "tools' marks of being deferred",
        ),
        "tool keys": Words("other keys of tools", "`{}` of a tool", "`{}` of tools"),
        "unknown": Words(
            "marks of what is unknown of tools",
            "tool's mark of what is unknown",
            "tools' marks of what is unknown",
        ),
        "unknown servers": Words(
            "servers whose tools are unknown",
            "server whose tools are unknown",
            "servers whose tools are unknown",
        ),
        "gateways": Words("gateways' settings", "gateway's settings", "gateways' settings"),
    }
)
"""Every part, in the order in which a shape's lacks are said."""


class Held(NamedTuple):
    """What a shape that is written has a place for, beside what a model sees of a tool."""

    parts: frozenset[Part]
    """Whatever the catalog; a part that it holds of some catalogs only is lacking."""
    keys: tuple[str, ...] = ()
    """Keys of tools that only this shape has."""

    def lacks(self, said: Mapping[Part, str] = MappingProxyType({})) -> tuple[str, ...]:
        """Return the parts that it has no place for, in words.

        Args:
            said: What is said instead of the usual words: what it does hold of a part.
        """
        if self.keys:
            kept = ", ".join(f"`{key}`" for key in self.keys)
            said = {"tool keys": f"{PARTS['tool keys'].lacking}, except {kept}", **said}
        return tuple(
            said.get(part, words.lacking) for part, words in PARTS.items() if part not in self.parts
        )
