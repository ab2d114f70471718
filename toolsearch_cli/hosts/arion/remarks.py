"""What to know of one answer of Arion's search, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.endpoints.failure import Failure
from toolsearch_cli.errors import nearest
from toolsearch_cli.hosts.arion import settings, vectors
from toolsearch_cli.hosts.arion.facts import BRIDGE
from toolsearch_cli.hosts.arion.modes import candidates_of, namespace_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values


def unasked(values: Values, endpoints: Endpoints | None) -> Iterator[str]:
    """Say why no endpoint is asked for vectors, or in another way, where the gateway would ask."""
    if not vectors.is_configured(values):
        return
    odd = vectors.odd_timeout(values)
    if odd:
        yield odd
    reached = vectors.reach(values, endpoints)
    if isinstance(reached, Failure):
        yield f"BM25 ranks all candidates, not their vectors: {reached}."


def on_limit(limit: object) -> Iterator[str]:
    """Say what is not known of a limit that the model sent."""
    if isinstance(limit, int) and not isinstance(limit, bool) and limit < 1:
        yield f"What Arion does with a limit of {limit} is not documented; here it is 1."


def on_search(values: Values) -> Iterator[str]:
    """Say which search answered, where it is not the one asked for or not known whole."""
    if not values.flag(settings.CODE_MODE):
        return
    if values.text(settings.SEARCH_OVER) == settings.HTTP:
        yield "Code mode serves no /mcp/search: this is what catalog.tools.search finds."
    yield "Compact entries are shown as name and description: their form is not documented."


def on_candidates(session: Session, values: Values) -> Iterator[str]:
    """Say why there is nothing to rank."""
    if candidates_of(session, values):
        return
    wanted = values.text(settings.NAMESPACE)
    known = sorted({namespace_of(session, one) for one in session.definitions} - {""})
    if wanted in known:
        yield f"Every tool of the namespace {wanted} is eager; {BRIDGE} ranks progressive ones."
    elif wanted:
        hint = nearest(wanted, known, "namespaces") if known else "there is none"
        yield f"No permitted tool has the namespace {wanted}: {hint}"
    elif session.definitions:
        yield f"Every permitted tool is eager, and so there is no {BRIDGE}."
    else:
        yield f"No tool is permitted, and so there is no {BRIDGE}."
