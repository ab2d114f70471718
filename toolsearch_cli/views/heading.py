"""The first line of a page: who was asked, how far the answer can be trusted, at which size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.numbers import context_name

if TYPE_CHECKING:
    from toolsearch_cli.hosts.facts import Fidelity


def heading(host: str, fidelity: Fidelity, context: int | None) -> str:
    """Return `hermes · verified · context 200k`."""
    return f"{host} · {fidelity} · context {context_name(context)}"
