"""How to capture tools, and what a config starts: words for a shell, without a secret in them."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.hiding import command_spans, merged, url_spans
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from toolsearch_cli.catalog.hiding import Span


def capture_line(config: str) -> str:
    """Return how to capture the servers of a config, which may be standard input."""
    return f"capture their tools: toolsearch capture {_path(config)} -o tools.json"


def capture_lines(addresses: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield for each server, by its name and URL, the line that captures it."""
    files = _file_names([name for name, _ in addresses])
    for (name, url), file in zip(addresses, files, strict=True):
        words = [shown_url(url), "--name", _shell(name), "-o", shlex.quote(f"{file}.json")]
        yield f"  toolsearch capture {' '.join(words)}"


def shown_command(command: Sequence[str]) -> str:
    """Return a command as one types it in a shell, with variables where secrets stand."""
    return " ".join(map(_shell, command, command_spans(command)))


def shown_url(url: str) -> str:
    """Return a URL as a shell word, with variables where secrets stand."""
    return _shell(url, url_spans(url))


def secrets_in(command: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what `shown_command` hides of a command: what it is called, and the text."""
    for spans in command_spans(command):
        for span in spans:
            for name, text in span.held:
                yield (_variable(name) if name == span.name else name), text


def secrets_in_url(url: str) -> Iterator[tuple[str, str]]:
    """Yield what `shown_url` hides of a URL: what it is called, and the text."""
    for span in url_spans(url):
        yield from span.held


def _variable(name: str) -> str:
    """A shell variable named after a flag, a header or a key."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper()
    return plain if plain and not plain[0].isdigit() else f"SECRET_{plain}".rstrip("_")


def _shell(text: str, spans: Iterable[Span] = ()) -> str:
    """One shell word: its text quoted, the variables for its secrets left to expand."""
    word = literal = ""
    start = 0
    for span in merged(spans):
        literal += text[start : span.start]
        start = span.stop
        if span.name:
            word += (
                shlex.quote(visible(literal)) if literal else ""
            ) + f'"${_variable(span.name)}"'
            literal = ""
    literal += text[start:]
    return word + (shlex.quote(visible(literal)) if literal or not word else "")


def _path(path: str) -> str:
    return _shell(f"./{path}" if path.startswith("-") and path != "-" else path)


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
