"""One server to be started or reached: the values that a config comes down to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from toolsearch_cli.catalog.capturing import secrets_in, secrets_in_url, shown_command, shown_url
from toolsearch_cli.catalog.hiding import is_secret
from toolsearch_cli.catalog.model import Provenance
from toolsearch_cli.live.hidden import Hidden, Secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from toolsearch_cli.live.configs.variables import Used

Transport: TypeAlias = Literal["http", "sse"]
"""Streamable HTTP, or the event stream that it replaced."""


_TYPED: Final = Provenance("--")


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A server that is started, and speaks on its standard streams."""

    command: tuple[Hidden, ...]
    """The program and its arguments; never empty."""
    shown: str
    """The same as one would type it: references as the config has them, secrets as variables."""
    env: tuple[tuple[str, Hidden], ...] = ()
    """What it gets beside the few variables that every server gets."""
    env_file: str | None = None
    """A file with more variables, which `with_env_file` reads."""
    folder: str | None = None
    """Where it is started; `None`: here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A server that runs elsewhere."""

    url: Hidden
    shown: str
    """The URL with secrets as variables."""
    headers: tuple[tuple[str, Hidden], ...] = ()
    transport: Transport = "http"


@dataclass(frozen=True, slots=True)
class Unusable:
    """A server that cannot be started as its config stands."""

    reason: str


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """Which of a server's tools its client passes on to the model."""

    only: tuple[str, ...] | None = None
    """`None`: all."""
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEntry:
    """One server, as a config, a command line or a URL names it."""

    name: str
    """As configured; empty where it has none but what it says of itself."""
    place: Provenance
    """Where it stands: file and JSON pointer; `--` or the URL's host for a server of the command
    line."""
    launch: Program | Address | Unusable
    skipped: str = ""
    """Why its client does not start it either (`switched off`); empty where it does."""
    tools: ToolChoice = ToolChoice()
    secrets: tuple[Secret, ...] = ()
    """Everything in it that must not be shown: pass what is shown through `redaction(secrets)`."""

    @property
    def is_usable(self) -> bool:
        """Whether it can be started or reached, as far as its config tells."""
        return not isinstance(self.launch, Unusable)

    @property
    def shown(self) -> str:
        """What is started or reached, without a secret; the reason where it cannot be."""
        launch = self.launch
        return launch.reason if isinstance(launch, Unusable) else launch.shown

    @property
    def described(self) -> str:
        """The same, with the names of the variables or headers that it is given."""
        match self.launch:
            case Program(env=given, env_file=file):
                what, more = "env", "" if file is None else f"envFile: {file}"
            case Address(headers=given):
                what, more = "headers", ""
            case Unusable(reason):
                return f"cannot be started: {reason}"
        names = ", ".join(name for name, _ in given)
        beside = "; ".join(filter(None, (names and f"{what}: {names}", more)))
        return f"{self.shown}  ({beside})" if beside else self.shown


def command_entry(
    command: Sequence[str],
    env: Mapping[str, str],
    *,
    name: str = "",
    place: Provenance = _TYPED,
) -> ServerEntry:
    """Return the entry of a command as typed; `env` is passed on to it."""
    return ServerEntry(
        name=name,
        place=place,
        launch=Program(
            command=tuple(Hidden(word) for word in command),
            shown=shown_command(command),
            env=tuple((key, Hidden(text)) for key, text in env.items()),
        ),
        secrets=tuple(kept((*env.items(), *secrets_in(command)))),
    )


def address_entry(
    url: str,
    headers: Mapping[str, str],
    *,
    name: str = "",
    place: Provenance | None = None,
    used: Iterable[Used] = (),
) -> ServerEntry:
    """Return the entry of a URL as typed."""
    secrets = (*headers.items(), *secrets_in_url(url))
    return ServerEntry(
        name=name,
        place=place or Provenance(shown_url(url)),
        launch=Address(
            url=Hidden(url),
            shown=shown_url(url),
            headers=tuple((key, Hidden(text)) for key, text in headers.items()),
            transport=usual_transport(url),
        ),
        secrets=(*kept_used(used), *kept(secrets)),
    )


def usual_transport(url: str) -> Transport:
    """Return the transport of a URL that says no other: one that ends in `/sse` is the old one."""
    return "sse" if url.partition("?")[0].rstrip("/").endswith("/sse") else "http"


def kept(pairs: Iterable[tuple[str, str]]) -> Iterator[Secret]:
    """Yield those of some named texts that are to be hidden."""
    for name, text in pairs:
        if is_secret(name, text):
            yield Secret(name, Hidden(text))


def kept_used(used: Iterable[Used]) -> Iterator[Secret]:
    """Yield those of some variables that are to be hidden; of what was asked for, all."""
    for one in used:
        if not one.is_place and (one.is_input or is_secret(one.name, one.text)):
            yield Secret(one.name, Hidden(one.text))
