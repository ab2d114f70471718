"""What a host knows of embeddings: an `Embedder` that turns texts into vectors, or says why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolsearch_cli.endpoints.vectors import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSettings:
    """Where vectors come from, and of what kind they are."""

    base_url: str
    """`http://` or `https://`, a host, and a path where the API is below one."""
    model_id: str
    dimensions: int
    """How many numbers every vector must have."""
    path: str = "/v1/embeddings"
    timeout: float = 5.0
    """Most seconds for one batch, from finding the host to the last byte, repeats included."""
    max_batch_size: int = 64
    """Most texts in one request; fewer than 1 counts as 1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Embedded:
    """What one call of an embedder gave."""

    vectors: Mapping[str, Vector | None]
    """Each text that was asked for, in order of first appearance; `None` where it has none."""
    from_cache: int
    """Texts whose vectors were there already."""
    failures: int
    """Batches that failed in this call; their texts are asked for again next time."""
    embedding_failures_total: int
    """Batches that failed since the embedder was made, this call included."""
    reasons: tuple[str, ...]
    """Why texts have no vector, in words, each reason once, in order of appearance."""

    @property
    def complete(self) -> bool:
        """Whether every text has its vector."""
        return all(vector is not None for vector in self.vectors.values())


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def dimensions(self) -> int:
        """How many numbers each vector has."""

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Return the vectors of `texts`; equal texts are asked for once. Never raises."""


class Progress(Protocol):
    """Told how a long call gets on."""

    def __call__(self, done: int, total: int) -> None:
        """Take note that `done` of `total` texts are dealt with."""
