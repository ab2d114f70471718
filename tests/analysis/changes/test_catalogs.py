"""Two catalogs compared: what came, went, was renamed or changed, in any order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from tests.catalogs import TRACKERS, catalog, source, tool
from tests.strategies import catalogs, shuffled
from toolsearch_cli.analysis.changes.catalogs import compare
from toolsearch_cli.analysis.changes.matching import aligned
from toolsearch_cli.analysis.changes.values import CLASSES
from toolsearch_cli.catalog.model import Catalog, Provenance, Source, Tool

if TYPE_CHECKING:
    from toolsearch_cli.analysis.changes.values import Change, Changes

CREATE = tool("create_issue", "Create an issue", "title", "body")
LIST = tool("list_issues", "List the issues", "state")


def changes(old: tuple[Any, ...], new: tuple[Any, ...]) -> Changes:
    return compare(catalog(*old).sources, catalog(*new).sources)


def told(found: Changes) -> list[tuple[str, str, str | None]]:
    return [(one.kind, one.source, one.tool) for one in found.changes]


def tally(found: Changes) -> tuple[int, int, int, int, int]:
    of = found.tools
    return of.added, of.removed, of.renamed, of.changed, of.same


def published(**values: Any) -> Source:
    """Return a source of one tool with these fields."""
    one = Tool(name="t", provenance=Provenance("f.json", "/tools/0"), **values)
    return Source(name="s", tools=(one,), provenance=Provenance("f.json"))


def test_a_tool_that_came_and_one_that_went() -> None:
    found = changes((source("git", CREATE),), (source("git", LIST),))
    assert told(found) == [
        ("tool-removed", "git", "create_issue"),
        ("tool-added", "git", "list_issues"),
    ]
    gone, came = found.changes
    assert (gone.old, gone.new) == (
        Provenance("catalog.json", "/servers/0/tools/0"),
        Provenance("catalog.json", "/servers/0"),
    )
    assert (came.change_class, tally(found)) == ("routing", (1, 1, 0, 0, 0))


def test_a_source_that_came_and_one_that_went() -> None:
    found = changes((source("git", CREATE),), (source("hub", LIST),))
    assert told(found) == [("source-removed", "git", None), ("source-added", "hub", None)]
    assert found.changes[0].new is None
    assert (found.sources.added, found.sources.removed, tally(found)) == (1, 1, (1, 1, 0, 0, 0))


@pytest.mark.parametrize(
    "new",
    [
        {**CREATE, "name": "issue_write"},
        {**CREATE, "name": "issue_write", "description": "Write an issue"},
        {**tool("issue_write", "Create an issue", "title")},
    ],
    ids=["same text and schema", "same schema", "same description"],
)
def test_a_renamed_tool_is_known_by_its_text_or_its_schema(new: Any) -> None:
    found = changes((source("git", CREATE, LIST),), (source("git", LIST, new),))
    kinds = told(found)
    assert ("name-gone", "git", "create_issue") in kinds
    assert ("tool-renamed", "git", "issue_write") in kinds
    assert not {kind for kind, *_ in kinds} & {"tool-removed", "tool-added"}
    assert tally(found) == (0, 0, 1, 0, 1)


def test_tools_without_arguments_are_not_one_tool_renamed() -> None:
    """Every such tool has the same schema: nothing says that one became the other."""
    found = changes((source("git", tool("a", "One")),), (source("git", tool("b", "Other")),))
    assert [kind for kind, *_ in told(found)] == ["tool-removed", "tool-added"]


def test_where_several_could_be_the_renamed_one_none_is() -> None:
    others = tool("x", "Create an issue", "title"), tool("y", "Create an issue", "body")
    found = changes((source("git", CREATE),), (source("git", *others),))
    assert [kind for kind, *_ in told(found)] == ["tool-removed", "tool-added", "tool-added"]


def test_a_renamed_source_is_known_by_its_tools() -> None:
    found = changes(
        (source("github", CREATE, LIST), source("other", tool("x", "X", "a"))),
        (source("gh", LIST, CREATE), source("other", tool("x", "X", "a"))),
    )
    assert told(found) == [("name-gone", "gh", None), ("source-renamed", "gh", None)]
    assert [one.change_class for one in found.changes] == ["breaking", "routing"]
    assert (found.sources.renamed, tally(found)) == (1, (0, 0, 0, 0, 3))


def test_a_source_that_became_a_plugin() -> None:
    found = changes((source("git", CREATE),), (source("git", CREATE, kind="plugin"),))
    assert told(found) == [("source-kind-changed", "git", None)]


FIELDS = {
    "description": ("a", "b", "description-changed", "routing"),
    "title": (None, "b", "title-changed", "routing"),
    "annotations": (None, {"readOnlyHint": True}, "annotations-changed", "cosmetic"),
    "meta": ({"a": 1}, {"a": 2}, "tool-field-changed", "cosmetic"),
    "embedding": ((1.0,), (2.0,), "tool-field-changed", "cosmetic"),
}


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_of_a_tool_is_compared(field: str) -> None:
    before, after, kind, change_class = FIELDS[field]
    (one,) = compare([published(**{field: before})], [published(**{field: after})]).changes
    assert (one.kind, one.change_class) == (kind, change_class)


def test_other_keys_and_what_defers() -> None:
    old, new = {"icons": ["a"]}, {"icons": ["b"], "defer_loading": True}
    found = compare([published(extra=old)], [published(extra=new)]).changes
    assert [(one.kind, one.place) for one in found] == [
        ("deferral-changed", ""),
        ("tool-field-changed", "icons"),
    ]
    assert found[1].new == Provenance("f.json", "/tools/0/icons")


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ({"type": "object"}, {"type": "object", "required": ["a"]}, "output-changed"),
        ({"type": "object"}, {"type": "object", "$comment": "a"}, "output-rewritten"),
    ],
)
def test_an_output_schema_never_breaks_a_call(old: Any, new: Any, kind: str) -> None:
    found = compare([published(output_schema=old)], [published(output_schema=new)]).changes
    assert [one.kind for one in found] == [kind]


def test_what_a_source_says_of_itself() -> None:
    old = published()
    new = replace(old, instructions="Be quick", extra={"version": "2"})
    found = compare([old], [new]).changes
    assert [one.kind for one in found] == ["instructions-changed", "source-field-changed"]


def test_pointers_use_the_key_of_each_file() -> None:
    old = published(input_schema={"properties": {"a": {"type": "string"}}})
    new = published(input_schema={"properties": {"a": {"type": "integer"}}}, input_key="parameters")
    (one,) = compare([old], [new]).changes
    assert one.old == Provenance("f.json", "/tools/0/inputSchema/properties/a/type")
    assert one.new == Provenance("f.json", "/tools/0/parameters/properties/a/type")


def test_a_lone_source_that_no_file_names_is_one_source() -> None:
    old, new = Catalog((replace(published(), name="old", is_named=False),)), Catalog(())
    new = Catalog((replace(published(), name="new", is_named=False),))
    renamed, called = aligned(old, new)
    assert (renamed.sources[0].name, called) == ("new", "old")
    named = Catalog((replace(new.sources[0], is_named=True),))
    assert aligned(old, named) == (old, None)


def test_two_sources_of_one_name_are_paired_by_what_they_hold() -> None:
    old = (source("a", CREATE), source("a", LIST))
    assert changes(old, (source("a", LIST), source("a", CREATE))).changes == ()


@given(shuffled(catalogs))
def test_a_catalog_is_the_same_as_itself_in_any_order(pair: list[Catalog]) -> None:
    found = compare(pair[0].sources, pair[1].sources)
    assert found.changes == ()
    assert found.tools.same == pair[0].tool_count


@given(catalogs(), catalogs())
def test_backwards_what_came_is_what_went(old: Catalog, new: Catalog) -> None:
    there, back = compare(old.sources, new.sources), compare(new.sources, old.sources)
    for forth, home in ((there.sources, back.sources), (there.tools, back.tools)):
        assert (forth.added, forth.removed) == (home.removed, home.added)
        assert (forth.renamed, forth.changed, forth.same) == (
            home.renamed,
            home.changed,
            home.same,
        )
    assert places(there, "tool-added") == places(back, "tool-removed")
    assert places(there, "source-added") == places(back, "source-removed")
    assert all(one.change_class in CLASSES for one in there.changes)


def places(found: Changes, kind: str) -> list[str]:
    def pointer(one: Change) -> str:
        place = one.new if kind.endswith("added") else one.old
        return place.pointer if place else ""

    return sorted(pointer(one) for one in found.changes if one.kind == kind)


def test_the_order_of_the_changes_is_theirs() -> None:
    old, new = catalog(*TRACKERS), catalog(source("linear", LIST), source("x", CREATE))
    one = compare(old.sources, new.sources).changes
    other = compare(tuple(reversed(old.sources)), tuple(reversed(new.sources))).changes
    assert [(c.kind, c.source, c.tool) for c in one] == [(c.kind, c.source, c.tool) for c in other]
    classes = [CLASSES.index(c.change_class) for c in one]
    assert classes == sorted(classes)
