"""Hostile text made visible: the one place.

A catalog is written by strangers. Whatever of it reaches a terminal, a log, a page or a
spreadsheet passes through here first; data that is piped on (JSON, a manifest's bytes) does not.
"""

from __future__ import annotations

import json
import re
from typing import Final

# Printable ASCII and Latin letters need no second look; any other character is asked one by one.
_SECOND_LOOK: Final = re.compile("[^\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff]")
_SECOND_LOOK_KEEPING_LINES: Final = re.compile("[^\n\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff]")

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
# Letters, marks and symbols by category that show nothing: fillers, joiners, blank braille.
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4"
)
_JOINER: Final = "\u200d"
_EMOJI_STYLES: Final = "\ufe0e\ufe0f"
# Long rows of variation selectors carry hidden text: only the two for emoji, alone, are ordinary.
_SELECTOR: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_BEFORE_JOINER: Final = re.compile("[\u2190-\u2bff\u3030\U0001f000-\U0001faff]\ufe0f?\\Z")
_AFTER_JOINER: Final = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
# What a CI runner takes for a command to itself: `::error::` where a word may start, `##[error]`
# and `##vso[...]` anywhere in a line.
_RUNNER_COMMAND: Final = re.compile(r"(?<!\S):(?=:\w)|#(?=#\w*\[)")

_MARKDOWN: Final = re.compile(r"[\\`*_\[\]|~#!$]|^ *(?:[-+=]|\d+(?=[.)]))")
_MENTION: Final = re.compile(r"@(?=\w)")
_SARIF_LINK: Final = re.compile(r"[\\\[\]]")
_FORMULA_START: Final = re.compile("\\s*[=+\\-@\uff1d\uff0b\uff0d\uff20]")


def visible(text: str, *, newlines: bool = False) -> str:
    r"""Text that shows every character it holds, in one line, and moves no cursor.

    Controls, escape sequences, bidi controls, zero-width, tag and other format characters, lone
    surrogates, private and unassigned code points and line separators become the escapes of a
    Python string (`\x1b`, `\u202e`, `\U000e0041`, `\n`). What is printable stays, also emoji
    with their style and joiner. What a CI runner would obey loses its first character so.

    Args:
        text: Anything. Text that is plain already is returned as it is.
        newlines: Keep line feeds, where the text may take several lines.
    """
    return _commands_shown(_characters_shown(text, newlines=newlines), "\\x{:02x}")


def visible_json(text: str) -> str:
    """JSON text of the same value, in which what `visible` escapes is a JSON escape.

    So every reader of JSON gets the very strings, and whoever looks at it sees what they hold.
    """
    if _SECOND_LOOK_KEEPING_LINES.search(text):
        text = _SECOND_LOOK_KEEPING_LINES.sub(_shown_in_json, text)
    return _commands_shown(text, "\\u{:04x}")


def escape_markdown(text: str) -> str:
    """Text that Markdown, also inside a table cell, renders as it is: no markup, no mention."""
    import html

    plain = html.escape(visible(text), quote=False)
    escaped = _MARKDOWN.sub(_backslash, plain)
    return _MENTION.sub("@<!-- -->", escaped).replace("://", "\\://")


def escape_html(text: str) -> str:
    """Text for an HTML element or a quoted attribute; line feeds stay."""
    import html

    return html.escape(visible(text, newlines=True), quote=True)


def escape_github_message(text: str) -> str:
    """Text for the message of a GitHub workflow command; its lines stay lines in the annotation."""
    return _characters_shown(text.replace("%", "%25"), newlines=True).replace("\n", "%0A")


def escape_github_property(text: str) -> str:
    """Text for a property (`file=`, `title=`) of a GitHub workflow command."""
    return escape_github_message(text).replace(":", "%3A").replace(",", "%2C")


def escape_sarif_message(text: str) -> str:
    """Text for a message of a SARIF file, in which a bracket would open a link."""
    return _SARIF_LINK.sub(r"\\\g<0>", visible(text))


def csv_safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula: such a cell starts with an apostrophe."""
    shown = visible(text)
    return f"'{shown}" if _FORMULA_START.match(text) else shown


def hidden_characters(text: str) -> str:
    """Return the characters of `text` that show nothing and are no ordinary white space.

    Those that `visible` escapes, but for tabs and line breaks.
    """
    found = (
        match[0]
        for match in _SECOND_LOOK_KEEPING_LINES.finditer(text)
        if match[0] not in "\t\r" and _shown(match) != match[0]
    )
    return "".join(found)


def _characters_shown(text: str, *, newlines: bool) -> str:
    pattern = _SECOND_LOOK_KEEPING_LINES if newlines else _SECOND_LOOK
    return pattern.sub(_shown, text) if pattern.search(text) else text


def _commands_shown(text: str, escape: str) -> str:
    if "::" not in text and "##" not in text:
        return text
    return _RUNNER_COMMAND.sub(lambda match: escape.format(ord(match[0])), text)


def _shown_in_json(match: re.Match[str]) -> str:
    shown = _shown(match)
    return shown if shown == match[0] else json.dumps(match[0])[1:-1]


def _shown(match: re.Match[str]) -> str:
    character, text, position = match[0], match.string, match.start()
    if character == _JOINER and _joins_emoji(text, position):
        return character
    if _SELECTOR.match(character):
        return character if _is_emoji_style(text, position) else _escape(character)
    import unicodedata

    if character in _BLANK or unicodedata.category(character) in _INVISIBLE:
        return _escape(character)
    return character


def _joins_emoji(text: str, position: int) -> bool:
    before = text[max(0, position - 2) : position]
    return bool(_BEFORE_JOINER.search(before) and _AFTER_JOINER.match(text, position + 1))


def _is_emoji_style(text: str, position: int) -> bool:
    if text[position] not in _EMOJI_STYLES or position == 0:
        return False
    before = text[position - 1]
    return before.isprintable() and not before.isspace() and not _SELECTOR.match(before)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _backslash(match: re.Match[str]) -> str:
    before, mark = match[0][:-1], match[0][-1]
    return f"{before}{mark}\\" if mark.isdigit() else f"{before}\\{mark}"
