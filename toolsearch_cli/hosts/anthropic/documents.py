"""What Anthropic's search tools look at: names, descriptions, arguments and their descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.disclosure import Definition


class Texts(NamedTuple):
    """The texts of one tool; what is no text is passed over."""

    name: str
    description: str
    arguments: tuple[str, ...]
    """Each top-level property, then its description where it has one."""

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, each on its own, without empty ones."""
        return tuple(filter(None, (self.name, self.description, *self.arguments)))

    @property
    def joined(self) -> str:
        """All of them as one text, a line each."""
        return "\n".join(self.all)


def texts_of(definition: Definition) -> Texts:
    """Return what is searched of a tool."""
    described = definition.description
    return Texts(
        definition.name,
        described if isinstance(described, str) else "",
        tuple(_arguments(definition.parameters)),
    )


def _arguments(schema: Json) -> Iterator[str]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for name, about in (properties if isinstance(properties, dict) else {}).items():
        yield name
        said = about.get("description") if isinstance(about, dict) else None
        if isinstance(said, str):
            yield said
