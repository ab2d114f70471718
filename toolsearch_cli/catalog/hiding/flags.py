"""Flags: which of them ask for a secret, and whether the next word is what they ask for."""

from __future__ import annotations

import re
from typing import Final

from toolsearch_cli.catalog.hiding.naming import names_secret, names_store, names_way_in

_FLAG: Final = re.compile(r"--?[A-Za-z][\w.-]*")
ENV_FLAGS: Final = frozenset({"-e", "--env", "-env", "--set", "env"})
"""What stands before `NAME=VALUE`, whatever the value looks like."""
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
BEARER: Final = "bearer"
HEADER_NAME: Final = re.compile(r"([A-Za-z][\w-]*):")


def asked_by(word: str, launcher: str) -> str:
    """Return the flag or the name whose value is the next word, where that may hold a secret.

    Args:
        word: A flag, a header's name with its colon, or `Bearer`; any other word asks for nothing.
        launcher: The program, while the words are those of one that starts another program: its
            short flags are known, and ask for no secret. Else empty.
    """
    if word in _ASKING or word.lower() == BEARER:
        is_other = word == "-u" or (word == "-e" and not _CONTAINERS.fullmatch(launcher))
        return "" if launcher and is_other else word
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
