"""What is known of a host, in words: the rows of `toolsearch hosts` and of the README's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Fidelity: TypeAlias = Literal["verified", "from-source", "approximate", "visibility-only"]
"""How far a simulation can be trusted.

`verified`: a test holds it to answers of the real program. `from-source`: written from public
source, or held to a re-implementation of it. `approximate`: what decides is not public, so the
answer may differ. `visibility-only`: what the model sees is simulated; there is no ranking.
"""

FIDELITIES: tuple[Fidelity, ...] = get_args(Fidelity)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFacts:
    """One host's facts, each a phrase."""

    title: str
    """What people call it, with the release that is simulated."""
    trigger: str
    """When schemas are held back."""
    sees: str
    """What the model sees of a tool that is held back."""
    ranker: str
    """How a search ranks, with its parameters; `none` where it has no search."""
    fields: str
    """What of a tool is searched."""
    limits: str
    """Most results, most tools, longest texts."""
    names: str
    """The form of a qualified name."""
    counts: str
    """Whose tokens decide or are shown."""
    fidelity: Fidelity
    ranking: Fidelity
    """The same of its ranking alone."""
    proof: str = ""
    """The test that earns `verified`, as a path in the folder of the tests; empty for the rest."""
    source: str
    """Where the facts come from."""
    named_steps: tuple[str, ...] = ()
    """What the model calls to use a tool whose name it can read; empty where none is shown."""
    unites: bool = False
    """Whether what several searches find is offered together, as for the steps of one task."""
    found_steps: tuple[str, ...] = ()
    """What it calls to use one that it must search for; empty where it cannot."""
