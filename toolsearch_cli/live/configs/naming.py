"""What to call a server that nobody named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from toolsearch_cli.live.configs.entries import Address, Program
from toolsearch_cli.live.hidden import redaction

if TYPE_CHECKING:
    from toolsearch_cli.live.configs.entries import ServerEntry

_LAUNCHERS: Final = re.compile(
    r"(?:npx|bunx|uvx|pipx|uv|npm|pnpm|yarn|bun|deno|node|docker|podman|python[\d.]*|py)(?:\.\w+)?|"
    r"run|exec|dlx|tool|x|--?.*"
)
_NAME: Final = re.compile(r"[\w.+~@-]+")
"""What else a word may be is code, a list, a sentence."""
_ENDING: Final = re.compile(r"@[^@/]*\Z|(?<=\w):[\w.-]+\Z|\.(?:py|js|mjs|cjs|ts|exe|cmd|sh)\Z")


def name_of_launch(entry: ServerEntry) -> str:
    """Return what to call a server that has no name: after its package, script or host.

    Where no word of its command could be a name, after the program.
    """
    match entry.launch:
        case Program(command=command):
            hidden = redaction(entry.secrets)
            words = [_ENDING.sub("", hidden.text(word.text)) for word in command]
            bases = [re.split(r"[/\\]", word.rstrip("/\\"))[-1] for word in words]
            names = (one for one in bases if _NAME.fullmatch(one) and not _LAUNCHERS.fullmatch(one))
            return next(names, bases[0] or "server")
        case Address(url=url):
            return _host(url.text) or "server"
        case _:
            return "server"


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
