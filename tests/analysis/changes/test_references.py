"""References inside a schema: pointers, anchors and identifiers are followed, others are told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.analysis.changes.schema_pairs import TEXT, fields
from tests.catalogs import catalog, source
from toolsearch_cli.analysis.changes.catalogs import compare
from toolsearch_cli.analysis.changes.references import References
from toolsearch_cli.analysis.changes.schemas import schema_differences

LOOSE, STRICT = fields(x=TEXT), fields("x", x=TEXT)

Way = tuple[Any, Any]
"""What stands in the argument, and the definitions around the schema that it leads to."""


def ways(node: Any) -> dict[str, Way]:
    inner = {"$id": "inner", "$defs": {"Deep": {"$anchor": "deep", **node}}}
    return {
        "pointer": ({"$ref": "#/$defs/A"}, {"A": node}),
        "escaped pointer": ({"$ref": "#/$defs/a%20b~1c"}, {"a b/c": node}),
        "anchor": ({"$ref": "#here"}, {"A": {"$anchor": "here", **node}}),
        "anchor of draft 7": ({"$ref": "#here"}, {"A": {"$id": "#here", **node}}),
        "identifier": ({"$ref": "item"}, {"A": {"$id": "item", **node}}),
        "whole identifier": (
            {"$ref": "https://example.org/item"},
            {"A": {"$id": "https://example.org/item", **node}},
        ),
        "urn": ({"$ref": "urn:x:item"}, {"A": {"$id": "urn:x:item", **node}}),
        "pointer into an identifier": ({"$ref": "inner#/$defs/Deep"}, {"A": inner}),
        "anchor in an identifier": ({"$ref": "inner#deep"}, {"A": inner}),
        "from inside an identifier": (
            {"$ref": "outer"},
            {"A": {"$id": "outer", "$ref": "#/$defs/Own", "$defs": {"Own": node}}},
        ),
        "dynamic anchor": ({"$dynamicRef": "#here"}, {"A": {"$dynamicAnchor": "here", **node}}),
        "dynamic reference to an anchor": (
            {"$dynamicRef": "#here"},
            {"A": {"$anchor": "here", **node}},
        ),
    }


def schema(way: Way) -> Any:
    return {**fields(a=way[0]), "$defs": way[1]}


@pytest.mark.parametrize("name", ways(LOOSE))
def test_what_is_referred_to_is_compared(name: str) -> None:
    old, new = schema(ways(LOOSE)[name]), schema(ways(STRICT)[name])
    assert [one.kind for one in schema_differences(old, new)] == ["argument-required"]
    assert not list(References.of(old).unfollowed())


def test_identifiers_are_relative_to_that_of_the_document() -> None:
    def of(node: Any) -> Any:
        return {
            **fields(a={"$ref": "b.json"}),
            "$id": "https://example.org/schemas/a.json",
            "$defs": {"B": {"$id": "/schemas/b.json", **node}},
        }

    (one,) = schema_differences(of(LOOSE), of(STRICT))
    assert (one.kind, one.new) == ("argument-required", "/$defs/B/required/0")


def test_the_outermost_dynamic_anchor_is_meant() -> None:
    """A tree whose root closes what the tree of a library leaves open."""

    def of(node: Any) -> Any:
        tree = {
            "$id": "tree",
            "$dynamicAnchor": "node",
            **fields(next={"$dynamicRef": "#node"}),
        }
        return {
            "$dynamicAnchor": "node",
            **fields(t={"$ref": "tree"}, v=node),
            "$defs": {"T": tree},
        }

    found = References.of(of(LOOSE))
    assert found.target("#node", "/$defs/T/properties/next") == (
        of(LOOSE)["$defs"]["T"],
        "/$defs/T",
    )
    assert found.dynamic_target("#node", "/$defs/T/properties/next") == (of(LOOSE), "")
    assert [one.kind for one in schema_differences(of(LOOSE), of(STRICT))] == ["argument-required"]


def test_recursive_references_of_2019_lead_to_the_root() -> None:
    def of(*required: str) -> Any:
        return {"$recursiveAnchor": True, **fields(*required, x=TEXT, n={"$recursiveRef": "#"})}

    assert [one.kind for one in schema_differences(of(), of("x"))] == ["argument-required"]


@pytest.mark.parametrize(
    "reference",
    [
        "https://example.org/a.json",
        "other.json#/A",
        "#/$defs/None",
        "#none",
        "http://[",
        "#/$defs/A/9",
    ],
)
def test_what_cannot_be_followed_is_told_and_is_never_no_change(reference: str) -> None:
    node = {**fields(a={"$ref": reference}), "$defs": {"A": {"anyOf": [TEXT]}}}
    assert list(References.of(node).unfollowed()) == [("/properties/a/$ref", reference)]
    given = source("s", {"name": "t", "description": "", "inputSchema": node})
    sources = catalog(given).sources
    (one,) = compare(sources, sources).unfollowed
    assert (one.tool, one.reference) == ("t", reference)
    assert one.where.pointer.endswith("/inputSchema/properties/a/$ref")


def test_text_that_only_looks_like_a_reference_is_none() -> None:
    shown = {"$ref": "https://example.org", "$id": "nobody", "$anchor": "here"}
    node = fields(a={"enum": [shown], "default": shown, "examples": [shown]}, b={"$ref": "#here"})
    assert list(References.of(node).unfollowed()) == [("/properties/b/$ref", "#here")]


def test_arguments_may_be_called_like_keywords() -> None:
    old = fields(
        **{"$ref": TEXT, "$id": TEXT, "$anchor": TEXT, "default": {"$ref": "#/properties/n"}}
    )
    assert [where for where, _ in References.of(old).unfollowed()] == ["/properties/default/$ref"]
