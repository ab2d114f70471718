"""Typed names: what they mean, and what is said when they mean nothing or too much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.catalogs import TRACKERS, catalog, source, tool
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.addressing import known_names, resolve
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario, Scope

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

CATALOG = catalog(*TRACKERS)
NAMINGS = pytest.mark.parametrize("naming", ["double", "single"])


def meant(
    typed: str, *, of: Catalog = CATALOG, naming: str = "double", scope: Scope | None = None
) -> tuple[str, ...]:
    scenario = Scenario(options={"naming": naming}, scope=scope or Scope())
    return resolve(host_named("hermes"), of, scenario, typed)


def refused(typed: str, *, of: Catalog = CATALOG, scope: Scope | None = None) -> UsageError:
    with pytest.raises(UsageError) as caught:
        meant(typed, of=of, scope=scope)
    return caught.value


@pytest.mark.parametrize(
    "typed",
    [
        "github/create_issue",
        "mcp-github/create_issue",
        "mcp__github__create_issue",
        "mcp_github_create_issue",
        "  github/create_issue ",
    ],
)
@NAMINGS
def test_every_spelling_means_the_tool_whatever_the_naming(typed: str, naming: str) -> None:
    bar = "__" if naming == "double" else "_"
    assert meant(typed, naming=naming) == (f"mcp{bar}github{bar}create_issue",)


def test_a_bare_name_is_enough_where_it_is_unique() -> None:
    assert meant("archive") == ("mcp__linear__archive",)
    assert meant("jot") == ("jot",)


def test_a_bare_name_of_two_tools_is_refused_and_both_are_listed() -> None:
    error = refused("create_issue")
    assert "2 tools" in error.message
    assert error.hint is not None
    assert "mcp__github__create_issue (github/create_issue)" in error.hint
    assert "mcp__linear__create_issue (linear/create_issue)" in error.hint


def test_the_scope_makes_a_bare_name_unique() -> None:
    assert meant("create_issue", scope=Scope(only=("linear",))) == ("mcp__linear__create_issue",)


def test_two_sources_of_one_name_are_told_apart_by_the_qualified_name() -> None:
    both = catalog(
        source("github", tool("create_issue")),
        source("github", tool("create_issue"), kind="plugin"),
    )
    assert "2 tools" in refused("github/create_issue", of=both).message
    assert meant("mcp__github__create_issue", of=both) == ("mcp__github__create_issue",)
    # What the model sees under that very name comes before what another source calls so.
    assert meant("create_issue", of=both) == ("create_issue",)


def test_a_single_spelling_of_two_tools_is_refused() -> None:
    close = catalog(source("git", tool("hub_star")), source("git_hub", tool("star")))
    assert "2 tools" in refused("mcp_git_hub_star", of=close).message
    assert meant("mcp__git__hub_star", of=close) == ("mcp__git__hub_star",)


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("github/*", ["create_issue", "list_issues", "search_code"]),
        ("mcp__github__*issue*", ["create_issue", "list_issues"]),
        ("mcp_github_*issues", ["list_issues"]),
        ("*_code", ["search_code"]),
        ("git*/s[ea]arch_*", ["search_code"]),
    ],
)
def test_globs_work_in_all_three_forms(pattern: str, names: list[str]) -> None:
    assert meant(pattern) == tuple(f"mcp__github__{name}" for name in names)


def test_a_glob_without_a_slash_is_not_held_against_the_source() -> None:
    assert "no tool matches" in refused("linea*").message


def test_a_name_that_holds_a_bracket_is_found_as_it_is() -> None:
    odd = catalog(source("x", tool("a[b]"), tool("ab")))
    assert meant("x/a[b]", of=odd) == ("mcp__x__a_b_",)


def test_a_source_and_a_tool_may_hold_slashes() -> None:
    odd = catalog(source("@scope/server", tool("do/it")))
    assert meant("@scope/server/do/it", of=odd) == ("mcp___scope_server__do_it",)


def test_a_long_name_is_understood_cut_and_uncut() -> None:
    long = catalog(source("server", tool("x" * 80)))
    host, scenario = host_named("hermes@0.22"), Scenario(host="hermes@0.22")
    (cut,) = resolve(host, long, scenario, f"server/{'x' * 80}")
    assert len(cut) == 64
    for typed in (cut, f"mcp__server__{'x' * 80}", f"mcp_server_{'x' * 80}"):
        assert resolve(host, long, scenario, typed) == (cut,)


def test_what_is_outside_the_scope_is_still_known() -> None:
    only_linear = Scope(only=("linear",))
    assert meant("github/create_issue", scope=only_linear) == ("mcp__github__create_issue",)
    error = refused("github/*", scope=only_linear)
    assert "outside the session's scope" in error.message
    assert error.hint is not None
    assert "mcp__github__search_code" in error.hint


def test_the_tools_of_the_host_itself_are_known() -> None:
    assert meant("tool_search") == ("tool_search",)
    assert meant("read_file") == ("read_file",)


def test_what_the_catalog_holds_comes_before_a_core_tool_of_that_name() -> None:
    files = catalog(source("filesystem", tool("read_file")))
    assert meant("read_file", of=files) == ("mcp__filesystem__read_file",)


@pytest.mark.parametrize(
    "typed", ["archiv", "linear/arcive", "mcp__linear__archve", "Archive", "rchiv"]
)
def test_an_unknown_name_gets_suggestions(typed: str) -> None:
    error = refused(typed)
    assert "no such tool" in error.message
    assert error.hint is not None
    assert "mcp__linear__archive" in error.hint


def test_a_name_like_nothing_gets_the_way_to_search() -> None:
    assert refused("zzzzz").hint == "toolsearch query finds tools by words"


@pytest.mark.parametrize("typed", ["mcp__x__a_b", "x/a-b", "a.b"])
def test_two_tools_that_want_one_name_are_both_skipped_and_it_is_said(typed: str) -> None:
    error = refused(typed, of=catalog(source("x", tool("a-b"), tool("a.b"), tool("c"))))
    assert "the host does not have it" in error.message
    assert error.hint == "x: a-b, a.b all become mcp__x__a_b: the host skips every one of them."


def test_a_tool_whose_name_another_source_owns_is_said_to_be_skipped() -> None:
    error = refused(
        "a b/star", of=catalog(source("a-b", tool("star")), source("a b", tool("star")))
    )
    assert error.hint == "a b: star becomes mcp__a_b__star, which a-b already owns: it is skipped."


def test_names_to_complete_are_those_in_scope() -> None:
    names = known_names(host_named("hermes"), CATALOG, Scenario(scope=Scope(only=("linear",))))
    assert names == (
        "archive",
        "create_issue",
        "linear/archive",
        "linear/create_issue",
        "mcp__linear__archive",
        "mcp__linear__create_issue",
    )
