"""One request against a real server that is good, busy, slow, endless, elsewhere or gone."""

from __future__ import annotations

import time
from dataclasses import replace
from email.utils import formatdate

import pytest

from tests.endpoints.server import Reply, Seen, always, in_turn, refusing, serving
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.endpoints.json_post import MOST_TRIES, Caller, Clock, Endpoint, post_json

KEY = "sk-planted-0123456789"
GOOD = Reply({"good": True})
SHORT = 0.3
"""Seconds: long for a server on this machine that answers, short for a test that waits."""


class Hours:
    """A clock that only passes while somebody sleeps."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def clock(self) -> Clock:
        return Clock(now=lambda: sum(self.slept), date=lambda: 1_000_000.0, sleep=self.slept.append)


def endpoint(url: str, timeout: float = 10.0, clock: Clock | None = None) -> Endpoint:
    caller = Caller({"TOOLSEARCH_EMBEDDINGS_KEY": KEY}, clock=clock or Clock())
    found = caller.endpoint("EMBEDDINGS", url, "/v1/embeddings", timeout)
    assert isinstance(found, Endpoint)
    return found


def failure(answer: object) -> Failure:
    assert isinstance(answer, Failure)
    assert KEY not in repr(answer)
    return answer


def test_json_is_sent_with_the_key_and_json_comes_back() -> None:
    with serving(always(GOOD)) as server:
        assert post_json(endpoint(server.url), {"a": ["é\ud800"]}) == {"good": True}
    (seen,) = server.seen
    assert seen.path == "/v1/embeddings"
    assert seen.body == {"a": ["é\ud800"]}
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert seen.headers["content-type"] == "application/json"


def test_an_answer_in_chunks_is_whole() -> None:
    chunks = b'5\r\n{"a":\r\n3\r\n 1}\r\n0\r\n\r\n'
    reply = Reply(chunks, headers={"Transfer-Encoding": "chunked"})
    with serving(always(reply)) as server:
        assert post_json(endpoint(server.url), {}) == {"a": 1}


# --- busy


def test_a_busy_endpoint_is_asked_again_after_the_pause_it_asks_for() -> None:
    busy = Reply({}, status=429, headers={"Retry-After": "7"})
    hours = Hours()
    with serving(in_turn(busy, GOOD)) as server:
        assert post_json(endpoint(server.url, 10, hours.clock()), {}) == {"good": True}
    assert hours.slept == [7.0]
    assert [seen.body for seen in server.seen] == [{}, {}]


def test_the_pause_may_be_given_as_a_date() -> None:
    busy = Reply({}, status=503, headers={"Retry-After": formatdate(1_000_004.0, usegmt=True)})
    hours = Hours()
    with serving(in_turn(busy, GOOD)) as server:
        assert post_json(endpoint(server.url, 10, hours.clock()), {}) == {"good": True}
    assert hours.slept == [4.0]


@pytest.mark.parametrize("asked", ["", "soon", "-3", "Mon, 99 Foo 2020"])
def test_without_a_pause_that_can_be_read_ours_grow_and_end(asked: str) -> None:
    hours = Hours()
    busy = Reply({"error": {"message": "overloaded"}}, 500, {"Retry-After": asked})
    with serving(always(busy)) as server:
        failed = failure(post_json(endpoint(server.url, 10, hours.clock()), {}))
    assert len(server.seen) == MOST_TRIES
    assert hours.slept == [0.25, 0.5, 1.0]
    assert "500 Internal Server Error: overloaded" in failed.reason
    assert not failed.lasting


def test_nobody_waits_for_a_pause_that_is_longer_than_the_timeout() -> None:
    hours = Hours()
    busy = Reply({}, status=429, headers={"Retry-After": "3600"})
    with serving(always(busy)) as server:
        failed = failure(post_json(endpoint(server.url, 5, hours.clock()), {}))
    assert len(server.seen) == 1
    assert hours.slept == []
    assert "429 Too Many Requests; another try in 3600 s" in failed.reason
    assert failed.lasting


@pytest.mark.parametrize("status", [400, 401, 404, 422, 501])
def test_what_would_be_answered_the_same_again_is_asked_once(status: int) -> None:
    with serving(always(Reply({}, status=status))) as server:
        failure(post_json(endpoint(server.url), {}))
    assert len(server.seen) == 1


# --- slow


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(Reply(silent=True), id="silent"),
        pytest.param(Reply({"a": "b" * 1000}, drip=0.02), id="dripping from the first byte"),
    ],
)
def test_the_timeout_is_for_the_whole_exchange(reply: Reply) -> None:
    """Each byte of a dripping server comes in time; the whole answer would take half a minute."""
    started = time.monotonic()
    with serving(always(reply)) as server:
        failed = failure(post_json(endpoint(server.url, SHORT), {}))
        assert time.monotonic() - started < 10
    assert "too slow" in failed.reason
    assert failed.lasting


def test_a_timeout_of_nothing_is_a_failure() -> None:
    with serving(always(Reply(silent=True))) as server:
        assert "too slow" in failure(post_json(endpoint(server.url, 0), {})).reason


# --- wrong


def test_an_endless_answer_is_not_read_to_its_end() -> None:
    with serving(always(Reply(b"[" + b"0," * 5000))) as server:
        bounded = replace(endpoint(server.url), most_bytes=1000)
        assert "more than 1,000 bytes" in failure(post_json(bounded, {})).reason


def test_an_endless_answer_in_chunks_is_not_read_to_its_end() -> None:
    chunk = b"3e8\r\n" + b"0" * 1000 + b"\r\n"
    reply = Reply(chunk * 300, headers={"Transfer-Encoding": "chunked"})
    with serving(always(reply)) as server:
        bounded = replace(endpoint(server.url), most_bytes=100_000)
        assert "more than 100,000 bytes" in failure(post_json(bounded, {})).reason


def test_an_answer_that_ends_early_is_none() -> None:
    with serving(always(Reply(b'{"a": 1}', declared=100))) as server:
        assert "ends early" in failure(post_json(endpoint(server.url), {})).reason


@pytest.mark.parametrize("body", [b"", b"{", b"<html>", b"\xff\xfe", b"[" * 100_000])
def test_an_answer_that_is_no_json_is_a_reason(body: bytes) -> None:
    with serving(always(Reply(body))) as server:
        failed = failure(post_json(endpoint(server.url), {}))
    assert failed.reason == f"the answer of {server.url}/v1/embeddings is not JSON"


def test_a_refused_connection_is_a_reason() -> None:
    with refusing() as url:
        failed = failure(post_json(endpoint(url), {}))
    assert failed == Failure(f"nobody answers at {url}: connection refused", lasting=True)


def test_what_does_not_speak_tls_gets_nothing() -> None:
    with serving(always(GOOD)) as server:
        failed = failure(post_json(endpoint(server.url.replace("http:", "https:")), {}))
    assert "no safe connection" in failed.reason
    assert server.seen == []


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a..b", "x" * 70])
def test_a_host_that_is_not_found_is_a_reason(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    failed = failure(post_json(endpoint(f"http://{host}", SHORT), {}))
    assert failed.lasting


# --- refused


def test_a_complaint_is_told_in_one_line_without_the_key() -> None:
    said = f"no model\n\x1b[31m for {KEY} " + "x" * 500
    with serving(always(Reply({"error": {"message": said}}, status=400))) as server:
        failed = failure(post_json(endpoint(server.url), {}))
    assert "400 Bad Request: no model \\x1b[31m for [key] xxx" in failed.reason
    assert "\n" not in failed.reason
    assert len(failed.reason) < 250


@pytest.mark.parametrize("body", [{"error": "why"}, {"message": "why"}, {"detail": "why"}])
def test_complaints_come_in_many_shapes(body: object) -> None:
    with serving(always(Reply(body, status=400))) as server:
        assert failure(post_json(endpoint(server.url), {})).reason.endswith(": why")


def test_an_endpoint_that_wants_a_key_is_not_quoted_and_the_variable_is_named() -> None:
    body = {"error": {"message": f"wrong key: {KEY[:8]}****{KEY[-4:]}"}}
    with serving(always(Reply(body, status=401))) as server:
        failed = failure(post_json(endpoint(server.url), {}))
    assert failed.reason.endswith("401 Unauthorized; TOOLSEARCH_EMBEDDINGS_KEY was sent")
    assert failed.lasting


# --- redirects


def test_another_host_is_not_asked_and_gets_no_key() -> None:
    with serving(always(GOOD)) as other:
        away = Reply(status=307, headers={"Location": f"{other.url}/v1/embeddings"})
        with serving(always(away)) as server:
            failed = failure(post_json(endpoint(server.url), {"secret": "text"}))
    assert other.seen == []
    assert f"redirects to {other.url}, which was not asked" in failed.reason


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_the_same_host_is_asked_at_its_other_path(status: int) -> None:
    moved = Reply(status=status, headers={"Location": "/v2/embeddings?a=b"})
    with serving(in_turn(moved, GOOD)) as server:
        assert post_json(endpoint(server.url), {"a": 1}) == {"good": True}
    assert [(seen.path, seen.body) for seen in server.seen] == [
        ("/v1/embeddings", {"a": 1}),
        ("/v2/embeddings?a=b", {"a": 1}),
    ]


@pytest.mark.parametrize("there", ["", "/v1/embeddings", "http://[", "file:///etc/passwd"])
def test_a_redirect_that_leads_nowhere_ends(there: str) -> None:
    with serving(always(Reply(status=302, headers={"Location": there}))) as server:
        failure(post_json(endpoint(server.url), {}))
    assert len(server.seen) <= 4


# --- proxies


def test_a_proxy_of_the_environment_is_used_with_its_own_login(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with serving(always(GOOD)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.replace("//", "//user:pass%21@"))
        assert post_json(endpoint("http://embeddings.invalid:8080"), {}) == {"good": True}
    (seen,) = proxy.seen
    assert seen.path == "http://embeddings.invalid:8080/v1/embeddings"
    assert seen.headers["host"] == "embeddings.invalid:8080"
    assert seen.headers["proxy-authorization"] == "Basic dXNlcjpwYXNzIQ=="
    assert "authorization" not in seen.headers  # plain http to another machine


def test_this_machine_is_asked_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with serving(always(GOOD)) as proxy, serving(always(GOOD)) as server:
        monkeypatch.setenv("http_proxy", proxy.url)
        assert post_json(endpoint(server.url), {}) == {"good": True}
    assert proxy.seen == []


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "http://", "http://[", "http://h:0"])
def test_a_proxy_that_cannot_be_used_is_a_reason(
    proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.setenv("http_proxy", proxy)
    failed = failure(post_json(endpoint("http://embeddings.invalid"), {}))
    assert "proxy of the environment" in failed.reason


def test_what_is_sent_is_what_was_asked_on_each_try() -> None:
    bodies: list[object] = []

    def play(seen: Seen) -> Reply:
        bodies.append(seen.body)
        return Reply({}, status=500) if len(bodies) == 1 else GOOD

    with serving(play) as server:
        post_json(endpoint(server.url, clock=Hours().clock()), {"n": 1})
    assert bodies == [{"n": 1}, {"n": 1}]
