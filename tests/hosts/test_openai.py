"""OpenAI's Responses API: namespaces, functions of their own, names, advice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.catalog.model import Catalog
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.openai import OpenAiHost
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Disclosure

HOST = OpenAiHost()
TRACKED = catalog(*TRACKERS)


def shown(of: Catalog, **options: str) -> Disclosure:
    return HOST.disclose(of, Scenario(host="openai", options=options))


def test_of_a_namespace_its_name_and_description_are_seen() -> None:
    (first, *rest) = TRACKED.sources
    of = Catalog((replace(first, instructions=" Issues and code. "), *rest))
    turn = shown(of)
    assert turn.listing.text.split("\n") == [
        "Deferred, to be loaded with tool_search:",
        "github: Issues and code.",
        "linear",
        "jot: Write a note",
    ]
    assert turn.listing.form == "mixed"
    assert {row.source: row.form for row in turn.sources} == {
        "github": "summary",
        "linear": "summary",
        "notes": "full",
        "core": None,
    }
    assert turn.bridge == ({"type": "tool_search"},)
    assert [one.name for one in turn.eager] == ["terminal"]
    assert turn.standing == (
        "1 schema sent; 2 namespaces shown for 5 functions; "
        "1 function shown by name and description"
    )


def test_a_function_of_its_own_keeps_its_name_and_description() -> None:
    turn = shown(TRACKED, group="functions")
    assert turn.readable == {one.name for one in turn.deferred}
    assert "github__search_code: Search code" in turn.listing.text
    assert turn.listing.form == "full"
    assert shown(TRACKED).readable == {"jot"}


def test_a_description_of_the_source_itself_comes_before_its_instructions() -> None:
    (first, *_) = TRACKED.sources
    both = replace(first, instructions="Second", extra={"description": "First"})
    assert "github: First" in shown(Catalog((both,))).listing.text
    odd = replace(first, instructions="Second", extra={"description": 7})
    assert "github: Second" in shown(Catalog((odd,))).listing.text


@pytest.mark.parametrize(
    ("name", "reason"), [("a.b", "takes only"), ("\u00e9", "takes only"), ("t" * 129, "129")]
)
def test_the_name_of_a_function_is_checked_without_its_namespace(name: str, reason: str) -> None:
    turn = shown(catalog(source("s", tool(name), tool("t" * 128))))
    assert [one.name for one in turn.deferred] == ["s." + "t" * 128]
    assert [one.kind for one in turn.refusals] == ["refused"]
    assert reason in turn.refusals[0].reason
    whole = shown(catalog(source("s", tool("t" * 126))), group="functions")
    assert "129 characters" in whole.refusals[0].reason


def test_a_namespace_needs_a_name() -> None:
    turn = shown(catalog(source("", tool("a"))))
    assert [one.reason for one in turn.refusals] == ["a namespace needs a name"]


@pytest.mark.parametrize(("functions", "codes"), [(9, []), (10, ["large-namespace"])])
def test_fewer_than_10_functions_a_namespace_are_advised(functions: int, codes: list[str]) -> None:
    of = catalog(source("s", *(tool(f"t{n}") for n in range(functions))))
    of = Catalog((replace(of.sources[0], instructions="Here."),))
    assert [note.code for note in shown(of).notes] == codes


@pytest.mark.parametrize(("functions", "codes"), [(19, []), (20, ["many-at-start"])])
def test_fewer_than_20_functions_at_the_start_are_advised(functions: int, codes: list[str]) -> None:
    of = catalog(source("s", *(tool(f"t{n}") for n in range(functions))))
    turn = shown(of, defer_loading="false")
    assert [note.code for note in turn.notes] == codes
    assert turn.bridge == ()
    assert len(turn.eager) == functions


def test_a_namespace_without_a_description_is_warned_of() -> None:
    notes = {note.code: str(note) for note in shown(TRACKED).notes}
    assert "github, linear" in notes["silent-namespace"]


def test_what_a_file_says_of_defer_loading_holds() -> None:
    (first, *_) = TRACKED.sources
    of = Catalog((replace(first, tools=(replace(first.tools[0], deferred=False),)),))
    assert [one.name for one in shown(of).eager] == ["github.create_issue"]
    assert [one.name for one in shown(TRACKED, eager="linear").eager] == [
        *("linear.archive", "linear.create_issue", "terminal")
    ]


def test_the_hosted_choice_is_not_simulated() -> None:
    asked = Scenario(host="openai")
    assert not HOST.searches(asked)
    with pytest.raises(UsageError, match="hosted"):
        HOST.search(TRACKED, asked, ["issue"])


def test_what_is_sent_is_a_flat_function() -> None:
    turn = shown(TRACKED, eager="*")
    assert all(one["type"] == "function" and "parameters" in one for one in turn.array)
    assert turn.listing.text == ""
