"""What a tool's definition is made of: where its characters go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.disclosure import Definition


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a definition. The parts of a definition have all of its characters."""

    name: str
    chars: int

    @property
    def tokens(self) -> int:
        """The host's estimate for this part alone, rounded up; parts may sum to a little more."""
        return estimate(self.chars)


def anatomy(definition: Definition) -> tuple[Part, ...]:
    """Return name, description, properties, enums and the rest, as compact JSON has them.

    Args:
        definition: A tool as its host sends it.
    """
    parameters = definition.parameters
    properties = parameters.get("properties") if isinstance(parameters, dict) else None
    in_properties = chars(properties) if properties is not None else 0
    enums = sum(_enums(properties))
    named = (
        Part("name", chars(definition.name)),
        Part("description", chars(definition.description)),
        Part("properties", in_properties - enums),
        Part("enums", enums),
    )
    rest = definition.chars - sum(part.chars for part in named)
    return (*named, Part("rest", rest))


def _enums(value: Json) -> Iterator[int]:
    """Yield the characters of every list of allowed values, at any depth."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, list):
            pending += one
        elif isinstance(one, dict):
            for key, inner in one.items():
                if key == "enum" and isinstance(inner, list):
                    yield chars(inner)
                else:
                    pending.append(inner)
