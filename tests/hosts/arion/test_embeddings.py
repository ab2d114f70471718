"""Ranking by vectors against a real endpoint on this machine: good, wrong, slow, or down.

Whatever it does, a search answers; by cosine only when nothing is missing.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.endpoints.server import (
    Reply,
    always,
    embedded,
    embeddings,
    in_turn,
    refusing,
    serving,
    vector_of,
)
from tests.hosts.arion.inputs import HOST, entry, gateway, scenario
from toolsearch_cli.endpoints.embedder import HttpEmbedder
from toolsearch_cli.endpoints.json_post import Caller
from toolsearch_cli.hosts.protocol import Endpoints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.endpoints.server import Play, Seen, Server
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.endpoints.embedding import EmbeddingSettings
    from toolsearch_cli.hosts.arion.host import ArionHost
    from toolsearch_cli.hosts.protocol import SearchAnswer
    from toolsearch_cli.hosts.scenario import Scenario

SIZE = 16
BLOCK = {"cluster": "embeddings", "model_id": "m", "dimensions": SIZE, "timeout": "2s"}
TOOLS = (
    entry("a.read", description="read a file"),
    entry("a.write", "EAGER", description="write a file"),
    entry("b.book", description="book a room in a hotel"),
    entry("b.cancel", description="cancel a room"),
)
READ, BOOK, CANCEL = (
    "a.read\nread a file",
    "b.book\nbook a room in a hotel",
    "b.cancel\ncancel a room",
)


@dataclass(slots=True)
class Session:
    """A gateway with leave to ask a server."""

    host: ArionHost
    catalog: Catalog
    server: Server
    scenario: Scenario = field(default_factory=scenario)

    def ask(self, query: str, limit: object = None) -> SearchAnswer:
        return self.host.search(self.catalog, self.scenario, [query], limit)


def asks_nobody(settings: object) -> Any:
    raise AssertionError(settings)


def connected(url: str) -> ArionHost:
    def embedder(settings: EmbeddingSettings) -> HttpEmbedder:
        return HttpEmbedder(settings, Caller({}))

    return HOST.connected(Endpoints(embedder, asks_nobody, lambda cluster: f"{url}/{cluster}"))


def with_block(*tools: dict[str, Any], **more: Any) -> Catalog:
    return gateway(*(tools or TOOLS), search={"embeddings": {**BLOCK, **more}})


@contextmanager
def session(play: Play, catalog: Catalog | None = None, **settings: Any) -> Iterator[Session]:
    with serving(play) as server:
        yield Session(connected(server.url), catalog or with_block(), server, scenario(**settings))


def hits(answer: SearchAnswer) -> list[str]:
    return [hit.name for hit in answer.rankings[0].hits]


def words(query: str, catalog: Catalog | None = None) -> SearchAnswer:
    """Return what BM25 alone answers: the gateway without leave to ask."""
    return HOST.search(catalog or with_block(), scenario(), [query])


def only_for(text: str, reply: Reply) -> Play:
    """Answer well, but for requests that hold a text."""
    good = embeddings(SIZE)

    def play(seen: Seen) -> Reply:
        return reply if text in seen.body["input"] else good(seen)

    return play


def test_cosine_ranks_when_the_query_and_every_candidate_have_a_vector() -> None:
    with session(embeddings(SIZE)) as one:
        answer = one.ask("cancel a room")
    assert answer.rankings[0].path == "vectors"
    assert hits(answer)[0] == "b.cancel"
    assert answer.fidelity == "from-source"
    assert answer.remarks == (
        f"By the cosine of vectors (m, {SIZE} numbers each): every candidate has one.",
    )


def test_scores_are_cosines() -> None:
    with session(embeddings(2, lambda text: [3.0, 4.0] if "file" in text else [0.0, 9.0])) as one:
        one.catalog = with_block(dimensions=2)
        (ranking,) = one.ask("a hotel").rankings
    scores = {hit.name: hit.score for hit in ranking.hits}
    assert scores == pytest.approx({"b.book": 1.0, "b.cancel": 1.0, "a.read": 0.8}, abs=1e-6)
    assert [hit.name for hit in ranking.hits] == ["b.book", "b.cancel", "a.read"]
    assert ranking.ties == ((1, 2),)


def test_what_is_sent() -> None:
    block = {"path": "/api/embed", "max_batch_size": 2}
    with session(embeddings(SIZE), with_block(**block)) as one:
        one.ask("a room")
        one.ask("a room")
        one.ask("a file")
    assert one.server.texts == [[READ, BOOK], [CANCEL], ["a room"], ["a file"]]
    assert {seen.path for seen in one.server.seen} == {"/embeddings/api/embed"}
    assert {seen.body["model"] for seen in one.server.seen} == {"m"}


def test_nothing_is_sent_before_a_search() -> None:
    with session(embeddings(SIZE)) as one:
        one.host.disclose(one.catalog, one.scenario)
        one.host.definitions(one.catalog, one.scenario)
        assert one.server.seen == []


def test_a_base_url_of_ours_stands_in_for_the_cluster() -> None:
    with serving(embeddings(SIZE)) as server:
        asked = scenario(
            embeddings_base_url=server.url, embeddings_model_id="x", embeddings_dimensions=SIZE
        )
        answer = connected("http://elsewhere.invalid").search(gateway(*TOOLS), asked, ["a room"])
    assert answer.rankings[0].path == "vectors"
    assert server.seen[0].path == "/v1/embeddings"


def test_a_namespace_and_the_search_over_http_have_candidates_of_their_own() -> None:
    with session(embeddings(SIZE), namespace="a") as one:
        assert hits(one.ask("file")) == ["a.read"]
        assert one.server.texts[0] == [READ]
    with session(embeddings(SIZE), search_over="http", namespace="a") as one:
        assert sorted(hits(one.ask("file"))) == ["a.read", "a.write"]


def test_without_candidates_nothing_is_sent() -> None:
    with session(embeddings(SIZE), namespace="none") as one:
        assert hits(one.ask("file")) == []
        assert one.server.seen == []


def same(vector: list[float]) -> Play:
    """Give every text the same vector."""
    return embeddings(SIZE, lambda _: vector)


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (embeddings(SIZE - 1), f"{SIZE - 1} dimensions where {SIZE} are expected"),
        (same([float("nan")] * SIZE), "not every number is finite"),
        (same([float("inf")] * SIZE), "not every number is finite"),
        (same([0.0] * SIZE), "length is 0"),
        (always(embedded([[1.0] * SIZE])), "1 embeddings for 3 texts"),
        (always(Reply(b'{"data": [')), "is not JSON"),
        (always(Reply({"data": "none"})), "no list of embeddings"),
        (always(Reply(None, status=500, headers={"Retry-After": "0"})), "answers 500"),
        (always(Reply(None, status=401)), "answers 401"),
        (always(Reply({"error": {"message": "no such model"}}, status=404)), "no such model"),
        (always(Reply(silent=True)), "too slow"),
        (always(Reply({}, declared=9_999)), "ends early"),
    ],
)
def test_bm25_ranks_all_when_the_endpoint_fails(play: Play, said: str) -> None:
    with session(play, with_block(timeout="300ms")) as one:
        answer = one.ask("cancel a room")
    assert hits(answer) == hits(words("cancel a room"))
    assert answer.rankings[0].path == "bm25"
    assert answer.fidelity == "approximate"
    text = "\n".join(answer.remarks)
    assert "BM25 ranks all 3 candidates, not their vectors: 3 tools have no vector" in text
    assert said in text
    assert "embedding_failures_total is 1" in text


def test_bm25_ranks_all_when_nobody_listens() -> None:
    with refusing() as url:
        answer = connected(url).search(with_block(), scenario(), ["cancel a room"])
    assert hits(answer) == hits(words("cancel a room"))
    assert "connection refused" in "\n".join(answer.remarks)


def test_busy_then_good_is_good() -> None:
    busy = Reply(None, status=429, headers={"Retry-After": "0"})
    with session(in_turn(busy, embeddings(SIZE))) as one:
        assert one.ask("a room").rankings[0].path == "vectors"


def test_one_tool_without_a_vector_sends_all_to_bm25_and_is_named() -> None:
    with session(only_for(CANCEL, Reply({})), with_block(max_batch_size=1)) as one:
        answer = one.ask("a file")
    assert hits(answer) == hits(words("a file"))
    assert "1 tool has no vector (b.cancel)" in answer.remarks[0]


def test_a_failed_batch_is_asked_for_again_at_the_next_search() -> None:
    play = in_turn(embeddings(SIZE), Reply({}), embeddings(SIZE))
    with session(play, with_block(max_batch_size=2)) as one:
        first, second = one.ask("a room"), one.ask("a room")
        third = one.ask("a file")
    assert first.rankings[0].path != "vectors"
    assert any("embedding_failures_total is 1" in remark for remark in first.remarks)
    assert second.rankings[0].path == third.rankings[0].path == "vectors"
    assert one.server.texts == [[READ, BOOK], [CANCEL], [CANCEL], ["a room"], ["a file"]]


def test_bm25_ranks_all_when_the_query_does_not_embed() -> None:
    with session(only_for("a file", Reply({}))) as one:
        failing, good = one.ask("a file"), one.ask("a room")
    assert hits(failing) == hits(words("a file"))
    assert "the query has no vector" in failing.remarks[0]
    assert good.rankings[0].path == "vectors"


def supplied(name: str, **more: Any) -> dict[str, Any]:
    return entry(name, embedding=vector_of(name, SIZE), **more)


def test_vectors_that_tools_bring_along_are_not_asked_for() -> None:
    catalog = with_block(supplied("a.read"), supplied("b.book"), entry("b.cancel"))
    with session(embeddings(SIZE), catalog) as one:
        answer = one.ask("book")
    assert hits(answer)[0] == "b.book"
    assert one.server.texts == [["b.cancel\n"], ["book"]]
    assert "every candidate has one, 2 of them from the catalog" in answer.remarks[0]


def test_a_vector_that_cannot_be_used_is_none() -> None:
    catalog = with_block(supplied("a.read"), entry("b.book", embedding=[1.0]))
    with session(embeddings(SIZE), catalog) as one:
        answer = one.ask("book")
    assert hits(answer) == hits(words("book", catalog))
    assert "1 tool has no vector (b.book)" in answer.remarks[0]
    assert "cannot be used: b.book" in answer.remarks[1]


def test_many_tools_without_a_vector_are_counted() -> None:
    catalog = with_block(*(entry(f"n.t{number}") for number in range(9)))
    with session(always(Reply({})), catalog) as one:
        (first, *_) = one.ask("t1").remarks
    assert "9 tools have no vector (n.t0, n.t1, n.t2 and 6 more)" in first


def test_without_leave_no_endpoint_is_asked_and_it_is_said() -> None:
    answer = words("a room")
    assert answer.rankings[0].path == "bm25"
    assert answer.fidelity == "approximate"
    assert "no endpoint is asked here" in answer.remarks[0]


def test_without_a_base_url_none_is_asked_and_it_is_said() -> None:
    answer = HOST.connected(Endpoints(asks_nobody, asks_nobody)).search(
        with_block(), scenario(), ["a room"]
    )
    assert hits(answer) == hits(words("a room"))
    assert "set TOOLSEARCH_CLUSTER_EMBEDDINGS to one" in answer.remarks[0]


def test_without_embeddings_nothing_is_said_of_them() -> None:
    with serving(embeddings(SIZE)) as server:
        answer = connected(server.url).search(gateway(*TOOLS), scenario(), ["a room"])
    assert answer.remarks == ()
    assert answer.fidelity == "from-source"
    assert server.seen == []


def test_finds_goes_by_the_vectors_too() -> None:
    far = embeddings(SIZE, lambda text: vector_of("z" if "cancel" in text else text, SIZE))
    with session(far, with_block(), max_allowable_results=1) as one:
        assert one.host.finds(one.catalog, one.scenario, [("hotel", "b.book")]) == (True,)
        assert one.host.finds(one.catalog, one.scenario, [("hotel", "b.cancel")]) == (False,)
