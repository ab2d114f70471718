"""Scenario: host, settings, context size and scope: one question asked of a catalog."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Kind, Source

_NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
_NO_FILES: Mapping[str, object] = MappingProxyType({})
_MCP = "mcp-"
"""A server's toolset is its name behind this; a plugin may be called so too."""


def _no_options() -> Mapping[str, str]:
    return _NO_OPTIONS


def _no_files() -> Mapping[str, object]:
    return _NO_FILES


@dataclass(frozen=True, slots=True)
class Scope:
    """The sources granted to the session. A source outside it does not exist for the session."""

    only: tuple[str, ...] = ()
    """Globs over source names, with or without their kind behind: `git (plugin)`; empty grants
    every source."""
    without: tuple[str, ...] = ()
    """Globs over source names that are taken away again."""
    detached: frozenset[int] = frozenset()
    """Positions of sources in the catalog that are switched off by hand."""

    def grants(self, source: Source, position: int) -> bool:
        """Say whether the session may see the source at `position` of its catalog."""
        return position not in self.detached and self.names(source)

    def names(self, source: Source) -> bool:
        """Say whether the patterns grant `source`, in any of its spellings."""
        return self.names_server(source.name, source.kind)

    def names_server(self, name: str, kind: Kind = "mcp") -> bool:
        """Say whether the patterns grant what is called `name`, whether its tools are known."""
        spellings = spellings_of(name, kind)
        if self.only and not _any_match(spellings, self.only):
            return False
        return not _any_match(spellings, self.without)


def spellings_of(name: str, kind: Kind) -> tuple[str, ...]:
    """Return what a pattern may call a source.

    `github` and `mcp-github` name one toolset; `git (plugin)` tells it from a server of that name.
    """
    bare = name if kind == "mcp" else name.removeprefix(_MCP)
    whole = f"{_MCP}{name}" if kind == "mcp" else name
    return (bare, whole, f"{name} ({kind})")


def _any_match(spellings: tuple[str, ...], patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for name in spellings for pattern in patterns)


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One question. The host parses `config` itself, as the real one does."""

    host: str = "hermes"
    context: int | None = None
    """Context size in tokens; `None` is unknown, and the host falls back as it would."""
    config: object = None
    """The host's own raw value (for Hermes `tools.tool_search`): a mapping, a boolean, anything;
    `None`: nothing is configured."""
    options: Mapping[str, str] = field(default_factory=_no_options)
    """Settings of the simulation that the host does not have (`naming`)."""
    scope: Scope = EVERYTHING
    files: Mapping[str, object] = field(default_factory=_no_files)
    """What the files hold that settings name, decoded, by the setting's key: a host reads none."""


class SettingSpec(NamedTuple):
    """One setting of a host, as `hosts NAME` lists it and `--set` accepts it."""

    key: str
    default: str
    allowed: str
    help: str
    of_the_host: bool = True
    """False for a setting of ours that the host does not have."""
    file: bool = False
    """Whether its value names a YAML file, whose content is in `Scenario.files`."""


class SettingNote(NamedTuple):
    """A value that the host does not take as it was written."""

    key: str
    given: str
    used: str
    reason: str

    def __str__(self) -> str:
        """Return the warning in words."""
        return f"{self.key}: {self.reason}: {self.given} is taken as {self.used}"
