"""Who plays graph's decision model: the endpoint that the settings name, or why none is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.endpoints.deciding import DeciderSettings
from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.hosts.graph import settings

if TYPE_CHECKING:
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.simple.settings import Values


class Reached(NamedTuple):
    """A decider that can be asked."""

    endpoints: Endpoints
    settings: DeciderSettings


def reach(values: Values, endpoints: Endpoints | None) -> Reached | Failure | None:
    """Return the decider of the role; why it is not asked; or `None`: the role has none."""
    url = values.text(settings.BASE_URL)
    if endpoints is None:
        return Failure("no endpoint is asked here; toolsearch query asks it") if url else None
    if not url:
        found = endpoints.cluster(values.text(settings.MODEL))
        if isinstance(found, Failure):
            return None
        url = found
    return Reached(
        endpoints,
        DeciderSettings(
            base_url=url,
            model=model_id(values),
            path=values.text(settings.PATH),
            timeout=values.number(settings.TIMEOUT),
        ),
    )


def model_id(values: Values) -> str:
    """Return the model that the endpoint is asked for."""
    return values.text(settings.MODEL_ID) or values.text(settings.MODEL)
