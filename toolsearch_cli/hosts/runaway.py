"""Which validations could run away: a hostile schema must not stop the program that reads it.

Python's `re` backtracks, and while it does nothing else in its process can stop it; a schema that
refers to itself twice doubles with each step. Judged is the worst that can be, roughly: what is
called tame takes a fraction of a second, what is not may be harmless all the same.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Json

_PATTERNS: Final = ("pattern", "patternProperties")
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
_TOKEN: Final = re.compile(
    r"""
    (?P<quantified_group> \)[*+{] )
    | (?P<odd_group> \((?!\?:)\? )                                 # lookarounds, flags, names
    | (?P<back_reference> \\[1-9] )
    | (?P<warned_of> \[\^?\]?[^\]]*(?:\[|--|&&|~~|\|\|) )             # a set of another dialect
    | (?P<variable> [*+?]\??\+? | \{\d*,\d*\}[?+]? )
    | (?P<alternative> \| | \)\? )
    | \\. | \[\^?\]?(?:\\.|[^\]\\])*\] | .
    """,
    re.VERBOSE | re.DOTALL,
)
_WILD: Final = frozenset({"quantified_group", "odd_group", "back_reference", "warned_of"})
_MOST_VARIABLE: Final = 2
_MOST_ALTERNATIVES: Final = 8
_LONGEST_TEXT: Final = 256
_MOST_REFERENCES: Final = 16
_DEEPEST: Final = 8


def could_run_away(value: Json, schema: Json) -> bool:
    """Say whether holding a value to a schema may take more than a moment."""
    patterns, references = _counted(schema)
    if references > _MOST_REFERENCES or (references and _depth(value) > _DEEPEST):
        return True
    if not patterns:
        return False
    return max(map(len, _texts(value)), default=0) > _LONGEST_TEXT or not all(
        map(is_tame, patterns)
    )


def is_tame(pattern: str) -> bool:
    """Say whether a search for a pattern in a short text ends soon."""
    kinds = [match.lastgroup for match in _TOKEN.finditer(pattern)]
    if not _WILD.isdisjoint(kinds):
        return False
    return (
        kinds.count("variable") <= _MOST_VARIABLE
        and kinds.count("alternative") <= _MOST_ALTERNATIVES
    )


def _counted(schema: Json) -> tuple[list[str], int]:
    """Return every pattern of a schema, and how many references it has."""
    patterns: list[str] = []
    references = 0
    for node in _nodes(schema):
        if isinstance(node, dict):
            single, several = map(node.get, _PATTERNS)
            patterns += [single] if isinstance(single, str) else []
            patterns += several if isinstance(several, dict) else []
            references += sum(isinstance(node.get(key), str) for key in _REFERENCES)
    return patterns, references


def _texts(value: Json) -> Iterator[str]:
    for node in _nodes(value):
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            yield from node


def _nodes(value: Json) -> Iterator[Json]:
    waiting = [value]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += _below(node)


def _depth(value: Json) -> int:
    depth, level = 0, [value]
    while level := list(chain.from_iterable(map(_below, level))):
        depth += 1
    return depth


def _below(node: Json) -> list[Json]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list) else []
