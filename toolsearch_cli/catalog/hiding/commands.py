"""Secrets in the words of a command, one after the other: a flag says what the next word is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.hiding.flags import (
    BEARER,
    ENV_FLAGS,
    HEADER_FLAGS,
    HEADER_NAME,
    LONG_FLAG_REST,
    SHORT_FLAGS,
    USER_FLAGS,
    VALUE_FLAGS,
    asked_by,
    is_value,
    still_launches,
    variable_behind,
    variable_in,
)
from toolsearch_cli.catalog.hiding.naming import looks_secret, names_secret
from toolsearch_cli.catalog.hiding.shell import commands_of, parts_of
from toolsearch_cli.catalog.hiding.spans import Span, mapped, merged, moved, whole
from toolsearch_cli.catalog.hiding.structured import json_spans, quoted_spans, settings_spans
from toolsearch_cli.catalog.hiding.urls import is_url, url_spans
from toolsearch_cli.catalog.hiding.values import (
    default_spans,
    header_spans,
    is_hidden,
    is_reference,
    named_header_spans,
    scheme_spans,
    user_spans,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ASSIGNMENT: Final = re.compile(r"((?:-{0,2}|\$(?:env:)?)[A-Za-z_][\w.\[\]-]*)=(.+)", re.DOTALL)
_GLUED: Final = re.compile(r"(-[kptuH])(.{3,})", re.DOTALL)
_PLAIN: Final = re.compile(
    r"[\d.:,*-]+(?:/(?:tcp|udp))?|\d+(?:ms|s|m|h)|stdio|https?|sse|tcp|udp|ws|streamable-?http"
    r"|(?:~|\.{1,2})?/[^=]*|[\w-]+\.(?:py|[cm]?[jt]s)"
)
_PACKAGE: Final = re.compile(r"@?[\w.-]+/[\w./-]+(?:[:@][\w.-]+)?|[\w-]+@\d[\w.-]*")
_LAUNCHERS: Final = re.compile(
    r"(?:.*[/\\])?(?:npx|bunx|npm|pnpm|yarn|bun|uvx|uv|pipx|docker|podman|nerdctl|deno|node|tsx"
    r"|python[\d.]*|py|perl|ruby|java|php|ssh)(?:\.\w+)?"
)
_ENDS_COMMAND: Final = re.compile(r"[;&|<>`\n]")
_SHELLS: Final = re.compile(
    r"(?:.*[/\\])?(?:(?:ba|z|da|k|a|fi)?sh|busybox|cmd|powershell|pwsh)(?:\.exe)?", re.IGNORECASE
)
_RUNS: Final = re.compile(rf"{_SHELLS.pattern}|ssh|su|runuser|nix-shell", re.IGNORECASE)
_RUN: Final = re.compile(r"-[a-z]*c|/[ck]|--?command|--run", re.IGNORECASE)
_SPACE: Final = re.compile(r"\s")
_SUBSTITUTED: Final = re.compile(r"\$\(|`")
"""Where a shell runs a command inside a word."""
_SCRIPT: Final = re.compile(r"[\s;&|<>`]|\$\(")
_PAIRS: Final = re.compile(r"(?:\s*[A-Za-z][\w .-]*=[^;]*(?:;|\Z)){2,}")
_COMMAS: Final = re.compile(r"(?:-{0,2}[A-Za-z_][\w.-]*=[^,]*(?:,|\Z)){2,}")
_LOGIN: Final = re.compile(
    r"(?!(?:npm|jsr|file|git|github|workspace|oci|docker)[:@])[\w.+-]+:([^\s@/]+)@"
    r"(?!sha\d+:)[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*(?::\d+)?(?:/.*)?"
)
"""`USER:PASSWORD@HOST`, as in a URL, without its scheme."""
_FROM_STDIN: Final = re.compile(r"(?:pass\w*|token|key|secret)-stdin|\bsudo\s+(?:-\w+\s+)*-S\b")
_SAYING: Final = frozenset({"echo", "printf"})
_URL_INSIDE: Final = re.compile(r"(?<![\w+.:-])(?:[A-Za-z][\w+.-]*:)+//")


def command_spans(words: Sequence[str], *, in_script: bool = False) -> Iterator[list[Span]]:
    """Yield the secrets of each word of a command.

    Args:
        words: The program and its arguments.
        in_script: Whether they are of a shell's script, where the first may be anything.
    """
    asked = ""
    launcher = words[0] if words and _LAUNCHERS.fullmatch(words[0]) else ""
    has_shell = runs = False
    for index, word in enumerate(words):
        if asked and is_value(asked, word):
            is_name = asked in HEADER_FLAGS and HEADER_NAME.fullmatch(word)
            is_scheme = names_secret(asked) and word.lower() == BEARER
            yield [] if is_scheme else list(value_spans(asked, word))
            asked = word if is_name else asked if is_scheme else ""
            continue
        if given := variable_in(word, launcher):
            yield [whole(given["name"], given["value"], given.start("value"))]
            continue
        yield list(_own(word, runs=runs, is_first=index == 0 and not in_script))
        asked = asked_by(word, launcher)
        has_shell = has_shell or bool(_RUNS.fullmatch(word))
        runs = words[0] == "ssh" or (has_shell and bool(_RUN.fullmatch(word)))
        if index and not still_launches(launcher, words[index - 1], word):
            launcher = ""


def value_spans(name: str, text: str) -> Iterator[Span]:
    """Yield the secrets of the value of a flag, a variable or a setting."""
    if name in HEADER_FLAGS:
        yield from _in_header(text)
    elif given := variable_behind(name, text):
        yield whole(given[1], given[2], given.start(2))
    elif name in ENV_FLAGS and (match := _ASSIGNMENT.fullmatch(text)):
        yield from _last_assigned(match)
    elif name in USER_FLAGS:
        yield from user_spans(name, text)
    elif name in SHORT_FLAGS:
        is_package = name != "-k" and _PACKAGE.fullmatch(text)
        yield from word_spans(text) if is_package else _short(name, text)
    elif is_hidden(name.lstrip("-").rstrip(":"), text):
        yield whole(name.rstrip(":"), text)
    else:
        yield from word_spans(text)


def word_spans(text: str) -> Iterator[Span]:
    """Yield the secrets of a text that stands under no name."""
    yield from default_spans(text)
    if is_url(text):
        yield from url_spans(text)
    elif text.lstrip().startswith(("{", "[")):
        yield from json_spans(text, word_spans)
        if not _is_json(text):
            yield from _in_script(text)
    elif match := _glued(text):
        yield from moved(_of_glued(match[1], match[2]), match.start(2))
    elif named := [*named_header_spans(text), *scheme_spans(text)]:
        yield from named
    elif match := _ASSIGNMENT.fullmatch(text):
        yield from _assigned(match)
    elif _SCRIPT.search(text):
        yield from _in_script(text)
    else:
        yield from _single(text)


def script_spans(script: str) -> Iterator[Span]:
    """Yield the secrets of what a shell or an interpreter runs; all else in it is seen.

    So is a command in the place of a secret: it runs, whatever the place is called.
    """
    for span in merged(_in_parts(script)):
        inner = script[span.start : span.stop]
        if _SUBSTITUTED.search(inner) is None:
            yield span
        elif inner != script:
            yield from moved(script_spans(inner), span.start)


def _in_parts(script: str) -> Iterator[Span]:
    is_fed = bool(_FROM_STDIN.search(script))
    runs_next = False
    for part in parts_of(script):
        if part.is_document and not runs_next:
            yield from moved(settings_spans(part.text, _in_commands), part.start)
            continue
        yield from moved(quoted_spans(part.text), part.start)
        yield from moved(_in_commands(part.text, is_fed=is_fed), part.start)
        last = part.text.rstrip("\n").rpartition("\n")[2]
        runs_next = any(_RUNS.fullmatch(word.text) for one in commands_of(last) for word in one)


def _in_script(text: str) -> Iterator[Span]:
    """The secrets of a text that may be a script, or one word after all."""
    if [[word.text for word in command] for command in commands_of(text)] == [[text]]:
        yield from _single(text)
    else:
        yield from script_spans(text)


def _in_commands(script: str, *, is_fed: bool = False) -> Iterator[Span]:
    for command in commands_of(script):
        texts = [word.text for word in command]
        says = is_fed and texts[0] in _SAYING
        for word, found in zip(command, command_spans(texts, in_script=True), strict=True):
            hides = word.is_fed or (says and word is not command[0])
            if hides and not found and word.text and not is_reference(word.text):
                yield from mapped([whole("secret", word.text)], word.places, script)
            else:
                yield from mapped(found, word.places, script)


def _own(word: str, *, runs: bool, is_first: bool) -> Iterator[Span]:
    """The secrets of a word that is the value of no flag."""
    is_line = is_first and bool(_SPACE.search(word))  # where only a program should be
    if is_first and not is_line and not _ASSIGNMENT.fullmatch(word):
        return
    yield from script_spans(word) if runs or is_line else word_spans(word)


def _assigned(match: re.Match[str]) -> Iterator[Span]:
    """The secrets of `NAME=VALUE`, of several, or of a script that begins so."""
    text = match[0]
    if variable_behind(match[1], match[2]):
        yield from _last_assigned(match)
    elif _PAIRS.fullmatch(text):
        yield from _pairs(text, ";")
    elif _COMMAS.fullmatch(text) and not is_hidden(match[1].lstrip("-"), match[2]):
        yield from _pairs(text, ",")
    elif _is_script(match):
        yield from _in_script(text)
    else:
        yield from _last_assigned(match)


def _is_script(match: re.Match[str]) -> bool:
    """Whether an assignment is only how a script begins; a flag begins none."""
    name, value = match.groups()
    if name.startswith("-") or is_url(value) or value.startswith(("{", "[")):
        return False
    return bool(_ENDS_COMMAND.search(value))


def _last_assigned(match: re.Match[str]) -> Iterator[Span]:
    """The secrets of a value, also where it is an assignment itself: `--env=NAME=VALUE`."""
    start = 0
    found: re.Match[str] | None = match
    while found is not None:
        name, value = found.groups()
        start += found.start(2)
        found = _ASSIGNMENT.fullmatch(value)
        is_last = found is None or name in VALUE_FLAGS or is_hidden(name.lstrip("-$"), value)
        if is_last or variable_behind(name, value):
            yield from moved(value_spans(name, value), start)
            return


def _pairs(text: str, separator: str) -> Iterator[Span]:
    """The secrets of `NAME=VALUE;NAME=VALUE`, also with commas."""
    start = 0
    for pair in text.split(separator):
        name, _, value = pair.partition("=")
        name, start_of_value = name.strip().lstrip("-"), start + len(name) + 1
        yield from moved(value_spans(name, value), start_of_value)
        start += len(pair) + 1


def _single(word: str) -> Iterator[Span]:
    """The secret that one word is, or those of the URL at its end."""
    if looks_secret(word):
        yield whole("secret", word)
    elif login := _LOGIN.fullmatch(word):
        yield whole("password", login[1], login.start(1))
    elif inner := _URL_INSIDE.search(word):
        yield from moved(url_spans(word[inner.start() :]), inner.start())


def _of_glued(flag: str, value: str) -> Iterator[Span]:
    yield from _short(flag, value) if flag in SHORT_FLAGS else value_spans(flag, value)


def _short(flag: str, value: str) -> Iterator[Span]:
    """The secret that the value of a short flag may be; what may run, or is plain, is seen."""
    if _PLAIN.fullmatch(value) or is_reference(value) or _ENDS_COMMAND.search(value):
        yield from word_spans(value)
    else:
        yield Span(0, len(value), flag, ((SHORT_FLAGS[flag], value),))


def _glued(word: str) -> re.Match[str] | None:
    match = _GLUED.fullmatch(word)
    return None if match is None or LONG_FLAG_REST.fullmatch(word[1:].partition("=")[0]) else match


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _in_header(text: str) -> Iterator[Span]:
    if text.lstrip().startswith(("{", "[")):
        yield from json_spans(text, word_spans, around="headers")
    else:
        yield from header_spans(text)
