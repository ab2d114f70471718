"""How to capture tools, and what a config starts: words for a shell, without a secret in them."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_SECRET_WORD: Final = re.compile(
    r"token|secret|passw|pwd|credential|bearer|auth|header|cookie|session|key|connection|dsn",
    re.IGNORECASE,
)
_ASSIGNMENT: Final = re.compile(r"(-*)([A-Za-z_][\w.-]*)=(.+)", re.DOTALL)
_HEADER: Final = re.compile(r"([A-Za-z][\w-]*): ?(?!//)(.+)", re.DOTALL)
_SCRIPT: Final = re.compile(r"[;&|<>`\n]|\$\(")
"""What makes a word more than one for a shell: whoever starts it must see it."""
_SCRIPT_WORDS: Final = re.compile(r"([\s;&|<>`()'\"]+)")
_SHORT_HEADER_FLAGS: Final = frozenset({"-H", "-u", "-p", "-k", "-t"})
_KNOWN_TOKEN: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:sk|pk|rk|ghp|gho|ghu|ghs|github_pat|glpat|xox[abeoprs]|pat|npm|hf|figd|lin_api|ntn|"
    r"secret|AKIA|ASIA|AIza|eyJ|ya29|SG|shpat|dop_v1|ATATT)[-_.]?[A-Za-z0-9]\S{5,}"
)
_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
# A run of letters with digits among them, longer than any word: not a name, not a version.
_RANDOM: Final = re.compile(r"(?=[A-Za-z0-9+=]*\d)(?=[A-Za-z0-9+=]*[A-Za-z])[A-Za-z0-9+=]{16,}")
_LONG_NUMBER: Final = re.compile(r"\d{16,}")
_URL: Final = re.compile(
    r"([A-Za-z][\w+.-]*://)(?:[^/?#@\s]*@)?([^?#]*)(?:\?([^#]*))?(?:#.*)?", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class _Variable:
    """A part of a shell word that the user's environment fills in."""

    name: str


_Part = str | _Variable


def capture_line(config: str) -> str:
    """Return how to capture the servers of a config, which may be standard input."""
    return f"capture their tools: toolsearch capture {_path(config)} -o tools.json"


def capture_lines(addresses: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield for each server, by its name and URL, the line that captures it."""
    files = _file_names([name for name, _ in addresses])
    for (name, url), file in zip(addresses, files, strict=True):
        words = [shown_url(url), "--name", _word(name), "-o", shlex.quote(f"{file}.json")]
        yield f"  toolsearch capture {' '.join(words)}"


def shown_command(command: Sequence[str]) -> str:
    """Return a command as one types it in a shell, with variables where a secret may stand."""
    return " ".join(_shell(word) for word in _redact(command))


def shown_url(url: str) -> str:
    """Return a URL as a shell word, with variables where a secret may stand."""
    return _shell(_redact_url(url))


def secrets_in(command: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what `shown_command` hides of a command: the variable's name, and the text."""
    for word, parts in zip(_words(command), _redact(command), strict=True):
        if _URL.fullmatch(word):
            yield from secrets_in_url(word)
            continue
        if _SCRIPT.search(word) and parts == _redact_script(word):
            for piece in _SCRIPT_WORDS.split(word)[::2]:  # every other one only separates
                yield from secrets_in(("", piece))
            continue
        names = [part.name for part in parts if isinstance(part, _Variable)]
        pattern = "".join(re.escape(part) if isinstance(part, str) else "(.*)" for part in parts)
        if names and (match := re.fullmatch(pattern, word, re.DOTALL)):
            yield from zip(names, match.groups(), strict=True)


def secrets_in_url(url: str) -> Iterator[tuple[str, str]]:
    """Yield what `shown_url` hides of a URL: the variable's name, and the text."""
    from urllib.parse import unquote, urlsplit

    try:
        parts = urlsplit(url)
    except ValueError:
        return
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    yield from (("user", user), ("password", password), ("fragment", parts.fragment))
    yield from (("secret", one) for one in parts.path.split("/") if looks_random(one))
    for pair in parts.query.split("&"):
        key, equals, value = pair.partition("=")
        yield (key, unquote(value)) if equals else ("query", unquote(key))


def looks_random(text: str) -> bool:
    """Say whether a text holds what only a machine makes up: a token, an identifier, a digest."""
    return any(pattern.search(text) for pattern in (_KNOWN_TOKEN, _UUID, _RANDOM, _LONG_NUMBER))


def _redact(command: Sequence[str]) -> Iterator[list[_Part]]:
    """The words of a command, with variables where a secret stands or may stand."""
    flag = ""
    for index, word in enumerate(_words(command)):
        if flag:
            yield _redact_value(flag, word)
            flag = ""
            continue
        yield _redact_word(word) if index or _ASSIGNMENT.fullmatch(word) else [word]
        if _takes_secret(word):
            flag = word


def _words(command: Sequence[str]) -> Sequence[str]:
    """The words of a command; some clients write it as one text."""
    if len(command) == 1 and " " in command[0] and "\\" not in command[0]:
        return command[0].split()
    return command


def _takes_secret(word: str) -> bool:
    if "=" in word or not word.startswith("-"):
        return False
    return word in _SHORT_HEADER_FLAGS or bool(_SECRET_WORD.search(word))


def _redact_value(flag: str, word: str) -> list[_Part]:
    """The value of a flag that takes a secret; a header keeps its name."""
    if flag in _SHORT_HEADER_FLAGS and _SCRIPT.search(word):
        return _redact_script(word)
    if match := _HEADER.fullmatch(word):
        return [f"{match[1]}: ", _variable(match[1])]
    if match := _ASSIGNMENT.fullmatch(word):
        return [f"{match[1]}{match[2]}=", _variable(match[2])]
    return [word] if word.startswith("-") else [_variable(flag)]


def _redact_script(script: str) -> list[_Part]:
    """A word that a shell or an interpreter may run, with variables for single words of it."""
    pieces = _SCRIPT_WORDS.split(script)
    return [part for piece in pieces for part in _redact_one(piece)]


def _redact_word(word: str) -> list[_Part]:
    if _SCRIPT.search(word) and not _URL.fullmatch(word):
        return _redact_script(word)
    return _redact_one(word)


def _redact_one(word: str) -> list[_Part]:
    if _URL.fullmatch(word):
        return _redact_url(word)
    if match := _ASSIGNMENT.fullmatch(word):
        return [f"{match[1]}{match[2]}=", _variable(match[2])]
    if match := _HEADER.fullmatch(word):
        return [f"{match[1]}: ", _variable(match[1])]
    return [_variable("secret")] if looks_random(word) else [word]


def _redact_url(url: str) -> list[_Part]:
    """A URL without user, password, the values of its query, and path segments that are tokens."""
    match = _URL.fullmatch(url)
    if match is None:
        return [_variable("url")]
    scheme, path, query = match.groups()
    parts: list[_Part] = [scheme]
    for index, segment in enumerate(path.split("/")):
        parts.append("/" if index else "")
        parts.append(_variable("secret") if index and looks_random(segment) else segment)
    for index, pair in enumerate(query.split("&") if query else ()):
        key, equals, _ = pair.partition("=")
        if not equals or looks_random(key):
            parts += ["&" if index else "?", _variable("query")]
        else:
            parts += [f"{'&' if index else '?'}{key}=", _variable(key)]
    return parts


def _variable(name: str) -> _Variable:
    """A shell variable named after a flag, a header or a key."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper()
    return _Variable(plain if plain and not plain[0].isdigit() else f"SECRET_{plain}".rstrip("_"))


def _shell(parts: Iterable[_Part]) -> str:
    """One shell word: its text quoted, its variables left to expand."""
    word = ""
    literal = ""
    for part in parts:
        if isinstance(part, str):
            literal += part
            continue
        word += (shlex.quote(visible(literal)) if literal else "") + f'"${part.name}"'
        literal = ""
    return word + (shlex.quote(visible(literal)) if literal or not word else "")


def _word(text: str) -> str:
    return _shell([text])


def _path(path: str) -> str:
    return _word(f"./{path}" if path.startswith("-") and path != "-" else path)


def _file_names(names: Sequence[str]) -> list[str]:
    """A harmless file name for each server, all different, also where case does not count."""
    taken: Counter[str] = Counter()
    files: list[str] = []
    for name in names:
        plain = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip(".-") or "server"
        file = plain
        while file.lower() in taken:
            taken[plain.lower()] += 1
            file = f"{plain}-{taken[plain.lower()]}"
        taken[file.lower()] += 1
        files.append(file)
    return files
