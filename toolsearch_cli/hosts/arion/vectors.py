"""Where Arion's vectors come from: the endpoint its settings name, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.endpoints.embedding import EmbeddingSettings
from toolsearch_cli.endpoints.failure import Failure, quoted
from toolsearch_cli.hosts.arion import settings

if TYPE_CHECKING:
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.simple.settings import Values

_REQUIRED: Final = (settings.CLUSTER, settings.MODEL, settings.DIMENSIONS)
_FALLBACK_SECONDS: Final = 5.0


class Reached(NamedTuple):
    """An endpoint that can be asked."""

    endpoints: Endpoints
    settings: EmbeddingSettings


def is_configured(values: Values) -> bool:
    """Say whether the gateway would rank by vectors."""
    return any(values.get(key) is not None for key in (settings.BASE_URL, *_REQUIRED))


def missing(values: Values) -> tuple[str, ...]:
    """Return the settings that embeddings cannot do without and that are not set.

    A base URL of ours stands in for the cluster, whose only use here is to find one.
    """
    lacking = tuple(key for key in _REQUIRED if values.get(key) is None)
    if values.get(settings.BASE_URL) is None:
        return lacking
    return tuple(key for key in lacking if key != settings.CLUSTER)


def odd_timeout(values: Values) -> str:
    """Return what is made of a timeout in the catalog that is no duration; empty for a good one."""
    timeout = values.text(settings.TIMEOUT)
    if settings.seconds(timeout) is not None:
        return ""
    return f"{settings.TIMEOUT}: {quoted(timeout)} is no duration: {_FALLBACK_SECONDS:g}s is taken."


def reach(values: Values, endpoints: Endpoints | None) -> Reached | Failure:
    """Return the endpoint that the settings name, or why none can be asked."""
    lacking = missing(values)
    if lacking:
        verb = "is" if len(lacking) == 1 else "are"
        return Failure(f"{' and '.join(lacking)} {verb} required and not set")
    if endpoints is None:
        return Failure("no endpoint is asked here; toolsearch query asks it")
    url: str | Failure = values.text(settings.BASE_URL)
    if not url:
        url = endpoints.cluster(values.text(settings.CLUSTER))
    if isinstance(url, Failure):
        return Failure(f"{url}, or take --set {settings.BASE_URL}=URL")
    timeout = settings.seconds(values.text(settings.TIMEOUT))
    return Reached(
        endpoints,
        EmbeddingSettings(
            base_url=url,
            model_id=values.text(settings.MODEL),
            dimensions=values.whole(settings.DIMENSIONS),
            path=values.text(settings.PATH),
            timeout=_FALLBACK_SECONDS if timeout is None else timeout,
            max_batch_size=values.whole(settings.BATCH),
        ),
    )
