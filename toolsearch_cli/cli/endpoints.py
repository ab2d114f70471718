"""Endpoints for the hosts that ask some, as this command line may ask them."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolsearch_cli.cli.console import Console
    from toolsearch_cli.endpoints.deciding import Decider, DeciderSettings
    from toolsearch_cli.endpoints.embedding import Embedder, EmbeddingSettings, Progress
    from toolsearch_cli.endpoints.failure import Failure
    from toolsearch_cli.endpoints.json_post import Caller
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.settings.project import Project


def endpoints_for(console: Console, project: Project) -> Endpoints:
    """Return the makers: keys from the environment, vectors kept on disk, progress on a terminal.

    One embedder and one decider for equal settings, so that what one query learned the next one
    knows. Nothing is asked, and nothing that asks is imported, before a host needs it.
    """
    from toolsearch_cli.hosts.protocol import Endpoints

    named_by_file = frozenset(str(value) for _, value in project.settings)

    def caller(base_url: str) -> Caller:
        from toolsearch_cli.endpoints.json_post import Caller

        return Caller(os.environ, trusted=base_url not in named_by_file)

    @lru_cache
    def embedder(settings: EmbeddingSettings) -> Embedder:
        from toolsearch_cli.endpoints.embedder import HttpEmbedder
        from toolsearch_cli.endpoints.vector_cache import DiskCache, cache_folder

        folder = cache_folder(os.environ)
        return HttpEmbedder(
            settings,
            caller(settings.base_url),
            cache=None if folder is None else DiskCache(folder),
            progress=_progress(console, settings.model_id),
        )

    @lru_cache
    def decider(settings: DeciderSettings) -> Decider:
        from toolsearch_cli.endpoints.decider import HttpDecider

        return HttpDecider(settings, caller(settings.base_url))

    return Endpoints(embedder, decider, _cluster)


def _cluster(name: str) -> str | Failure:
    from toolsearch_cli.endpoints.address import cluster_url

    return cluster_url(name, {}, os.environ)


def _progress(console: Console, model_id: str) -> Progress | None:
    """Return what draws one line over itself, where somebody looks at stderr."""
    if console.options.quiet or not sys.stderr.isatty():
        return None
    return drawn(sys.stderr.write, sys.stderr.flush, model_id)


def drawn(write: Callable[[str], object], flush: Callable[[], object], model_id: str) -> Progress:
    """Return a progress that draws `12 of 2,613 texts`, and wipes it when all are dealt with."""
    name = visible(model_id)

    def tell(done: int, total: int) -> None:
        wiped = "\r\x1b[2K"
        write(wiped if done >= total else f"{wiped}{name}: {done:,} of {total:,} texts embedded")
        flush()

    return tell
