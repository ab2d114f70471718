"""A client's config -> its servers, as it writes them, then filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.catalog.decoding import decode
from toolsearch_cli.catalog.document import child
from toolsearch_cli.catalog.formats.client_config import NamedServer, named_servers
from toolsearch_cli.catalog.json_text import TextError
from toolsearch_cli.catalog.reading import read_path
from toolsearch_cli.errors import InputError
from toolsearch_cli.live.configs.settings import entry_of
from toolsearch_cli.live.configs.variables import Variables, input_variable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.configs.entries import ServerEntry

LONGEST_CONFIG: Final = 16 << 20
"""Bytes of a config."""
_ASKS: Final = re.compile(r"\$\{input:([^{}]*)\}")
_KNOWN: Final = (
    "known are mcpServers (.mcp.json, Claude, Cursor, Gemini, Continue), servers (VS Code), "
    "context_servers (Zed), mcp_servers (Codex), extensions (Goose), mcp (opencode)"
)


class NoServersError(InputError):
    """A file can be read, and names no servers."""


class Input(NamedTuple):
    """A value that VS Code asks for when it starts a server."""

    identifier: str
    description: str = ""
    default: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A config as it is written, before anything is filled in; its texts may be secrets."""

    file: str
    """As the user named it."""
    folder: Path | None
    """The folder that it is about: of a project, that of the project."""
    servers: tuple[NamedServer, ...]
    inputs: tuple[Input, ...] = ()
    """Those that it describes."""

    def __repr__(self) -> str:
        """Tell nothing that it holds."""
        return f"Config(file={self.file!r}, {len(self.servers)} servers)"

    def asked(self) -> tuple[Input, ...]:
        """Return each input that its servers refer to, once."""
        described = {one.identifier: one for one in self.inputs}
        texts = (text for one in self.servers for text in _texts(one.settings))
        names = (name for text in texts for name in _ASKS.findall(text))
        return tuple(described.get(name, Input(name)) for name in dict.fromkeys(names))

    def entries(
        self, environment: Mapping[str, str], inputs: Mapping[str, str] | None = None
    ) -> tuple[ServerEntry, ...]:
        """Return its servers, filled in; one that cannot be is `Unusable`, and says why.

        Args:
            environment: What `${NAME}` refers to.
            inputs: Answers to `inputs`, by identifier.
        """
        variables = Variables(
            environment=environment,
            inputs={**_defaults(self.inputs, environment), **(inputs or {})},
            places={**_places(self.folder), **_plugin_places(self.folder, environment)},
            bare=".gemini" in Path(self.file).parts or self.file.endswith("gemini-extension.json"),
        )
        return tuple(entry_of(one, self.file, self.folder, variables) for one in self.servers)


def read_config(path: Path, file: str | None = None, project: Path | None = None) -> Config:
    """Read a client's config, in JSON (also with comments), TOML or YAML.

    Args:
        path: The file.
        file: How errors call it; as `path` is written, unless given.
        project: Whose servers of a file about many projects are wanted as well (Claude Code's).

    Raises:
        InputError: It cannot be read.
        NoServersError: It names no servers.
    """
    named = str(path) if file is None else file
    text = read_path(path, named, LONGEST_CONFIG)
    return parse_config(text, named, folder_of(path), project)


def parse_config(
    text: str, file: str, folder: Path | None = None, project: Path | None = None
) -> Config:
    """Read the text of a client's config.

    Raises:
        InputError: It cannot be decoded.
        NoServersError: It names no servers.
    """
    value = _decoded(text, file)
    servers = (*(named_servers(value) or ()), *_of_project(value, project))
    if not servers:
        raise NoServersError("names no servers", file=file, hint=_KNOWN)
    return Config(file=file, folder=folder, servers=servers, inputs=tuple(_inputs(value)))


def _of_project(value: Json, project: Path | None) -> Iterator[NamedServer]:
    projects = value.get("projects") if isinstance(value, dict) else None
    inner = projects.get(str(project)) if isinstance(projects, dict) else None
    place = child("/projects", str(project))
    for one in (named_servers(inner) or ()) if isinstance(inner, dict) else ():
        yield one._replace(pointer=place + one.pointer)


def folder_of(path: Path) -> Path:
    """Return the folder that a config is about: `project` for `project/.vscode/mcp.json`."""
    folder = path.absolute().parent
    if path.name.startswith("."):
        return folder
    for above in (folder, folder.parent):
        if above.name.startswith("."):
            return above.parent
    return folder


def _decoded(text: str, file: str) -> Json:
    try:
        values = decode(text, file).values
    except TextError as error:
        raise InputError(error.message, file=file, pointer=error.pointer) from None
    except RecursionError:
        raise InputError("nested too deeply", file=file) from None
    return values[0] if len(values) == 1 else list(values)


def _inputs(value: Json) -> Iterator[Input]:
    written = value.get("inputs") if isinstance(value, dict) else None
    for one in written if isinstance(written, list) else ():
        if isinstance(one, dict) and isinstance(name := one.get("id"), str):
            default, description = one.get("default"), one.get("description")
            yield Input(
                name,
                description if isinstance(description, str) else "",
                default if isinstance(default, str) else None,
            )


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _defaults(inputs: Iterable[Input], environment: Mapping[str, str]) -> dict[str, str]:
    """What stands for an input that nobody answered; a variable that is set comes before it."""
    return {
        one.identifier: one.default
        for one in inputs
        if one.default is not None and input_variable(one.identifier) not in environment
    }


def _places(folder: Path | None) -> dict[str, str]:
    """The folders that clients know by name."""
    named = {"userHome": str(Path.home())}
    if folder is not None:
        names = ("workspaceFolder", "workspaceRoot", "extensionPath", "__dirname")
        named |= dict.fromkeys(names, str(folder))
        named["workspaceFolderBasename"] = folder.name
    return named


def _plugin_places(folder: Path | None, environment: Mapping[str, str]) -> dict[str, str]:
    """Those of Claude Code, which the environment may name otherwise."""
    names = ("CLAUDE_PLUGIN_ROOT", "CLAUDE_PROJECT_DIR")
    return {name: str(folder) for name in names if folder is not None and name not in environment}
