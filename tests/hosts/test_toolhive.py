"""ToolHive: its recorded answers and SQLite's with its own tables, through the host."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.endpoints.server import NO_PAUSES, Reply, always, embeddings, serving
from tests.hosts.asking import (
    array_names,
    asked,
    found_of,
    names,
    published,
    scenario,
    server,
    shown,
    small,
    tool,
)
from tests.search.small_catalog import answers
from toolsearch_cli.endpoints.embedder import HttpEmbedder
from toolsearch_cli.endpoints.json_post import Caller
from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.protocol import Endpoints
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scope
from toolsearch_cli.hosts.toolhive.host import ToolhiveHost
from toolsearch_cli.search.match_expression import match_expression, search_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.endpoints.server import Play
    from tests.golden_cases import Case
    from toolsearch_cli.endpoints.decider import HttpDecider
    from toolsearch_cli.endpoints.deciding import DeciderSettings
    from toolsearch_cli.endpoints.embedding import EmbeddingSettings
    from toolsearch_cli.hosts.protocol import SearchAnswer

RECORDED = answers("toolhive_fts5")

# The tables of the host, and its statement.
SCHEMA = """
CREATE TABLE tools (name TEXT PRIMARY KEY, description TEXT NOT NULL DEFAULT '');
CREATE VIRTUAL TABLE tools_fts USING fts5(
  name, description, content=tools, content_rowid=rowid, tokenize='porter');
CREATE TRIGGER inserted AFTER INSERT ON tools BEGIN
  INSERT INTO tools_fts (rowid, name, description) VALUES (new.rowid, new.name, new.description);
END;
CREATE TRIGGER deleted AFTER DELETE ON tools BEGIN
  INSERT INTO tools_fts (tools_fts, rowid, name, description)
  VALUES ('delete', old.rowid, old.name, old.description);
END;
"""
STATEMENT = """
SELECT t.name FROM tools_fts f JOIN tools t ON t.rowid = f.rowid
WHERE tools_fts MATCH ? AND t.name IN (SELECT value FROM json_each(?)) ORDER BY rank LIMIT ?
"""

words = st.sampled_from(
    ["issue", "Issues", "create_issue", "create", "the", "tables", "as", "\u00e9"]
)
texts = st.lists(words, max_size=6).map(" ".join)
documents = st.lists(
    st.tuples(st.sampled_from("ab"), words, texts), max_size=8, unique_by=lambda one: one[:2]
).map(sorted)


@pytest.mark.parametrize("case", RECORDED["cases"])
def test_the_recorded_answers(case: Case) -> None:
    answer = asked(
        "toolhive",
        small(),
        case["tool_description"],
        tool_keywords=case.get("tool_keywords") or (),
    )
    (ranking,) = answer.rankings
    assert [[hit.name, round(-hit.score, 6)] for hit in ranking.hits] == case["results"]


def test_writing_again_moves_the_scores_and_a_remark_says_so() -> None:
    quirk = RECORDED["reupsert_quirk"]
    for writes, expected in ((1, quirk["before"]), (3, quirk["after_two_reupserts"])):
        answer = asked("toolhive", small(), "send email", writes=writes)
        (ranking,) = answer.rankings
        assert [[hit.name, round(-hit.score, 6)] for hit in ranking.hits] == expected
        assert any("left over" in remark for remark in answer.remarks) == (writes > 1)


@given(documents, texts, st.integers(1, 3), st.integers(1, 9), st.sampled_from(["", "a", "b"]))
@settings(deadline=None)
def test_sqlite_with_the_tables_of_the_host_agrees(
    rows: Sequence[tuple[str, str, str]], query: str, writes: int, limit: int, without: str
) -> None:
    """Tools outside the scope are indexed, and only the hits are filtered."""
    catalog = published(
        *(
            server(place, *(tool(name, said) for at, name, said in rows if at == place))
            for place in sorted({place for place, _, _ in rows})
        )
    )
    scope = Scope(without=(without,) if without else ())
    asking = scenario("toolhive", scope, writes=writes, maxToolsToReturn=limit)
    found = names(host_named("toolhive").search(catalog, asking, [query]))
    permitted = [f"{place}_{name}" for place, name, _ in rows if place != without]
    stored = [(f"{place}_{name}", said) for place, name, said in rows]
    assert found == _of_sqlite(stored, writes, query, permitted, limit)


def _of_sqlite(
    rows: Sequence[tuple[str, str]], writes: int, query: str, permitted: list[str], limit: int
) -> list[str]:
    expression = match_expression(search_words(query))
    if not expression:
        return []
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(SCHEMA)
        for _ in range(writes):
            database.executemany("INSERT OR REPLACE INTO tools VALUES (?, ?)", rows)
        found = database.execute(STATEMENT, (expression, json.dumps(permitted), limit))
        return [name for (name,) in found]


def test_a_scope_filters_hits_and_a_remark_counts_what_is_indexed_besides() -> None:
    asking = scenario("toolhive", Scope(only=("forge",)))
    answer = host_named("toolhive").search(small(), asking, ["create event"])
    assert answer.rankings[0].documents == 30
    assert all(name.startswith("forge_") for name in names(answer))
    assert any("are indexed too" in remark for remark in answer.remarks)


def test_the_list_and_its_arguments() -> None:
    disclosure = shown("toolhive", small())
    assert array_names(disclosure) == ["find_tool", "call_tool"]
    schemas: list[Any] = [one["inputSchema"] for one in disclosure.bridge]
    arguments = [(list(one["properties"]), one["required"]) for one in schemas]
    assert arguments == [
        (["tool_description", "tool_keywords"], ["tool_description"]),
        (["tool_name", "parameters"], ["tool_name", "parameters"]),
    ]


@pytest.mark.parametrize("most", [0, 51])
def test_a_limit_out_of_range_is_refused(most: int) -> None:
    with pytest.raises(SettingsError, match="1 to 50"):
        shown("toolhive", small(), maxToolsToReturn=most)


def test_noise_words_alone_are_no_search() -> None:
    assert not host_named("toolhive").sees_words("table name")
    answer = asked("toolhive", small(), "send email", tool_keywords="table")
    assert names(answer) == ["mailbox_send_email"]


def test_the_result_reports_tokens() -> None:
    answer = asked("toolhive", published(server("a", tool("one", "hello"), tool("two"))), "hello")
    definition = {"name": "a_one", "description": "hello", "inputSchema": {"type": "object"}}
    other = {"name": "a_two", "description": "", "inputSchema": {"type": "object"}}
    sizes = [len(json.dumps(one, separators=(",", ":"))) // 4 for one in (definition, other)]
    assert answer.result == {
        "tools": [definition],
        "token_metrics": {
            "baseline_tokens": sum(sizes),
            "returned_tokens": sizes[0],
            "savings_percent": 100 * sizes[1] / sum(sizes),
        },
    }


def test_what_a_query_finds_is_what_finds_says() -> None:
    wanted = [one.name for one in shown("toolhive", small()).definitions]
    for (query, name), found in found_of("toolhive", small(), ["issue", "a"], wanted).items():
        assert found == (name in names(asked("toolhive", small(), query)))


AXES = {"mail": [1.0, 0.0, 0.0], "send": [0.6, 0.8, 0.0], "write": [0.0, 0.0, 1.0]}
LETTERS = published(
    server("a", tool("mail", "about letters"), tool("send", "a parcel"), tool("write", "post"))
)


def vector_of(text: str) -> list[float]:
    """Return the vector of a tool's text, or of a query, which is like `mail`."""
    assert text == "post" or text.startswith("name: a_")
    return next((vector for word, vector in AXES.items() if f"a_{word} " in text), AXES["mail"])


def hybrid(play: Play, **more: Any) -> SearchAnswer:
    def embedder(wanted: EmbeddingSettings) -> HttpEmbedder:
        return HttpEmbedder(wanted, Caller({}, clock=NO_PAUSES))

    def nobody(wanted: DeciderSettings) -> HttpDecider:
        raise AssertionError(wanted)

    with serving(play) as one:
        host = ToolhiveHost().connected(Endpoints(embedder, nobody))
        asking = scenario("toolhive", embeddingService=one.url, dimensions=3, **more)
        return host.search(LETTERS, asking, ["post"])


def test_hits_by_meaning_come_first_then_those_by_words() -> None:
    answer = hybrid(embeddings(3, vector_of))
    assert names(answer) == ["a_mail", "a_send", "a_write"]
    (ranking,) = answer.rankings
    assert [round(hit.score, 6) for hit in ranking.hits[:2]] == [1.0, 0.6]
    assert (ranking.path, answer.fidelity) == ("vectors", "from-source")


def test_the_ratio_and_the_distance_decide_what_is_by_meaning() -> None:
    play = embeddings(3, vector_of)
    # Half of 2 each; what one half leaves the other does not get.
    assert names(hybrid(play, maxToolsToReturn=2)) == ["a_mail", "a_write"]
    assert names(hybrid(play, hybridSearchSemanticRatio=0)) == ["a_write"]
    assert names(hybrid(play, hybridSearchSemanticRatio=1, maxToolsToReturn=1)) == ["a_mail"]
    assert names(hybrid(play, semanticDistanceThreshold=0.3)) == ["a_mail", "a_write"]


def test_without_a_vector_it_is_words_only_and_says_why() -> None:
    answer = hybrid(always(Reply({}, status=500)))
    assert names(answer) == ["a_write"]
    assert any("would fail" in remark for remark in answer.remarks)


def test_without_leave_no_endpoint_is_asked() -> None:
    asking = {"embeddingService": "http://127.0.0.1:9"}
    answer = asked("toolhive", LETTERS, "post", **asking)
    assert names(answer) == ["a_write"]
    assert any("no endpoint is asked here" in remark for remark in answer.remarks)
