"""A starter query file from a catalog's own words. Easier than what people ask, and marked so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.evaluation.query_sets import Expected, LabelledQuery
from toolsearch_cli.analysis.own_words import first_sentence, name_words
from toolsearch_cli.hosts.addressing import address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.disclosure import Definition

GENERATED: Final = "generated"
"""The tag of every query that was made."""
FROM_NAME: Final = "from-name"
FROM_SENTENCE: Final = "from-sentence"
FROM_PARAMETERS: Final = "from-parameters"

_FEWEST_PARAMETERS: Final = 2
_MOST_PARAMETERS: Final = 5


def made_queries(catalog: Catalog, definitions: Iterable[Definition]) -> tuple[LabelledQuery, ...]:
    """Return up to three queries a tool, from its name, first sentence and parameter names.

    A query that several tools give expects all of them.
    """
    labels: dict[tuple[str, str, str], list[str]] = {}
    for one in definitions:
        for text, kind, tag in _texts(one):
            labels.setdefault((text, kind, tag), []).append(address(catalog, one))
    return tuple(
        LabelledQuery(
            text=text,
            expected=tuple(Expected(label) for label in dict.fromkeys(named)),
            kind=kind,
            tags=(GENERATED, tag),
        )
        for (text, kind, tag), named in labels.items()
    )


def _texts(one: Definition) -> Iterator[tuple[str, str, str]]:
    """Yield each query of a tool, its kind and where it is from."""
    words = name_words(one.tool.name)
    if words:
        yield words, "keyword", FROM_NAME
    sentence = first_sentence(one.description)
    if sentence:
        yield sentence, "sentence", FROM_SENTENCE
    properties = one.parameters.get("properties") if isinstance(one.parameters, dict) else None
    names = list(properties)[:_MOST_PARAMETERS] if isinstance(properties, dict) else []
    parameters = " ".join(name_words(name) for name in names)
    if len(names) >= _FEWEST_PARAMETERS and parameters.strip():
        yield parameters, "keyword", FROM_PARAMETERS
