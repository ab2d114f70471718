"""An embedder over HTTP: batches, checked vectors, a cache; a failure is a reason, no exception."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from toolsearch_cli.endpoints.embedding import Embedded, EmbeddingSettings, Progress
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.endpoints.json_post import Caller, post_json
from toolsearch_cli.endpoints.vectors import Vector, unit_vector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.endpoints.vector_cache import VectorCache

MOST_FAILURES_IN_A_ROW: Final = 3
"""After so many failing batches the rest waits for the next call."""


def embeddings_body(model_id: str, texts: Sequence[str]) -> dict[str, object]:
    """Return the body of one request for vectors, as OpenAI's API takes it."""
    return {"model": model_id, "input": list(texts)}


@dataclass(slots=True)
class _Asked:
    """What asking for the texts without a vector gave."""

    failures: int = 0
    reasons: dict[str, None] = field(default_factory=dict)


class HttpEmbedder:
    """An `Embedder` that asks an OpenAI-compatible endpoint. One call at a time, any thread.

    Vectors are kept in memory and, with a cache, on disk. A batch that fails is asked for again in
    the next call; the rest of its call goes on, unless the endpoint is down or keeps failing.
    """

    __slots__ = ("_cache", "_endpoint", "_known", "_lock", "_progress", "_settings", "_total")

    def __init__(
        self,
        settings: EmbeddingSettings,
        caller: Caller,
        *,
        cache: VectorCache | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Prepare; nothing is asked yet.

        Args:
            settings: Where vectors come from.
            caller: On whose behalf.
            cache: Where vectors outlive the process.
            progress: Told of the texts that are sent, before the first batch and after each.
        """
        self._settings = settings
        self._endpoint = caller.endpoint(
            "EMBEDDINGS", settings.base_url, settings.path, settings.timeout
        )
        self._cache = cache
        self._progress = progress
        self._known: dict[str, Vector] = {}
        self._total = 0
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"HttpEmbedder({self._settings!r})"

    @property
    def dimensions(self) -> int:
        """How many numbers each vector has."""
        return self._settings.dimensions

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Return the vectors of `texts`; equal texts are asked for once. Never raises."""
        wanted = list(dict.fromkeys(texts))
        with self._lock:
            self._recall(wanted)
            missing = [text for text in wanted if text not in self._known]
            asked = self._ask(missing)
            self._total += asked.failures
            return Embedded(
                vectors=MappingProxyType({text: self._known.get(text) for text in wanted}),
                from_cache=len(wanted) - len(missing),
                failures=asked.failures,
                embedding_failures_total=self._total,
                reasons=tuple(asked.reasons),
            )

    def _recall(self, wanted: list[str]) -> None:
        if self._cache is None:
            return
        unknown = [text for text in wanted if text not in self._known]
        if unknown:
            settings = self._settings
            self._known |= self._cache.load(unknown, settings.model_id, settings.dimensions)

    def _ask(self, missing: list[str]) -> _Asked:
        asked = _Asked()
        size = max(1, self._settings.max_batch_size)
        in_a_row = 0
        for start in range(0, len(missing), size):
            self._tell(start, len(missing))
            failure = self._learn(missing[start : start + size])
            if failure is None:
                in_a_row = 0
                continue
            in_a_row += 1
            asked.failures += 1
            asked.reasons[failure.reason] = None
            rest = len(missing) - start - size
            if rest > 0 and (failure.lasting or in_a_row == MOST_FAILURES_IN_A_ROW):
                asked.reasons[f"{rest} more texts were not sent after that"] = None
                break
        if missing:
            self._tell(len(missing), len(missing))
        return asked

    def _learn(self, batch: list[str]) -> Failure | None:
        """Ask for the vectors of one batch and keep them: all, or none and the reason."""
        if isinstance(self._endpoint, Failure):
            return self._endpoint
        settings = self._settings
        answer = post_json(self._endpoint, embeddings_body(settings.model_id, batch))
        vectors = read_vectors(answer, len(batch), settings.dimensions)
        if isinstance(vectors, Failure):
            return vectors
        learned = dict(zip(batch, vectors, strict=True))
        self._known |= learned
        if self._cache is not None:
            self._cache.save(learned, settings.model_id, settings.dimensions)
        return None

    def _tell(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(done, total)


def read_vectors(answer: object, count: int, dimensions: int) -> list[Vector] | Failure:
    """Return the vectors of a decoded answer in the order of the texts: all good, or a failure.

    Entries are put in the order of their `index`; without any they stand as they came.
    """
    if isinstance(answer, Failure):
        return answer
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, list) or not all(isinstance(entry, dict) for entry in data):
        return Failure("the answer holds no list of embeddings")
    if len(data) != count:
        return Failure(f"{len(data)} embeddings for {count} texts")
    if any("index" in entry for entry in data):
        places = [entry.get("index") for entry in data]
        if any(type(place) is not int for place in places) or sorted(places) != list(range(count)):
            return Failure("the embeddings are not numbered 0, 1, 2, ... once each")
        data = sorted(data, key=lambda entry: int(entry["index"]))
    vectors: list[Vector] = []
    for entry in data:
        vector = unit_vector(entry.get("embedding"), dimensions)
        if isinstance(vector, Failure):
            return Failure(f"an embedding cannot be used: {vector}")
        vectors.append(vector)
    return vectors
