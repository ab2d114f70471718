"""Keys: from the environment alone, each for one host, and shown nowhere.

A key goes to the endpoint that its variable names, under these rules:

- `TOOLSEARCH_EMBEDDINGS_KEY` and `TOOLSEARCH_DECIDER_KEY` are for the endpoint of their purpose,
  over https or to this machine. With `..._KEY_HOST` beside them (`HOST` or `HOST:PORT`) they are
  for that host alone, over plain http too.
- Where a stranger may have written the endpoint's URL (the file of a project that was cloned),
  `..._KEY_HOST` or this machine is the only way: else a file could send for the key.
- `OPENAI_API_KEY` is for `https://api.openai.com`, where the purpose has no key of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from toolsearch_cli.endpoints.failure import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.endpoints.address import Address

Purpose: TypeAlias = Literal["EMBEDDINGS", "DECIDER"]

_OPENAI: Final = "OPENAI_API_KEY"
_OPENAI_ORIGIN: Final = "https://api.openai.com"
_REDACTED: Final = "[key]"


@dataclass(frozen=True, slots=True)
class Credential:
    """The key for one endpoint, if there is one for it."""

    note: str
    """Which key is sent or why none is: what to say when the endpoint refuses."""
    secret: str | None = field(default=None, repr=False)

    def hidden_in(self, text: str) -> str:
        """Return text of the endpoint, which may repeat the key, without it."""
        return text.replace(self.secret, _REDACTED) if self.secret else text


def credential(
    purpose: Purpose, address: Address, environ: Mapping[str, str], *, trusted: bool = True
) -> Credential:
    """Return the key to send to `address`, which may be none.

    Args:
        purpose: What the endpoint does.
        address: Where it is.
        environ: The environment.
        trusted: Whether the user said where the endpoint is: not a file that came with a project.
    """
    variable = f"TOOLSEARCH_{purpose}_KEY"
    secret = environ.get(variable, "").strip()
    if secret:
        held_back = _held_back(variable, address, environ, trusted=trusted)
        return Credential(held_back) if held_back else _sendable(variable, secret)
    secret = environ.get(_OPENAI, "").strip()
    if secret and address.origin == _OPENAI_ORIGIN:
        return _sendable(_OPENAI, secret)
    return Credential(f"no key was sent: {variable} is not set")


def _held_back(
    variable: str, address: Address, environ: Mapping[str, str], *, trusted: bool
) -> str | None:
    """Return why the key of `variable` is not for `address`."""
    pin = f"{variable}_HOST"
    meant = environ.get(pin, "").strip().lower()
    if meant:
        fits = meant in {address.authority, f"{address.authority}:{address.port}"}
        return None if fits else f"{variable} was not sent: {pin} names {quoted(meant)}"
    if address.is_loopback:
        return None
    if not trusted:
        why = "a file names this endpoint"
    elif address.scheme != "https":
        why = "plain http to another machine"
    else:
        return None
    return f"{variable} was not sent: {why}; {pin}={quoted(address.authority)} allows it"


def _sendable(variable: str, secret: str) -> Credential:
    if not (secret.isascii() and secret.isprintable()):
        return Credential(f"{variable} was not sent: it holds characters that no key has")
    return Credential(f"{variable} was sent", secret)
