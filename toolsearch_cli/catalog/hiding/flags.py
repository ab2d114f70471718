"""Flags: which of them ask for a secret, and whether the next word is what they ask for."""

from __future__ import annotations

import re
from typing import Final

from toolsearch_cli.catalog.hiding.naming import names_secret, names_store, names_way_in
from toolsearch_cli.catalog.hiding.values import is_reference

_FLAG: Final = re.compile(r"--?[A-Za-z][\w.-]*")
_ENV: Final = "--env"
ENV_FLAGS: Final = frozenset({"-e", _ENV, "-env", "--set", "env"})
"""What stands before `NAME=VALUE`, whatever the value looks like."""
_GIVEN: Final = re.compile(r"([A-Za-z_][\w.-]*)=(.+)", re.DOTALL)
_GIVEN_AS_DATA: Final = re.compile(r"([A-Z_][A-Z\d_]*)=([^\s;&|<>`(){}$'\"]+)")
"""A variable, and nothing that might run: `-e` stands before code in some programs."""
_GIVEN_BY: Final = {"-e": _GIVEN_AS_DATA, _ENV: _GIVEN, "-env": _GIVEN}
HEADER_FLAGS: Final = frozenset({"-H", "--header", "--headers", "--http-header", "-header"})
USER_FLAGS: Final = frozenset({"-u", "--user", "--proxy-user", "--userpwd", "-user"})
SHORT_FLAGS: Final = {"-k": "key", "-p": "password", "-t": "token"}
"""Of a key, a password or a token in some programs, of something plain in others."""
LONG_FLAG_REST: Final = re.compile(r"[a-z]+(?:-[a-z]+)*|[a-z]+(?:[A-Z][a-z]+)+")
"""The rest of a long flag with one dash (`-port`, `-keyFile`)."""
_LONG_FLAG: Final = re.compile(r"--[A-Za-z][\w.-]*(?:=.*)?", re.DOTALL)
_SHORT_FLAGS_LENGTH: Final = 4
"""Longest word that is taken for several flags of one letter (`-rvf`)."""
_ASKING: Final = ENV_FLAGS | HEADER_FLAGS | USER_FLAGS
VALUE_FLAGS: Final = HEADER_FLAGS | USER_FLAGS | SHORT_FLAGS.keys()
"""Flags whose value is looked at in a way of its own."""
_CONTAINERS: Final = re.compile(r"(?:.*[/\\])?(?:docker|podman|nerdctl)(?:\.\w+)?")
_CONTAINER_ENV: Final = re.compile(
    r"-[dit]*e(?:=?(?P<name>[A-Za-z_][\w.-]*)=(?P<value>.+))?", re.DOTALL
)
_CONTAINER_VALUE_FLAGS: Final = frozenset(
    {
        *("--name", "--network", "--net", "-v", "--volume", "--mount", "-p", "--publish", "-w"),
        *("--workdir", "-u", "--user", "--env-file", "--entrypoint", "-l", "--label", "--add-host"),
        *("--platform", "--pull", "-h", "--hostname", "-m", "--memory", "--cpus", "--restart"),
        *("--gpus", "--shm-size", "--tmpfs", "--cap-add", "--cap-drop", "--security-opt", "--dns"),
        *("--ipc", "--pid", "--link", "--log-driver", "--log-opt", "--ulimit", "--device"),
        *("--expose", "--group-add", "--cidfile", "--runtime", "--userns", "--context", "-f"),
    }
)
"""What stands before a word that is not yet the image, or the container."""
_STEPS: Final = frozenset(
    {"run", "exec", "x", "dlx", "tool", "start", "container", "compose", "create", "install"}
)
BEARER: Final = "bearer"
HEADER_NAME: Final = re.compile(r"([A-Za-z][\w-]*):")


def still_launches(launcher: str, before: str, word: str) -> bool:
    """Say whether the words behind this one are still those of the launcher itself."""
    is_value = before in _CONTAINER_VALUE_FLAGS and bool(_CONTAINERS.fullmatch(launcher))
    return word in _STEPS or word.startswith("-") or is_value


def variable_behind(flag: str, text: str) -> re.Match[str] | None:
    """Return the name and the value of a variable that a flag gives to a server.

    It is hidden whatever it is, as under `env`; one that only names another holds nothing.
    """
    pattern = _GIVEN_BY.get(flag)
    match = pattern.fullmatch(text) if pattern else None
    return None if match is None or is_reference(match[2]) else match


def variable_in(word: str, launcher: str) -> re.Match[str] | None:
    """Return the same of one that stands in one word with a container's flag: `-eNAME=VALUE`."""
    match = _CONTAINER_ENV.fullmatch(word) if _CONTAINERS.fullmatch(launcher) else None
    return None if match is None or not match["name"] or is_reference(match["value"]) else match


def asked_by(word: str, launcher: str) -> str:
    """Return the flag or the name whose value is the next word, where that may hold a secret.

    Args:
        word: A flag, a header's name with its colon, or `Bearer`; any other word asks for nothing.
        launcher: The program, while the words are those of one that starts another program: its
            short flags are known, and ask for no secret. Else empty.
    """
    if _CONTAINERS.fullmatch(launcher) and _CONTAINER_ENV.fullmatch(word):
        return _ENV
    if word in _ASKING or word.lower() == BEARER:
        return "" if launcher and word in ("-u", "-e") else word
    if word in SHORT_FLAGS:
        return "" if launcher else word
    name = HEADER_NAME.fullmatch(word)
    if name and names_secret(name[1]):
        return name[1]
    plain = word.lstrip("-")
    is_asking = names_secret(plain) or names_store(plain)
    return word if _FLAG.fullmatch(word) and is_asking else ""


def is_value(asked: str, word: str) -> bool:
    """Say whether a word is what was asked for, and not the next flag.

    Passwords may begin with a dash; what is as short, or as plain, as flags are is a flag.
    """
    if not word.startswith("-") or len(word) == 1:
        return word != "-"
    if not names_secret(asked) or names_way_in(asked):
        return False
    if word.startswith("--"):
        return not _LONG_FLAG.fullmatch(word)
    if len(word) <= _SHORT_FLAGS_LENGTH and word[1:].isalpha():
        return False
    return asked.startswith("--") or not LONG_FLAG_REST.fullmatch(word[1:])
