"""From a command line to the servers that are captured: configs, a command, URLs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolsearch_cli.cli.console import Console, tell
from toolsearch_cli.errors import InputError, UsageError

if TYPE_CHECKING:
    from toolsearch_cli.live.configs import Config, Input, ServerEntry, Used

_URL: Final = re.compile(r"https?://", re.IGNORECASE)
_FROM_ENVIRONMENT: Final = re.compile(r"(?<!\S)env:([A-Za-z_]\w*)(?!\S)")
_VARIABLE: Final = re.compile(r"([A-Za-z_]\w*)(?:=(.*))?", re.DOTALL)
_STDIN: Final = "-"
_WAYS: Final = (
    "name a client's config, a URL, a command behind `--` (toolsearch capture -- npx -y @x/server),"
    " or --discover the configs of this machine"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What the command line names."""

    places: Sequence[str]
    """Configs and URLs."""
    command: Sequence[str]
    """What stands behind `--`."""
    discover: bool = False
    name: str | None = None
    headers: Sequence[str] = ()
    env: Sequence[str] = ()


def named_entries(console: Console, named: Named) -> tuple[ServerEntry, ...]:
    """Return every server that is named, filled in from the environment.

    Raises:
        UsageError: Nothing is named, or options do not fit what is.
        InputError: A config cannot be read.
    """
    from toolsearch_cli.live.configs import address_entry, command_entry
    from toolsearch_cli.live.configs.choosing import with_environment

    urls = [place for place in named.places if _URL.match(place)]
    _require_sense(named, urls)
    env = dict(_variable(text) for text in named.env)
    entries: list[ServerEntry] = []
    for config in _configs(console, named):
        found = config.entries(os.environ, _answers(config))
        entries += (with_environment(one, env) for one in found)
    headers, used = _headers(named.headers)
    name = named.name or ""
    entries += (address_entry(url, headers, name=name, used=used) for url in urls)
    if named.command:
        entries.append(command_entry(named.command, env, name=name))
    return tuple(entries)


def _require_sense(named: Named, urls: Sequence[str]) -> None:
    if not (named.places or named.command or named.discover):
        raise UsageError("nothing to capture is named", hint=_WAYS)
    if named.headers and not urls:
        raise UsageError("--header: no URL is named", hint="a config has headers of its own")
    if named.headers and len(urls) > 1:
        raise UsageError(
            "--header: several URLs are named, and each would get it", hint="capture one at a time"
        )
    if named.name is not None and len(urls) + bool(named.command) != 1:
        raise UsageError("--name is for one URL or one command", hint="a config names its servers")


def _configs(console: Console, named: Named) -> list[Config]:
    from toolsearch_cli.live.configs import read_config

    configs: list[Config] = []
    for place in named.places:
        if _URL.match(place):
            continue
        if place == _STDIN:
            configs.append(_from_stdin())
        elif not Path(place).exists():
            raise InputError("there is no such file", file=place, hint=_WAYS)
        else:
            configs.append(read_config(Path(place)))
    return [*configs, *_discovered(console)] if named.discover else configs


def _from_stdin() -> Config:
    from toolsearch_cli.catalog.reading import read_stream
    from toolsearch_cli.live.configs.reading import LONGEST_CONFIG, parse_config

    text = read_stream(sys.stdin.buffer, _STDIN, LONGEST_CONFIG)
    return parse_config(text, _STDIN, Path.cwd())


def _discovered(console: Console) -> list[Config]:
    """The configs of all clients on this machine that name servers."""
    from toolsearch_cli.live.configs import read_config
    from toolsearch_cli.live.configs.discovery import usual_configs
    from toolsearch_cli.live.configs.reading import NoServersError

    configs: list[Config] = []
    here = Path.cwd()
    for client, path in usual_configs(here, Path.home(), os.environ, sys.platform):
        try:
            configs.append(read_config(path, _short(path), project=here))
            console.detail(f"{_short(path)}: {client}")
        except NoServersError:
            console.detail(f"{_short(path)}: {client}, names no servers")
        except InputError as error:
            console.warn(f"passed over: {error.message}")
    if not configs:
        raise UsageError("no client's config that names servers was found", hint=_WAYS)
    return configs


def _short(path: Path) -> str:
    """A path as one would type it here."""
    for folder, start in ((Path.cwd(), ""), (Path.home(), "~/")):
        if path.is_relative_to(folder):
            return start + path.relative_to(folder).as_posix()
    return str(path)


def _answers(config: Config) -> Mapping[str, str]:
    """Ask for the inputs of a config, on a terminal and without an echo; else nobody answers."""
    from toolsearch_cli.live.configs.variables import input_variable

    asked = [one for one in config.asked() if input_variable(one.identifier) not in os.environ]
    if not asked or config.file == _STDIN or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return {}
    return {one.identifier: answer for one in asked if (answer := _ask(config, one))}


def _ask(config: Config, one: Input) -> str:
    from getpass import getpass

    from toolsearch_cli.text import visible

    meaning = f": {one.description}" if one.description else ""
    tell(f"{config.file} asks for {one.identifier}{meaning}")
    default = " (Enter: as the config has it)" if one.default is not None else ""
    return getpass(f"{visible(one.identifier)}{default}: ", stream=sys.stderr)


def _headers(given: Sequence[str]) -> tuple[dict[str, str], tuple[Used, ...]]:
    """Headers as `NAME: VALUE`, in which `env:NAME` and `${NAME}` stand for variables."""
    headers: dict[str, str] = {}
    everything: tuple[Used, ...] = ()
    for text in given:
        name, colon, value = text.partition(":")
        if not colon or not name.strip():
            raise UsageError(
                "--header: expected NAME: VALUE", hint="--header 'Authorization: Bearer env:TOKEN'"
            )
        headers[name.strip()], used = _filled(f"--header {name.strip()}", value.strip())
        everything += used
    return headers, everything


def _variable(text: str) -> tuple[str, str]:
    """`NAME` passes on a variable of ours, `NAME=VALUE` sets one."""
    match = _VARIABLE.fullmatch(text)
    if match is None:
        raise UsageError("--env: expected NAME or NAME=VALUE")
    name, value = match[1], match[2]
    written = f"${{{name}}}" if value is None else value
    return name, _filled(f"--env {name}", written)[0]


def _filled(option: str, text: str) -> tuple[str, tuple[Used, ...]]:
    from toolsearch_cli.live.configs import Variables
    from toolsearch_cli.live.configs.variables import UnfilledError, expand

    written = _FROM_ENVIRONMENT.sub(r"${\1}", text)
    try:
        return expand(written, Variables(environment=os.environ))
    except UnfilledError as error:
        raise UsageError(f"{option}: {error}") from None
