"""Random catalogs, settings and questions: what strangers publish and what users configure."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from toolsearch_cli.catalog.model import KINDS, Catalog, Provenance, Source, Tool
from toolsearch_cli.hosts.hermes.releases import RELEASES
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE_NAMES: Final = ("", "github", "git-hub", "mcp-x", "other", "desktop_ui", "a b", "é\u200b")
TOOL_NAMES: Final = (
    *("create_issue", "create-issue", "list.repos", "get", "get_user", "terminal", "tool_search"),
    *("\x1b[31mred", "\u202egnp", "問い合わせ", "n" * 70),
)
DESCRIPTIONS: Final = (
    *(None, "", "Create an issue. Then rest.", "Use e.g. v1.2 of the API", " \u00a0 spaced\nout "),
    *("[bold]x[/bold] `y` |z|", "\u202ereversed\u2069", "word " * 40, "tag\U000e0041s", "Über 問"),
)

text = st.text(max_size=12)
source_names = st.one_of(st.sampled_from(SOURCE_NAMES), text)
tool_names = st.one_of(st.sampled_from(TOOL_NAMES), st.text(min_size=1, max_size=12))
descriptions = st.one_of(st.sampled_from(DESCRIPTIONS), st.text(max_size=90))
odd_descriptions = st.sampled_from([7, True, 1.5, ["a"], {"a": "b"}])

json_values: Final[st.SearchStrategy[Any]] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
yaml_values: Final[st.SearchStrategy[Any]] = st.one_of(
    json_values,
    st.dates(),
    st.datetimes(),
    st.binary(max_size=4),
    st.sets(st.text(max_size=4), max_size=3),
    st.sampled_from([10**400, 16**5000, -(16**5000), math.inf, -math.inf, math.nan]),
)

_property_names = st.one_of(st.sampled_from(["title", "body", "a b", "required", "type"]), text)
_property_schemas = st.sampled_from(
    [
        {"type": "string", "description": "What to say"},
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        {"anyOf": [{"const": "a"}, {"const": "b"}]},
        {"enum": [1.0, 2, "x"]},
        {"$ref": "#/definitions/D", "default": 1},
        {},
    ]
)
input_schemas: Final[st.SearchStrategy[Any]] = st.one_of(
    st.none(),
    st.just({"type": "object"}),
    st.dictionaries(_property_names, _property_schemas, max_size=4).map(
        lambda properties: {
            "type": "object",
            "properties": properties,
            "required": list(properties)[:1],
        }
    ),
    json_values,
)


@st.composite
def tools(draw: st.DrawFn, described: st.SearchStrategy[Any] = descriptions) -> Tool:
    """One tool, its place still to be given."""
    return Tool(
        name=draw(tool_names),
        description=draw(described),
        input_schema=draw(input_schemas),
        provenance=Provenance("random.json"),
    )


@st.composite
def sources(draw: st.DrawFn, described: st.SearchStrategy[Any] = descriptions) -> Source:
    """One source of any kind."""
    return Source(
        name=draw(source_names),
        kind=draw(st.sampled_from([*KINDS, "mcp", "mcp"])),
        tools=tuple(draw(st.lists(tools(described), max_size=5))),
        provenance=Provenance("random.json"),
        incomplete=draw(st.sampled_from([False, False, False, True])),
    )


def catalogs(
    described: st.SearchStrategy[Any] = descriptions, most: int = 6
) -> st.SearchStrategy[Catalog]:
    """Catalogs of up to `most` sources; every tool knows its place, as after loading."""
    return st.lists(sources(described), max_size=most).map(_placed)


def _placed(found: list[Source]) -> Catalog:
    return Catalog(
        tuple(
            replace(
                source,
                provenance=Provenance("random.json", f"/servers/{position}"),
                tools=tuple(
                    replace(
                        tool,
                        provenance=Provenance("random.json", f"/servers/{position}/tools/{number}"),
                    )
                    for number, tool in enumerate(source.tools)
                ),
            )
            for position, source in enumerate(found)
        )
    )


def maybe_odd() -> st.SearchStrategy[Any]:
    """Descriptions of which a few are no text, on which a listing fails."""
    return st.one_of(*[descriptions] * 9, odd_descriptions)


queries = st.one_of(
    st.sampled_from(["create issue", "get user get", "github", "hub", "v1 api"]), text
)
release_names = st.sampled_from([release.name for release in RELEASES])
contexts = st.one_of(
    st.none(), st.sampled_from([0, 2_000, 8_000, 200_000, 1_000_000]), st.integers(0, 40_000)
)
switches = st.sampled_from(["auto", "auto", "auto", True, "on", "off", False, None, "typo"])
percentages = st.one_of(st.sampled_from([0, 0.5, 5, 100]), st.floats(0, 100))
caps = st.one_of(st.sampled_from([200, 300, 4_000, 60_000]), st.integers(0, 70_000))
configs = st.fixed_dictionaries(
    {},
    optional={
        "enabled": switches,
        "listing": switches,
        "threshold_pct": percentages,
        "listing_max_tokens": caps,
        "search_default_limit": st.integers(0, 60),
        "defer": st.lists(st.sampled_from(["terminal", "process_manage", "x"]), max_size=2),
    },
)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Any release, context and settings."""
    return Scenario(
        host=draw(release_names),
        context=draw(contexts),
        config=draw(configs),
        options={"naming": draw(st.sampled_from(["double", "single"]))},
    )


@st.composite
def shuffled(draw: st.DrawFn, of: Callable[[], st.SearchStrategy[Catalog]]) -> list[Catalog]:
    """A catalog, and the same with its sources and their tools in another order."""
    catalog = draw(of())
    moved = [
        replace(source, tools=tuple(draw(st.permutations(source.tools))))
        for source in draw(st.permutations(catalog.sources))
    ]
    return [catalog, Catalog(tuple(moved))]
