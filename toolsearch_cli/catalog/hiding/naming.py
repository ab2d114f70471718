"""Which names stand for secrets, and which values look like one. Pure judgement of single texts."""

from __future__ import annotations

import re
from typing import Final

_SHORTEST: Final = 4
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET_WORDS: Final = frozenset(
    {
        *("password", "passwords", "passwd", "passphrase", "passcode", "pass", "pwd", "pw"),
        *("secret", "secrets", "credential", "credentials", "creds", "cred", "psk", "private"),
        *("token", "tokens", "bearer", "jwt", "pat", "sid", "cookie", "cookies", "dsn"),
        *(
            "authorization",
            "signature",
            "sig",
            "pin",
            "otp",
            "totp",
            "key",
            "keys",
            "session",
            "mnemonic",
        ),
    }
)
_PASSWORDS: Final = frozenset(
    {"password", "passwords", "passwd", "passphrase", "passcode", "pass", "pwd", "pw", "secret"}
)
_WAYS_IN: Final = frozenset({"auth", "authentication", "oauth"})
_JOINED: Final = re.compile(
    r"(?:token|secret|passw(?:or)?d|passphrase|(?:api|access|secret|private|auth|license)keys?)\Z"
    r"|passw|credential|connectionstring|connstr|[a-z]{2}(?:pass|key)\Z"
)
_OTHER_WORDS: Final = frozenset(
    {
        *("compass", "bypass", "underpass", "overpass", "trespass", "surpass", "monkey", "turkey"),
        *("hotkey", "sortkey", "donkey", "jockey", "hockey", "whiskey", "pubkey", "publickey"),
        *("primarykey", "partitionkey", "foreignkey", "groupkey", "rangekey"),
    }
)
"""Words that only end like the name of a secret."""
_ABOUT: Final = frozenset(
    {
        *("file", "path", "dir", "directory", "folder", "name", "type", "mode", "kind", "method"),
        *(
            "scheme",
            "endpoint",
            "url",
            "uri",
            "host",
            "port",
            "ttl",
            "timeout",
            "expiry",
            "expires",
        ),
        *("expiration", "age", "length", "limit", "count", "size", "bucket", "buckets", "provider"),
        *("algorithm", "alg", "issuer", "prefix", "suffix", "format", "level", "rotation", "store"),
        *("storage", "backend", "server", "through", "budget", "window", "max", "min", "strategy"),
        *("policy", "required", "enabled", "disabled", "scope", "scopes", "audience", "realm"),
        *("domain", "version", "index", "field", "column", "env", "var", "variable", "vault"),
        *("manager", "cache", "command", "cmd", "helper", "stdin", "source", "location", "region"),
        *("user", "username", "email", "jar", "chain", "ring", "rate", "usage", "frame", "frames"),
    }
)
"""Last words of names that say something about a secret, and are none."""
_COUNTED: Final = frozenset(
    {
        *("max", "min", "num", "n", "count", "limit", "total", "budget", "output", "input"),
        *("stop", "eos", "bos", "pad", "unk", "mask", "sep", "sort", "primary", "foreign"),
        *("partition", "public", "group", "row", "range", "order", "merge", "join", "dedupe"),
        *("cache", "map", "hot", "idempotency", "context", "completion", "prompt"),
    }
)
"""Words before `tokens` and `key` that make them a number, a mark or a column."""
_SWITCHED: Final = frozenset(
    {"no", "disable", "skip", "without", "enable", "require", "requires", "allow", "is", "has"}
)
_STORES: Final = frozenset(
    {"db", "database", "redis", "mongo", "mongodb", "postgres", "postgresql", "pg", "mysql"}
    | {"mariadb", "amqp", "rabbitmq", "broker", "sentry", "webhook", "connection"}
)
_SWITCH: Final = re.compile(r"true|false|yes|no|on|off|none|null", re.IGNORECASE)
_SMALL: Final = re.compile(r"\d{1,5}")
_ORDINARY: Final = re.compile(
    r"""
    \d{1,7} | \d+(?:\.\d+)+                          # a number, a version
    | [A-Z]?[a-z]{1,12} | [A-Z]{1,8}                 # a word
    | [a-z]{1,12}[-_ ][a-z]{1,12}(?:[-_.]\d{1,2})?   # two words, a region
    | [a-z_]{1,20}(?:,\ *[a-z_]{1,20})+              # several
    | [a-z]{2}[-_][A-Z]{2}(?:\.UTF-8)?               # a language
    | [a-z]+/[a-z][\w.+*-]*                          # a media type
    | (?:~|\.{0,2}/|[A-Za-z]:[\\/])[^\n"'?=&]*        # a path, or several
    | [a-z]+://[\w.-]+(?::\d+)?(?:/[\w./-]*)?        # a URL without anything personal
    | [\w.-]+:\d+                                    # a host and its port
    """,
    re.VERBOSE,
)
_KNOWN_TOKEN: Final = re.compile(
    r"""(?<![A-Za-z0-9])(?:
    (?:sk|pk|rk)[-_](?:[A-Za-z0-9]{8}|[\w-]{0,64}\d)\S*
    | (?:gh[opsru]|github_pat|hf|figd|lin_api|ntn|shpat|dop_v1|npm|secret|pypi)_[A-Za-z0-9]{8}\S*
    | (?:glpat|xox[abeoprs]|pat|pypi)-(?=\S{0,64}\d)[A-Za-z0-9]\S{5,}
    | (?:AKIA|ASIA)[A-Z0-9]{8,} | AIza[\w-]{6,} | eyJ[\w-]{6,}\S* | ATATT\S{6,}
    | (?:ya29|SG)\.[\w-]{6,}\S*
    )""",
    re.VERBOSE,
)
_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
# A run of letters with digits among them, longer than any word: not a name, not a version.
_RUN: Final = re.compile(r"[A-Za-z0-9+=]{16,}")
_DIGIT: Final = re.compile(r"\d")
_LETTER: Final = re.compile(r"[A-Za-z]")
_LONG_NUMBER: Final = re.compile(r"\d{16,}")
_PINNED: Final = re.compile(r"@sha\d+:[0-9a-f]{40,128}\b|(?<=[\w/])[@#][0-9a-f]{40}\b(?![.@])")
"""What names one version of an image or a repository."""
_PATH: Final = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?[\\/][^\n\"'?=&:;]*")
_FILE: Final = re.compile(
    r"(?:~|\.{1,2}|[A-Za-z]:)?[\\/](?:[\w.@ -]+[\\/])*[\w@ -]+\.\w{1,10}"
    r"|(?:~|\.{1,2})/(?:[\w.@-]+/)*[\w.@-]+|/(?:[\w.@-]+/)+[\w.@-]+"
)


def name_words(name: str) -> list[str]:
    """Return the words of a name in any spelling, without case: `apiKey`, `API_KEY`, `api-key`."""
    return [word.lower() for word in _WORDS.findall(name)]


def names_secret(name: str) -> bool:
    """Say whether whatever stands under a name is a secret: `API_KEY`, not `MAX_TOKENS`."""
    words = name_words(name)
    while words and words[-1].isdigit():
        words.pop()
    if not words or words[-1] in _ABOUT or words[0] in _SWITCHED:
        return False
    if words[-1] in ("token", "tokens", "key", "keys") and _COUNTED & set(words[:-1]):
        return False
    if {"connection", "string"} <= set(words) or any(map(_is_joined, words)):
        return True
    return bool((_SECRET_WORDS | _WAYS_IN) & set(words))


def _is_joined(word: str) -> bool:
    return bool(_JOINED.search(word)) and word not in _OTHER_WORDS


def names_password(name: str) -> bool:
    """Say whether what stands under a name is secret whatever it looks like: `DB_PASSWORD`."""
    return names_secret(name) and bool(_PASSWORDS & set(name_words(name)))


def names_way_in(name: str) -> bool:
    """Say whether a name may as well stand for a way to sign in as for a secret: `auth`."""
    return names_secret(name) and not (
        (_SECRET_WORDS & set(name_words(name))) or any(map(_is_joined, name_words(name)))
    )


def names_about(name: str) -> bool:
    """Say whether a name is that of a file, a kind or a number: `token-file`, `auth_type`."""
    words = name_words(name)
    return bool(words) and words[-1] in _ABOUT


def names_store(name: str) -> bool:
    """Say whether a name is that of a store's address, which often holds a password."""
    words = name_words(name)
    return bool(words) and words[-1] in ("url", "uri") and bool(_STORES & set(words))


def is_secret(name: str, text: str) -> bool:
    """Say whether a value is to be hidden: by its name, or unless it plainly is no secret.

    Plain are words, numbers, paths, hosts and URLs, which hidden would be hidden everywhere.

    Args:
        name: Of the variable, the header or the flag.
        text: The value.
    """
    if len(text) < _SHORTEST or is_switch(text):
        return False
    if names_secret(name):
        return names_password(name) or not _SMALL.fullmatch(text)
    return looks_random(text) or not is_ordinary(text)


def is_switch(text: str) -> bool:
    """Say whether a text says no more than yes, no or nothing."""
    return bool(_SWITCH.fullmatch(text))


def is_number(text: str) -> bool:
    """Say whether a text is a number too small for a secret."""
    return bool(_SMALL.fullmatch(text))


def is_ordinary(text: str) -> bool:
    """Say whether a text plainly is a word, a number, a path, a host or a URL."""
    return bool(_ORDINARY.fullmatch(text))


def is_file(text: str) -> bool:
    """Say whether a text plainly is the path of a file: where a secret is, and not what."""
    return bool(_FILE.fullmatch(text)) and not looks_random(text)


def looks_random(text: str) -> bool:
    """Say whether a text holds what only a machine makes up: a token, an identifier, a digest."""
    known = any(pattern.search(text) for pattern in (_KNOWN_TOKEN, _UUID, _LONG_NUMBER))
    return known or bool(_random_runs(text))


def _random_runs(text: str) -> list[str]:
    return [run for run in _RUN.findall(text) if _DIGIT.search(run) and _LETTER.search(run)]


def looks_secret(word: str) -> bool:
    """Say whether a word of a command, which stands under no name, looks like a secret.

    Digests that pin a version, and folders named after one, are no secret.
    """
    plain = _PINNED.sub("", word)
    if _KNOWN_TOKEN.search(plain):
        return True
    if _PATH.fullmatch(plain):
        return any(run.lower() != run and run.upper() != run for run in _random_runs(plain))
    return looks_random(plain)
