"""Which of the servers that are named are started: by name, once each, and as their clients do."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.errors import UsageError, nearest
from toolsearch_cli.hosts.scenario import spellings_of
from toolsearch_cli.live.configs.entries import Address, Program, kept
from toolsearch_cli.live.configs.naming import name_of_launch
from toolsearch_cli.live.hidden import Hidden

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolsearch_cli.live.configs.entries import ServerEntry


class LeftOut(NamedTuple):
    """A server that is not started, and why."""

    entry: ServerEntry
    reason: str


class Choice(NamedTuple):
    """The servers to start, in the order given, and those that are not."""

    entries: tuple[ServerEntry, ...]
    left_out: tuple[LeftOut, ...] = ()


def chosen(
    entries: Sequence[ServerEntry], only: Sequence[str] = (), without: Sequence[str] = ()
) -> Choice:
    """Choose the servers to start.

    One that its client does not start either is left out, unless `only` names it. The same server
    in two configs is started once.

    Args:
        entries: All that were named.
        only: Globs over names; empty grants all.
        without: Globs over names that are taken away again.

    Raises:
        UsageError: A pattern matches no server.
    """
    for flag, patterns in (("--only", only), ("--without", without)):
        for pattern in patterns:
            if not any(_matches(one, (pattern,)) for one in entries):
                hint = nearest(pattern, (_called(one) for one in entries), "servers")
                raise UsageError(f"{flag} {pattern}: no such server", hint=hint)
    taken: dict[object, ServerEntry] = {}
    left_out: list[LeftOut] = []
    for entry in entries:
        if (only and not _matches(entry, only)) or _matches(entry, without):
            continue
        if entry.skipped and not only:
            left_out.append(LeftOut(entry, entry.skipped))
        elif (same := taken.setdefault(_identity(entry), entry)) is not entry:
            left_out.append(LeftOut(entry, f"the same as in {same.place.file}"))
    return Choice(tuple(taken.values()), tuple(left_out))


def named_as(entry: ServerEntry, name: str) -> ServerEntry:
    """Return the entry under a name, where it has none of its own."""
    return entry if entry.name else replace(entry, name=name)


def with_environment(entry: ServerEntry, env: Mapping[str, str]) -> ServerEntry:
    """Return the entry of a program with more variables; those that its config has count more.

    Those of a file that its config names do not.
    """
    if not env or not isinstance(entry.launch, Program):
        return entry
    added = {name: Hidden(text) for name, text in env.items()}
    launch = replace(entry.launch, env=tuple((added | dict(entry.launch.env)).items()))
    return replace(entry, launch=launch, secrets=(*entry.secrets, *kept(env.items())))


def _matches(entry: ServerEntry, patterns: Iterable[str]) -> bool:
    names = spellings_of(_called(entry), "mcp")
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


def _called(entry: ServerEntry) -> str:
    return entry.name or name_of_launch(entry)


def _identity(entry: ServerEntry) -> object:
    """What two entries that start the same server have in common."""
    match entry.launch:
        case Program() as program:
            given = (frozenset(program.env), program.env_file)
            return (program.command, *given, program.folder)
        case Address() as address:
            return (address.url, frozenset(address.headers))
        case _:
            return entry.place
