"""What a search gives the model: tools by namespace, in the order of each one's first hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.codex.documents import trimmed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.codex.naming import Name
    from toolsearch_cli.hosts.disclosure import Definition


def grouped(found: Iterable[tuple[Name, Definition, str | None]]) -> list[Json]:
    """Return the namespaces of the tools that were found, each with its tools.

    Args:
        found: Name, tool and its server's instructions, best first. Which of two tools of
            different namespaces ranks higher can no longer be told.
    """
    spaces: dict[str, list[Json]] = {}
    described: dict[str, str] = {}
    for name, definition, instructions in found:
        described.setdefault(
            name.namespace, trimmed(instructions) or f"Tools in the {name.namespace} namespace."
        )
        spaces.setdefault(name.namespace, []).append(_function(name, definition))
    return [
        {"type": "namespace", "name": space, "description": described[space], "tools": tools}
        for space, tools in spaces.items()
    ]


def _function(name: Name, definition: Definition) -> Json:
    return {
        "type": "function",
        "name": name.tool,
        "description": definition.description,
        "strict": False,
        "defer_loading": True,
        "parameters": definition.parameters,
    }
