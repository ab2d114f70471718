"""References in a config's texts -> the values they stand for, in the spelling of every client."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

_REFERENCE: Final = re.compile(
    r"""
    \$\{\{\s*(?P<kind>secrets|inputs)\.(?P<member>[\w.-]+)\s*\}\}    # Continue
    | \$\{(?P<inner>[^{}]*)\}                                        # the others
    | \{(?P<function>env|file):(?P<argument>[^{}]*)\}                # opencode
    | \$(?P<bare>[A-Za-z_]\w*)                                       # Gemini only
    """,
    re.VERBOSE,
)
_NAMED: Final = re.compile(
    r"(?:env:)?(?P<name>[A-Za-z_]\w*)(?P<else>:-(?P<default>.*))?", re.DOTALL
)
_DEFAULT: Final = re.compile(r":[-=?+]|=")
_INPUT: Final = "input:"
_SEPARATORS: Final = ("pathSeparator", "/")
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def _nothing() -> Mapping[str, str]:
    return _NOTHING


class UnfilledError(Exception):
    """A reference that nothing fills in; says which and what to do, and tells no value."""


class Used(NamedTuple):
    """A variable that a text refers to."""

    name: str
    text: str
    is_input: bool = False
    """Whether it was asked for."""
    is_place: bool = False
    """Whether it is a folder that clients know by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variables:
    """What references are filled in with."""

    environment: Mapping[str, str] = field(repr=False)
    inputs: Mapping[str, str] = field(default_factory=_nothing, repr=False)
    """Answers to the inputs that VS Code would ask for, by their id."""
    places: Mapping[str, str] = field(default_factory=_nothing)
    """Folders that a client knows by name: `workspaceFolder`, `CLAUDE_PLUGIN_ROOT`."""
    own: Mapping[str, str] = field(default_factory=_nothing, repr=False)
    """What the server itself is given. Clients pass `${NAME}` of such a name on as it stands, and
    the program fills it in."""
    bare: bool = False
    """Whether `$NAME` is a reference too, as it is for Gemini."""


def expand(text: str, variables: Variables) -> tuple[str, tuple[Used, ...]]:
    """Return the text filled in, and every variable that went into it.

    Known are `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:ID}`, `${{ secrets.NAME }}`,
    `{env:NAME}` and the names of places. What a variable holds is not expanded again.

    Raises:
        UnfilledError: A variable is not set and has no default, an input was not answered, or the
            reference is one that only its client can fill in.
    """
    used: list[Used] = []

    def filled(match: re.Match[str]) -> str:
        if match["bare"] is not None:
            name = match["bare"]
            if not variables.bare or name not in variables.environment:
                return match[0]
            found = Used(name, variables.environment[name])
        elif match["kind"] is not None:
            found = _from_environment(match["member"].rpartition(".")[2], None, variables)
        elif match["function"] is not None:
            found = _function(match, variables)
        else:
            found = _inner(match, variables)
        used.append(found)
        return found.text

    return _REFERENCE.sub(filled, text), tuple(used)


def _function(match: re.Match[str], variables: Variables) -> Used:
    if match["function"] == "file":
        raise UnfilledError(f"{visible(match[0])}: only its client reads files into a config")
    return _from_environment(match["argument"].strip(), None, variables)


def _inner(match: re.Match[str], variables: Variables) -> Used:
    inner = match["inner"].strip()
    if inner.startswith(_INPUT):
        return _from_inputs(inner.removeprefix(_INPUT), variables)
    if inner in variables.places:
        return Used(inner, variables.places[inner], is_place=True)
    if inner in _SEPARATORS:
        return Used(inner, os.sep, is_place=True)
    if (named := _NAMED.fullmatch(inner)) is None:
        raise UnfilledError(f"{_without_default(match[0])}: only its client can fill that in")
    if inner == named["name"] and inner in variables.own:
        return Used(inner, variables.own[inner])
    default = named["default"] if named["else"] else None
    return _from_environment(named["name"], default, variables)


def _without_default(reference: str) -> str:
    """A reference as it can be shown: what stands in for it may be a secret."""
    match = _DEFAULT.search(reference)
    return visible(f"{reference[: match.end()]}...}}" if match else reference)


def _from_environment(name: str, default: str | None, variables: Variables) -> Used:
    value = variables.environment.get(name)
    if default is not None and not value:  # as a shell does, for an empty one too
        return Used(name, default)
    if value is None:
        raise UnfilledError(f"needs the environment variable {visible(name)}, which is not set")
    return Used(name, value)


def input_variable(identifier: str) -> str:
    """Return the environment variable that answers an input: `TOOLSEARCH_INPUT_API_KEY`."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", identifier).strip("_").upper()
    return f"TOOLSEARCH_INPUT_{plain}"


def _from_inputs(identifier: str, variables: Variables) -> Used:
    answer = variables.inputs.get(identifier)
    if answer is None:
        answer = variables.environment.get(input_variable(identifier))
    if answer is None:
        raise UnfilledError(
            f"asks for the input {visible(identifier)}: "
            f"set the environment variable {input_variable(identifier)}"
        )
    return Used(identifier, answer, is_input=True)
