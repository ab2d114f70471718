"""What toolsearch itself answers with `--json`: recognised, and no catalog."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.errors import NoToolsError
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_HOLDS_TOOLS: Final = ("servers", "tools")
_BASELINES: Final = ("check/", "tiers/")


def recognises(value: Json) -> bool:
    """Whether it is an answer of a command, which holds figures and no tools."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("toolsearch"), str)
        and not any(isinstance(value.get(key), list | dict) for key in _HOLDS_TOOLS)
    )


def read(document: Document) -> NoReturn:
    """Refuse it, with what it is good for.

    Raises:
        NoToolsError: Always.
    """
    kind = document.value.get("toolsearch") if isinstance(document.value, dict) else None
    hint = "name the catalog that it is about"
    if str(kind).startswith(_BASELINES):
        hint = f"{hint}; check takes this file as --baseline"
    raise NoToolsError(
        f"is an answer of toolsearch ({visible(str(kind))}), not a catalog",
        file=document.file,
        hint=hint,
    )


_EXAMPLE: Final = """\
{"toolsearch": "check/1", "passed": true, "findings": [], "measurements": [], "figures": []}
"""

FORMAT = Format(
    name="answer",
    summary="what toolsearch answers with --json: no catalog",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("tools",),
)
