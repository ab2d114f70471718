"""Collisions in words: each kind says what the host does, not what another one would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.catalogs import catalog, source, tool
from toolsearch_cli.hosts.collisions import in_words
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

WITHIN = catalog(source("s", tool("a.b"), tool("a-b"), tool("c"), tool("c")))
BETWEEN = catalog(source("a-b", tool("star")), source("a b", tool("star")))
SAID = {
    "ambiguous": "s: a-b, a.b all become mcp__s__a_b: the host skips every one of them.",
    "repeated": "s: c is listed more than once: the first is kept.",
    "owned": "a b: star becomes mcp__a_b__star, which a-b already owns: it is skipped.",
    "overwritten": "a b: star becomes mcp__a_b__star and replaces the one of a-b.",
}


def told(of: Catalog, host: str) -> dict[str, str]:
    shown = host_named(host).disclose(of, Scenario(host=host))
    return {one.kind: in_words(one, of) for one in shown.collisions}


def test_each_kind_says_who_has_the_name_in_the_end() -> None:
    new = told(WITHIN, "hermes") | told(BETWEEN, "hermes")
    assert new == {kind: SAID[kind] for kind in ("ambiguous", "repeated", "owned")}
    assert told(BETWEEN, "hermes@0.19") == {"overwritten": SAID["overwritten"]}


def test_a_note_begins_with_the_same_words() -> None:
    shown = host_named("hermes").disclose(WITHIN, Scenario())
    notes = [note.cause for note in shown.notes if note.code == "collision"]
    assert notes == [in_words(one, WITHIN) for one in shown.collisions]


def test_two_names_that_become_one_by_cutting_are_not_called_a_repeat() -> None:
    long = "x" * 40
    of = catalog(source("s", tool(f"{long}_one_{long}"), tool(f"{long}_two_{long}")))
    (said,) = told(of, "gemini-cli").values()
    assert said.endswith(f"all become mcp_s_{'x' * 24}...{'x' * 30}: the first is kept.")
