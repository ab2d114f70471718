"""The names of Codex: a namespace for each server, a hash where a name is taken or too long.

`openai/codex`, `codex-rs/codex-mcp/src/tools.rs`; the binary 0.171.0 answered the same, for two
servers with one namespace and for namespaces that leave no room too.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolsearch_cli.catalog.model import Catalog

PREFIX: Final = "mcp__"
JOINER: Final = "__"
LONGEST: Final = 126
"""Most characters of namespace and name; the API takes 128, two of them for a joiner."""

_REPLACED: Final = re.compile(r"[^A-Za-z0-9_]")
_HASH: Final = 12


class Name(NamedTuple):
    """How the model knows a tool."""

    namespace: str
    tool: str

    @property
    def whole(self) -> str:
        """Namespace and name with the joiner between, as in code mode."""
        return f"{self.namespace}{JOINER}{self.tool}"


class _Wanted(NamedTuple):
    """A tool before names are settled."""

    server: str
    tool: str

    @property
    def server_identity(self) -> str:
        """What its namespace is told apart by: server, raw namespace, no connector."""
        return f"{self.server}\0{self.server}\0"

    @property
    def identity(self) -> str:
        """What it is told apart by, all of it as published."""
        return f"{self.server_identity}\0{self.tool}\0{self.tool}"


@lru_cache(maxsize=4)
def names_of(catalog: Catalog) -> Mapping[tuple[str, str], Name]:
    """Return the name of every tool that is not the host's own, by its server's name and its own.

    Whatever the scope: every server is up before a session's tools are chosen.
    """
    return names_for(
        (source.name, tool.name)
        for source in catalog.sources
        if source.kind != "core"
        for tool in source.tools
    )


def names_for(published: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], Name]:
    """Return the name of each tool, by server and tool as published; repeats have one name."""
    wanted = sorted((_Wanted(*one) for one in dict.fromkeys(published)), key=_identity)
    spaces = _namespaces(wanted)
    parts = {one: (spaces[one.server], sanitised(one.tool)) for one in wanted}
    rivals: defaultdict[tuple[str, str], list[_Wanted]] = defaultdict(list)
    for one, part in parts.items():
        rivals[part].append(one)
    taken: set[str] = set()
    names: dict[tuple[str, str], Name] = {}
    for one in wanted:
        space, tool = parts[one]
        if len(rivals[space, tool]) > 1:
            tool += hashed(one.identity)
        names[one] = _settled(space, tool, one.identity, taken)
    return names


def spelled(names: Iterable[Name]) -> Mapping[Name, str]:
    """Return one word for each name: `namespace__tool`.

    That of tool `b__c` of server `a` is also that of tool `c` of server `a__b`. The program keeps
    namespace and name apart; here the later one is written with a dot between.
    """
    words: dict[str, Name] = {}
    for name in names:
        kept = words.setdefault(name.whole, name)
        if kept != name:
            words[f"{name.namespace}.{name.tool}"] = name
    return {name: word for word, name in words.items()}


def sanitised(name: str) -> str:
    """Return a name with every character but ASCII letters, digits and `_` replaced by `_`."""
    return _REPLACED.sub("_", name) or "_"


def namespace(server: str) -> str:
    """Return the namespace of a server that shares it with no other."""
    space = sanitised(server)
    return space if space.startswith(PREFIX) else PREFIX + space


def hashed(identity: str) -> str:
    """Return `_` and 12 hexadecimal digits of the SHA-1 of an identity."""
    encoded = identity.encode("utf-8", "surrogatepass")
    return f"_{hashlib.sha1(encoded, usedforsecurity=False).hexdigest()[:_HASH]}"


def _namespaces(wanted: Iterable[_Wanted]) -> Mapping[str, str]:
    sharing: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for one in wanted:
        sharing[namespace(one.server)].setdefault(one.server, one.server_identity)
    return {
        server: space + hashed(identity) if len(servers) > 1 else space
        for space, servers in sharing.items()
        for server, identity in servers.items()
    }


def _settled(space: str, tool: str, identity: str, taken: set[str]) -> Name:
    """Return a name that fits and is not taken, and take it."""
    for candidate in _candidates(space, tool, identity):
        glued = candidate.namespace + candidate.tool
        if len(glued) <= LONGEST and glued not in taken:
            taken.add(glued)
            return candidate
    raise AssertionError("every attempt has another hash")


def _candidates(space: str, tool: str, identity: str) -> Iterator[Name]:
    yield Name(space, tool)
    attempt = 0
    while True:
        suffix = hashed(f"{identity}\0{attempt}" if attempt else identity)
        room = LONGEST - len(space) - len(suffix)
        kept = Name(space, tool[:room] + suffix)
        yield kept if room >= 0 else Name(space[: LONGEST - len(suffix)], suffix)
        attempt += 1


def _identity(one: _Wanted) -> str:
    return one.identity
