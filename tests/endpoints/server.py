"""A real HTTP server on this machine that plays an endpoint: good, slow, wrong or half-failing.

    with serving(embeddings(dimensions=3)) as server:
        HttpEmbedder(EmbeddingSettings(base_url=server.url, ...), Caller({}))

A server is a function from what was asked (`Seen`) to what is sent back (`Reply`); `in_turn` chains
several. What came in stays in `server.seen`.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from toolsearch_cli.endpoints.json_post import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_PATIENCE: Final = 20.0
"""Seconds after which a server that is told to be silent gives up: never, in a good test."""


NO_PAUSES: Final = Clock(sleep=lambda _: None)
"""For a `Caller` that asks a busy endpoint again at once."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One request."""

    path: str
    headers: Mapping[str, str]
    """By name in lower case."""
    body: Any
    """Decoded JSON."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back."""

    body: Any = None
    """Bytes as they are; anything else as JSON (NaN and Infinity as Python writes them)."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    drip: float | None = None
    """Seconds between any two bytes, from the first byte of the status line."""
    silent: bool = False
    """Read the request and say nothing until the server ends."""
    declared: int | None = None
    """A `Content-Length` that is not the body's."""

    def written(self) -> bytes:
        body = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        length = len(body) if self.declared is None else self.declared
        headers = {"Content-Length": str(length), **self.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"HTTP/1.1 {self.status} Status\r\n{head}\r\n".encode() + body


Play: TypeAlias = "Callable[[Seen], Reply]"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs."""

    url: str
    seen: list[Seen]

    @property
    def texts(self) -> list[list[str]]:
        """The texts of each request for embeddings, in order."""
        return [seen.body["input"] for seen in self.seen]


class _Running(ThreadingHTTPServer):
    """The server: what it plays, what it saw, and whether it is over."""

    daemon_threads = True

    def __init__(self, play: Play) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.play = play
        self.seen: list[Seen] = []
        self.over = Event()

    def handle_error(self, *about: object) -> None:
        """Clients hang up; that is part of the play."""


class _Handler(BaseHTTPRequestHandler):
    server: _Running

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = Seen(self.path, headers, json.loads(body))
        self.server.seen.append(seen)
        self.close_connection = True
        self.send(self.server.play(seen))

    def send(self, reply: Reply) -> None:
        if reply.silent:
            self.server.over.wait(_PATIENCE)
        elif reply.drip is None:
            self.wfile.write(reply.written())
        else:
            for byte in reply.written():
                self.wfile.write(bytes([byte]))
                if self.server.over.wait(reply.drip):
                    return

    def log_message(self, *words: object) -> None:
        """Say nothing on stderr."""


@contextmanager
def serving(play: Play) -> Iterator[Server]:
    """Run a server for as long as the context lasts; every way in which a client leaves is fine."""
    with _Running(play) as running:
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield Server(f"http://127.0.0.1:{running.server_address[1]}", running.seen)
        finally:
            running.over.set()
            running.shutdown()
            thread.join()


@contextmanager
def refusing() -> Iterator[str]:
    """Give the URL of a port of this machine on which nobody listens."""
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"


def in_turn(*plays: Play | Reply) -> Play:
    """Play each for one request; the last for all that follow."""
    left = list(plays)

    def play(seen: Seen) -> Reply:
        now = left.pop(0) if len(left) > 1 else left[0]
        return now if isinstance(now, Reply) else now(seen)

    return play


def always(reply: Reply) -> Play:
    """Send the same back whatever is asked."""
    return in_turn(reply)


def vector_of(text: str, dimensions: int) -> list[float]:
    """Return a vector in which each word of a text has its place, so that like texts are near."""
    numbers = [0.001] * dimensions
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        numbers[hashlib.sha256(word.encode()).digest()[0] % dimensions] += 1.0
    return numbers


def embeddings(
    dimensions: int = 3, vector: Callable[[str], list[float]] | None = None
) -> Callable[[Seen], Reply]:
    """Answer as a good embeddings endpoint: `vector` of each text, by default `vector_of`."""

    def play(seen: Seen) -> Reply:
        texts = seen.body["input"]
        vectors = [vector(text) if vector else vector_of(text, dimensions) for text in texts]
        return embedded(vectors)

    return play


def embedded(vectors: Sequence[object], order: Sequence[int] | None = None) -> Reply:
    """Return the answer that holds `vectors`, the entries in the given order of their indices."""
    entries = [
        {"object": "embedding", "index": index, "embedding": vectors[index]}
        for index in (order if order is not None else range(len(vectors)))
    ]
    return Reply({"object": "list", "data": entries, "model": "m"})


def options_of(seen: Seen) -> dict[str, str]:
    """Return the options that a question lists: the number as written, by name."""
    content = seen.body["messages"][-1]["content"]
    return {name: number for number, name in re.findall(r"(?m)^(\d+)\. ([^:\n]+)", content)}


def decisions(weights: Mapping[str, float], *, pieces: bool = False) -> Play:
    """Answer as a decider whose probability for each option is as given by its name, else 0.

    With `pieces` each digit is a token of its own, as in some models' vocabularies.
    """

    def play(seen: Seen) -> Reply:
        numbers = options_of(seen)
        chances = {numbers[name]: p for name, p in weights.items() if name in numbers and p > 0}
        if pieces and chances:
            return Reply(_in_digits(chances))
        return Reply(said([chances or {"Nothing": 1.0}]))

    return play


def _in_digits(chances: dict[str, float]) -> dict[str, Any]:
    positions = []
    before = ""
    while len(before) < len(next(iter(chances))):
        total = sum(p for number, p in chances.items() if number.startswith(before))
        now: dict[str, float] = {}
        for number, p in chances.items():
            if number.startswith(before):
                digit = number[len(before)]
                now[digit] = now.get(digit, 0.0) + p / total
        positions.append(now)
        before += max(now, key=lambda digit: now[digit])
    return said(positions)


def said(positions: Sequence[Mapping[str, float]], named: int = 20) -> dict[str, Any]:
    """Return a chat answer with logprobs: for each position the probability of each token.

    The likeliest token is the one that is answered; `named` of them are named.
    """
    content = []
    text = ""
    for position in positions:
        ranked = sorted(position.items(), key=lambda item: -item[1])[:named]
        top = [{"token": token, "logprob": math.log(p), "bytes": None} for token, p in ranked]
        text += ranked[0][0]
        content.append({**top[0], "top_logprobs": top})
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text},
        "logprobs": {"content": content},
        "finish_reason": "stop",
    }
    return {"object": "chat.completion", "choices": [choice]}
