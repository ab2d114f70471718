"""One server's settings, under the keys of any client -> an entry with everything filled in."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.capturing import secrets_in, secrets_in_url, shown_command, shown_url
from toolsearch_cli.catalog.formats.client_config import (
    ENV_KEYS,
    HEADER_KEYS,
    URL_KEYS,
    command_words,
)
from toolsearch_cli.catalog.model import Provenance
from toolsearch_cli.live.configs.entries import (
    Address,
    Program,
    ServerEntry,
    ToolChoice,
    Unusable,
    kept,
    kept_used,
    usual_transport,
)
from toolsearch_cli.live.configs.shapes import FOLDER_KEYS, NAMED_ENV_KEYS, misfit
from toolsearch_cli.live.configs.variables import UnfilledError, Used, expand
from toolsearch_cli.live.hidden import Hidden

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolsearch_cli.catalog.formats.client_config import NamedServer
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.live.configs.entries import Transport
    from toolsearch_cli.live.configs.variables import Variables

_BUILT_IN: Final = frozenset({"builtin", "platform", "frontend", "inline_python"})
_OF_ZED: Final = "comes from a Zed extension"
_SPOKEN: Final = re.compile(r"https?://[^/]", re.IGNORECASE)
_ONLY_KEYS: Final = ("enabled_tools", "includeTools", "available_tools", "tools")
_WITHOUT_KEYS: Final = ("disabled_tools", "excludeTools", "disabledTools")

Settings = dict[str, "Json"]


class _Filler:
    """Fills in the texts of one server, and keeps what went into them."""

    __slots__ = ("_variables", "used")

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self.used: list[Used] = []

    def __call__(self, text: str) -> str:
        filled, used = expand(text, self._variables)
        self.used += used
        return filled

    def of_server(self, env: Mapping[str, str]) -> None:
        """Fill in from now on what the server itself is given first."""
        self._variables = replace(self._variables, own=env)

    def variable(self, name: str) -> str:
        """The value of an environment variable that a setting names."""
        return self("${env:" + name + "}")


def entry_of(
    server: NamedServer, file: str, folder: Path | None, variables: Variables
) -> ServerEntry:
    """Return the entry of one server; it is `Unusable` where something in it is amiss.

    Args:
        server: Its name and settings.
        file: The config, as the user named it.
        folder: What relative paths start from.
        variables: What its references are filled in with.
    """
    settings = server.settings
    fill = _Filler(variables)
    secrets: list[tuple[str, str]] = []
    launch: Program | Address | Unusable
    try:
        if problem := misfit(settings):
            launch = Unusable(problem)
        elif _is_extension(server):
            launch = Unusable(_OF_ZED)
        elif url := _first(settings, URL_KEYS):
            launch = _address(settings, url, fill, secrets)
        else:
            launch = _program(settings, folder, fill, secrets)
    except UnfilledError as error:
        launch = Unusable(str(error))
    return ServerEntry(
        name=server.name,
        place=Provenance(file, server.pointer),
        launch=launch,
        skipped=_skipped(server),
        tools=_choice(settings),
        secrets=(*kept_used(fill.used), *kept(secrets)),
    )


def _program(
    settings: Settings, folder: Path | None, fill: _Filler, secrets: list[tuple[str, str]]
) -> Program | Unusable:
    words = list(command_words(settings))
    if not words or not words[0]:
        return Unusable("has neither a command nor a URL")
    start = _start(settings, folder, fill)
    env_file = _env_file(settings, folder, fill)
    env = dict(_environment(settings, fill))
    fill.of_server(env)
    if len(words) == 1 and " " in words[0] and not _is_program(fill(words[0]), start, env):
        words = _split(words[0]) or words
    command = [fill(word) for word in words]
    secrets += (*env.items(), *secrets_in(command))
    return Program(
        command=tuple(Hidden(word) for word in command),
        shown=shown_command(words),
        env=tuple((key, Hidden(text)) for key, text in env.items()),
        env_file=env_file,
        folder=start,
    )


def _is_program(name: str, start: str | None, env: Mapping[str, str]) -> bool:
    """Whether a text with spaces names one program, where the server is started."""
    has_folder = any(mark in name for mark in (os.sep, os.altsep) if mark)
    path = str(Path(start or "", name)) if has_folder else name
    with suppress(ValueError):
        return shutil.which(path, path=env.get("PATH")) is not None
    return False


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line, posix=os.name == "posix")
    except ValueError:  # an open quote
        return line.split()


def _start(settings: Settings, folder: Path | None, fill: _Filler) -> str | None:
    written = _first(settings, FOLDER_KEYS)
    if written is None:
        return None if folder is None else str(folder)
    named = Path(fill(written))
    with suppress(RuntimeError):  # of a user who has no home
        named = named.expanduser()
    return str(named if folder is None else folder / named)


def _env_file(settings: Settings, folder: Path | None, fill: _Filler) -> str | None:
    written = _first(settings, ("envFile",))
    if not written:
        return None
    path = Path(fill(written))
    return str(path if folder is None else folder / path)


def _environment(settings: Settings, fill: _Filler) -> Iterator[tuple[str, str]]:
    """Yield what a program gets beside its file: named variables, then what is written out."""
    for key in NAMED_ENV_KEYS:
        for name in _texts(settings.get(key)):
            yield name, fill.variable(name)
    nested = settings.get("command")  # Zed once had it inside
    for holder in (nested if isinstance(nested, dict) else {}, settings):
        for name, value in _texts_by_name(holder, ENV_KEYS):
            yield name, fill(value)


def _address(
    settings: Settings, url: str, fill: _Filler, secrets: list[tuple[str, str]]
) -> Address | Unusable:
    filled = fill(url)
    if not _SPOKEN.match(filled):
        return Unusable("its URL is not spoken with: expected http:// or https://")
    headers = dict(_headers(settings, fill))
    secrets += (*headers.items(), *secrets_in_url(filled))
    return Address(
        url=Hidden(filled),
        shown=shown_url(url),
        headers=tuple((key, Hidden(text)) for key, text in headers.items()),
        transport=_transport(settings, filled),
    )


def _headers(settings: Settings, fill: _Filler) -> Iterator[tuple[str, str]]:
    options = settings.get("requestOptions")  # Continue
    for holder in (settings, options if isinstance(options, dict) else {}):
        for name, value in _texts_by_name(holder, HEADER_KEYS):
            yield name, fill(value)
    for name, variable in _texts_by_name(settings, ("env_http_headers",)):  # Codex
        yield name, fill.variable(variable)
    if token := _first(settings, ("bearer_token_env_var",)):
        yield "Authorization", f"Bearer {fill.variable(token)}"


def _transport(settings: Settings, url: str) -> Transport:
    kind = _first(settings, ("type", "transport", "protocol"))
    if kind in ("sse", "event-stream"):
        return "sse"
    return usual_transport(url) if kind in (None, "remote") else "http"


def _skipped(server: NamedServer) -> str:
    settings = server.settings
    if _first(settings, ("type",)) in _BUILT_IN:
        return "built into its client"
    if _is_extension(server):
        return _OF_ZED
    off = settings.get("disabled") is True or settings.get("enabled") is False
    return "switched off" if off or settings.get("isActive") is False else ""


def _is_extension(server: NamedServer) -> bool:
    """Whether only Zed knows how to start it: what stands there are an extension's settings."""
    settings = server.settings
    if _first(settings, URL_KEYS) or any(command_words(settings)):
        return False
    is_of_zed = "/context_servers/" in server.pointer
    return is_of_zed and ("settings" in settings or settings.get("source") == "extension")


def _choice(settings: Settings) -> ToolChoice:
    only, without = _names(settings, _ONLY_KEYS), _names(settings, _WITHOUT_KEYS)
    if isinstance(chosen := settings.get("tools"), dict):  # Hermes
        only, without = _names(chosen, ("include",)), _names(chosen, ("exclude",))
    return ToolChoice(None if not only or "*" in only else only, without)


def _names(settings: Settings, keys: tuple[str, ...]) -> tuple[str, ...]:
    return next((tuple(_texts(settings[key])) for key in keys if _texts(settings.get(key))), ())


def _texts(value: Json) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _first(settings: Settings, keys: tuple[str, ...]) -> str | None:
    return next((found for key in keys if isinstance(found := settings.get(key), str)), None)


def _texts_by_name(settings: Settings, keys: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield names and values of the first of some mappings; numbers and booleans as text."""
    found = next((one for key in keys if isinstance(one := settings.get(key), dict)), {})
    for name, value in found.items():
        if isinstance(value, bool):
            yield name, str(value).lower()
        elif isinstance(value, str | int | float):
            yield name, str(value)
