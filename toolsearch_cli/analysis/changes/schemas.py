"""Two schemas compared: through references, `allOf` and `anyOf`, at any depth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.changes.comparison import Comparison, Pair
from toolsearch_cli.analysis.changes.readings import Document, canonical
from toolsearch_cli.analysis.changes.values import CLASS_OF, CLASSES, Difference

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json


def schema_differences(old: Json, new: Json) -> tuple[Difference, ...]:
    """Return what is different between two schemas, the worst first.

    Args:
        old: A schema as published: normally an object, else it says nothing.
        new: Likewise.

    Returns:
        Nothing where only the order of keys is another. Each difference stands once, however many
        references lead to it. Texts that differ without a meaning are one `schema-rewritten`.
    """
    if canonical(old) == canonical(new):
        return ()
    before, after = Document.of(_rooted(old)), Document.of(_rooted(new))
    comparison = Comparison(before, after)
    comparison.run(
        Pair(before.read([(before.root, "")], ""), after.read([(after.root, "")], ""), "")
    )
    once = {
        (one.kind, one.old, one.new, canonical([one.before, one.after])): one
        for one in reversed(comparison.found)
    }
    if not once:
        return (Difference(kind="schema-rewritten", place="", old="", new=""),)
    found = (_as_written(one, old, new) for one in once.values())
    return tuple(sorted(found, key=_worst_first))


def _rooted(schema: Json) -> Json:
    """Arguments are always an object, whether the schema says so or not."""
    if isinstance(schema, dict) and "type" not in schema:
        return {**schema, "type": "object"}
    return schema if isinstance(schema, dict) else {"type": "object"}


def _as_written(one: Difference, old: Json, new: Json) -> Difference:
    """Point to the schema itself where the type of the arguments is not written."""
    return replace(
        one,
        old="" if one.old == "/type" and not _has_type(old) else one.old,
        new="" if one.new == "/type" and not _has_type(new) else one.new,
    )


def _has_type(schema: Json) -> bool:
    return isinstance(schema, dict) and "type" in schema


def _worst_first(one: Difference) -> tuple[int, str, str, str, str]:
    values = canonical([one.before, one.after])
    return (CLASSES.index(CLASS_OF[one.kind]), one.new or one.old, one.kind, one.old, values)
