"""What is unknown of tools, in words, and through a native snapshot and back."""

from __future__ import annotations

import pytest

from tests.catalog.inputs import TOOL, loaded, sources
from toolsearch_cli.catalog.model import Provenance, UnknownServer
from toolsearch_cli.catalog.unknowns import (
    has_unknown,
    unknown_in_words,
    unknown_servers_in_words,
)


def plugin(name: str, *tools: str) -> str:
    return f"name: {name}\nprovides_tools: [{', '.join(tools)}]\n"


def test_nothing_is_said_where_all_is_known() -> None:
    (source,) = sources([TOOL])
    assert not has_unknown(source)
    assert unknown_in_words([source]) == ""


def test_one_line_for_all_sources() -> None:
    several = [one for name in "abcde" for one in sources(plugin(name, "x", "y"))]
    assert unknown_in_words(several[:2]) == (
        "descriptions and schemas unknown for 4 tools of a and b: "
        "every count with them is a lower bound"
    )
    assert " of a, b, c and 2 more: " in unknown_in_words(several)


@pytest.mark.parametrize("untold", [["schema"], ["description"], ["description", "schema"]])
def test_a_native_snapshot_says_it(untold: list[str]) -> None:
    found = loaded({"servers": [{"name": "a", "tools": [{"name": "b", "unknown": untold}]}]})
    (source,) = found.catalog.sources
    assert source.tools[0].unknown == tuple(untold)
    assert "unknown" not in source.tools[0].extra
    assert len(found.files[0].warnings) == 1


@pytest.mark.parametrize("odd", [True, "schema", ["name"], ["schema", "schema"], [], {}])
def test_another_key_of_that_name_is_kept_as_it_is(odd: object) -> None:
    (source,) = sources({"servers": [{"name": "a", "tools": [{"name": "b", "unknown": odd}]}]})
    assert source.tools[0].unknown == ()
    assert source.tools[0].extra["unknown"] == odd


def test_servers_whose_tools_are_unknown_are_named_once() -> None:
    servers = [UnknownServer(name, "", Provenance("x")) for name in ("a", "b", "a")]
    assert unknown_servers_in_words([]) == ""
    assert unknown_servers_in_words(servers) == (
        "The tools of a and b are unknown: no count holds them"
    )


def test_an_unknown_server_as_text_hides_nothing() -> None:
    server = UnknownServer("a\x1b[2J", "b\u202e", Provenance("c\n"))
    assert str(server).isprintable()
    assert str(UnknownServer("a", "", Provenance("c"))) == "c: a: it is named without them"
