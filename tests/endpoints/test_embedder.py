"""An embedder against a real server: batches, checks, failures that are told, a cache."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from tests.endpoints.server import (
    NO_PAUSES,
    Reply,
    Seen,
    always,
    embedded,
    embeddings,
    in_turn,
    refusing,
    serving,
    vector_of,
)
from toolsearch_cli.endpoints.embedder import HttpEmbedder, embeddings_body
from toolsearch_cli.endpoints.embedding import Embedded, Embedder, EmbeddingSettings
from toolsearch_cli.endpoints.json_post import Caller
from toolsearch_cli.endpoints.vector_cache import DiskCache, VectorCache

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.endpoints.embedding import Progress

TEXTS = [f"text {number}" for number in range(5)]
BUSY = Reply({}, status=500)


def embedder(
    url: str,
    *,
    timeout: float = 10.0,
    cache: VectorCache | None = None,
    progress: Progress | None = None,
    model_id: str = "m",
) -> Embedder:
    settings = EmbeddingSettings(
        base_url=url, model_id=model_id, dimensions=3, max_batch_size=2, timeout=timeout
    )
    hurried = Caller({}, clock=NO_PAUSES)
    return HttpEmbedder(settings, hurried, cache=cache, progress=progress)


def without_vector(given: Embedded) -> list[str]:
    return [text for text, vector in given.vectors.items() if vector is None]


def test_texts_are_sent_in_batches_and_each_gets_its_unit_vector() -> None:
    with serving(embeddings()) as server:
        given = embedder(server.url).embed(TEXTS)
    assert server.texts == [TEXTS[:2], TEXTS[2:4], TEXTS[4:]]
    assert [seen.path for seen in server.seen] == ["/v1/embeddings"] * 3
    assert server.seen[0].body == embeddings_body("m", TEXTS[:2])
    assert given.complete
    for text, vector in given.vectors.items():
        raw = vector_of(text, 3)
        assert vector is not None
        assert list(vector) == pytest.approx([x / math.hypot(*raw) for x in raw])
    assert (given.failures, given.reasons) == (0, ())


def test_equal_texts_are_asked_for_once_and_known_ones_not_again() -> None:
    with serving(embeddings()) as server:
        one = embedder(server.url)
        assert list(one.embed(["b", "a", "b"]).vectors) == ["b", "a"]
        again = one.embed(["a", "c"])
    assert server.texts == [["b", "a"], ["c"]]
    assert again.from_cache == 1


def test_nothing_is_asked_for_nothing() -> None:
    with serving(embeddings()) as server:
        given = embedder(server.url).embed([])
    assert server.seen == []
    assert given.complete


def test_vectors_that_come_in_another_order_are_put_in_order() -> None:
    with serving(always(embedded([[1, 0, 0], [0, 1, 0]], order=[1, 0]))) as server:
        given = embedder(server.url).embed(["first", "second"])
    assert [list(vector or ()) for vector in given.vectors.values()] == [[1, 0, 0], [0, 1, 0]]


def test_without_indices_vectors_stand_as_they_came() -> None:
    body = {"data": [{"embedding": [1, 0, 0]}, {"embedding": [0, 1, 0]}]}
    with serving(always(Reply(body))) as server:
        given = embedder(server.url).embed(["first", "second"])
    assert list(given.vectors["second"] or ()) == [0, 1, 0]


GOOD = [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (embedded([GOOD]), "1 embeddings for 2 texts"),
        (embedded([GOOD] * 3), "3 embeddings for 2 texts"),
        (embedded([GOOD] * 2, order=[0, 0]), "not numbered 0, 1, 2"),
        (Reply({"data": [{"embedding": GOOD, "index": i} for i in (1, 2)]}), "not numbered"),
        (Reply({"data": [{"embedding": GOOD, "index": i} for i in ("0", "1")]}), "not numbered"),
        (Reply({"data": [{"embedding": GOOD, "index": i} for i in (0, True)]}), "not numbered"),
        (embedded([GOOD, [1.0, 0.0]]), "2 dimensions where 3 are expected"),
        (embedded([GOOD, [1.0, math.nan, 0.0]]), "not every number is finite"),
        (embedded([GOOD, [math.inf, 0.0, 0.0]]), "not every number is finite"),
        (embedded([GOOD, [0.0, 0.0, 0.0]]), "its length is 0"),
        (embedded([GOOD, "AAAAAA=="]), "not a list of numbers"),
        (Reply({"data": [{"index": 0}, {"index": 1}]}), "not a list of numbers"),
        (Reply({"data": [GOOD, GOOD]}), "no list of embeddings"),
        (Reply({"data": {"0": GOOD}}), "no list of embeddings"),
        (Reply([]), "no list of embeddings"),
        (Reply(b"null"), "no list of embeddings"),
        (Reply(b'{"data": ['), "is not JSON"),
        (BUSY, "500 Internal Server Error"),
    ],
)
def test_a_batch_that_is_wrong_in_part_is_no_batch(reply: Reply, reason: str) -> None:
    with serving(always(reply)) as server:
        given = embedder(server.url).embed(["a", "b"])
    assert without_vector(given) == ["a", "b"]
    assert (given.failures, given.embedding_failures_total) == (1, 1)
    assert reason in given.reasons[0]
    assert len(given.reasons) == 1


def test_the_other_batches_go_on_and_a_failed_one_is_asked_for_again_next_time() -> None:
    half = embedded([GOOD])
    with serving(in_turn(embeddings(), half, embeddings())) as server:
        one = embedder(server.url)
        first = one.embed(TEXTS)
        assert without_vector(first) == TEXTS[2:4]
        assert (first.failures, first.embedding_failures_total) == (1, 1)
        second = one.embed(TEXTS)
    assert second.complete
    assert (second.failures, second.embedding_failures_total, second.from_cache) == (0, 1, 3)
    assert server.texts[3:] == [TEXTS[2:4]]


def test_failures_are_counted_over_all_calls() -> None:
    with serving(always(embedded([]))) as server:
        one = embedder(server.url)
        assert one.embed(["a"]).embedding_failures_total == 1
        assert one.embed(["a"]).embedding_failures_total == 2
    assert len(server.seen) == 2


def test_an_endpoint_that_keeps_failing_is_left_alone_until_next_time() -> None:
    texts = [str(number) for number in range(20)]
    with serving(always(embedded([]))) as server:
        given = embedder(server.url).embed(texts)
    assert len(server.seen) == 3
    assert given.failures == 3
    assert given.reasons == ("0 embeddings for 2 texts", "14 more texts were not sent after that")


@pytest.mark.parametrize("status", [401, 403, 404])
def test_an_endpoint_that_lets_nobody_in_is_asked_once(status: int) -> None:
    with serving(always(Reply({}, status=status))) as server:
        given = embedder(server.url).embed(TEXTS)
    assert len(server.seen) == 1
    assert given.failures == 1
    assert given.reasons[1] == "3 more texts were not sent after that"


def test_a_slow_endpoint_costs_one_timeout() -> None:
    with serving(always(Reply(silent=True))) as server:
        given = embedder(server.url, timeout=0.2).embed(TEXTS)
    assert len(server.seen) == 1
    assert without_vector(given) == TEXTS
    assert "too slow" in given.reasons[0]


def test_nobody_there_is_a_reason() -> None:
    with refusing() as url:
        given = embedder(url).embed(["a"])
    assert given.reasons == (f"nobody answers at {url}: connection refused",)


def test_a_base_url_that_is_none_is_a_reason() -> None:
    given = embedder("nowhere").embed(["a"])
    assert given.failures == 1
    assert "the base URL is not" in given.reasons[0]


def test_progress_is_told_before_the_first_batch_and_after_each() -> None:
    told: list[tuple[int, int]] = []
    with serving(embeddings()) as server:
        one = embedder(server.url, progress=lambda done, total: told.append((done, total)))
        one.embed(TEXTS)
        assert told == [(0, 5), (2, 5), (4, 5), (5, 5)]
        one.embed(TEXTS)
    assert len(told) == 4


# --- the disk


def test_a_cached_vector_needs_no_request(tmp_path: Path) -> None:
    with serving(embeddings()) as server:
        first = embedder(server.url, cache=DiskCache(tmp_path)).embed(TEXTS)
    with serving(embeddings()) as server:
        second = embedder(server.url, cache=DiskCache(tmp_path)).embed(TEXTS)
        assert server.seen == []
        embedder(server.url, cache=DiskCache(tmp_path), model_id="other").embed(TEXTS[:1])
        assert server.texts == [TEXTS[:1]]
    assert second.vectors == first.vectors
    assert second.from_cache == len(TEXTS)


def test_what_was_learned_before_a_failure_is_kept(tmp_path: Path) -> None:
    with serving(in_turn(embeddings(), Reply({}, status=401))) as server:
        embedder(server.url, cache=DiskCache(tmp_path)).embed(TEXTS)
    with serving(embeddings()) as server:
        assert embedder(server.url, cache=DiskCache(tmp_path)).embed(TEXTS).complete
    assert server.texts == [TEXTS[2:4], TEXTS[4:]]


def test_a_damaged_cache_costs_a_request_and_nothing_else(tmp_path: Path) -> None:
    with serving(embeddings()) as server:
        embedder(server.url, cache=DiskCache(tmp_path)).embed(TEXTS)
        for file in tmp_path.iterdir():
            file.write_bytes(b"damaged " * 1000)
        assert embedder(server.url, cache=DiskCache(tmp_path)).embed(TEXTS).complete
        before = len(server.seen)
        assert embedder(server.url, cache=DiskCache(tmp_path)).embed(TEXTS).complete
    assert (before, len(server.seen)) == (6, 6)


def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with serving(embeddings()) as server:
        one = embedder(server.url, cache=DiskCache(tmp_path / "file"))
        assert one.embed(TEXTS).complete
        assert one.embed(TEXTS).complete
    assert len(server.seen) == 3


# --- keys


@pytest.mark.parametrize("status", [200, 400, 401, 403, 404, 429, 500])
def test_a_key_is_shown_nowhere(status: int, tmp_path: Path) -> None:
    """The server repeats the key in every way that it can, as text, header and place."""
    key = "sk-planted-0123456789"

    def play(seen: Seen) -> Reply:
        told = {"error": {"message": json.dumps(seen.headers)}, "data": seen.headers}
        return Reply(told, status=status, headers={"Retry-After": key, "X-Key": key})

    with serving(play) as server:
        given, shown = _asked_with(key, server.url, tmp_path)
    assert server.seen[0].headers["authorization"] == f"Bearer {key}"
    assert given.reasons
    assert key not in shown
    assert all(key.encode() not in file.read_bytes() for file in tmp_path.iterdir())


def _asked_with(key: str, url: str, folder: Path) -> tuple[Embedded, str]:
    """Return what is given, and all that can be seen of it and of whoever asked."""
    caller = Caller({"TOOLSEARCH_EMBEDDINGS_KEY": key}, clock=NO_PAUSES)
    settings = EmbeddingSettings(base_url=url, model_id="m", dimensions=3)
    one = HttpEmbedder(settings, caller, cache=DiskCache(folder))
    given = one.embed(["a"])
    return given, f"{given!r} {one!r} {one} {caller!r} {given.reasons}"
