"""What a simple host decides for one turn, and the disclosure that follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.disclosure import (
    NO_LISTING,
    Definition,
    Disclosure,
    Form,
    Listing,
    Payment,
    SourceDisclosure,
)
from toolsearch_cli.tokens.chars4 import chars, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.catalog.model import Json, Source
    from toolsearch_cli.hosts.disclosure import Note, Refusal
    from toolsearch_cli.hosts.facts import Fidelity
    from toolsearch_cli.hosts.simple.session import Session

OUR_LAYOUT: Final = (
    "What is named is what the host shows; its layout, and the words around it, are ours: the "
    "host's own are not public."
)
"""Said of a listing whose content is known and whose text is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The host's decisions. Every definition is one of the session's."""

    standing: str
    """What it has instead of tiers, in one line."""
    eager: tuple[Definition, ...]
    """Sent with their schemas, in the order sent."""
    deferred: tuple[Definition, ...] = ()
    """Held back, in name order."""
    bridge: tuple[dict[str, Json], ...] = ()
    """What it sends instead, the listing embedded unless it stands apart."""
    listing: Listing = NO_LISTING
    """The part of the catalog that stays visible as text; its labels are names of sources."""
    listing_apart: bool = False
    """Whether the listing is a text of its own, in no definition of the bridge."""
    named: frozenset[str] = frozenset()
    """The deferred tools whose names the model reads."""
    listed_tokens: Mapping[int, int] = field(default_factory=dict)
    """What each source takes in the listing, by position."""
    threshold: int | None = None
    refusals: tuple[Refusal, ...] = ()
    notes: tuple[Note, ...] = ()
    fidelity: Fidelity | None = None
    """Where a setting changes how far the simulation can be trusted."""

    @property
    def active(self) -> bool:
        """Whether anything is held back."""
        return bool(self.deferred)


def disclosure_of(
    session: Session,
    turn: Turn,
    *,
    host: str,
    context: int | None,
    fidelity: Fidelity,
    notes: tuple[Note, ...],
) -> Disclosure:
    """Return what the turn means for the model and for each source."""
    listing_tokens = estimate(len(turn.listing.text))
    bridge_tokens = estimate(sum(map(chars, turn.bridge)) - _embedded(turn))
    paid = Payment(_tokens(turn.eager), bridge_tokens, 0, listing_tokens)
    return Disclosure(
        host=host,
        context=context,
        activated=turn.active,
        tier=None,
        listing=turn.listing,
        budget=None,
        threshold=turn.threshold,
        definitions=session.definitions,
        eager=turn.eager,
        deferred=turn.deferred,
        bridge=turn.bridge,
        bridge_tokens_here=bridge_tokens,
        sources=_rows(session, turn),
        collisions=session.collisions,
        all_tools_tokens=_tokens(session.definitions),
        deferred_tokens=_tokens(turn.deferred),
        listing_tokens=listing_tokens,
        full_tokens=None,
        names_tokens=listing_tokens if turn.listing.form == "names" else None,
        summary_tokens=listing_tokens if turn.listing.form == "groups" else None,
        payment=paid,
        left_out=len(session.catalog.sources) - len(session.granted),
        notes=notes,
        fidelity=turn.fidelity or fidelity,
        standing=turn.standing,
        refusals=turn.refusals,
        named=turn.named,
    )


def _tokens(definitions: Iterable[Definition]) -> int:
    return estimate(sum(one.chars for one in definitions))


def _embedded(turn: Turn) -> int:
    """Return the characters that the listing takes inside the bridge's JSON."""
    if not turn.listing.text or not turn.bridge or turn.listing_apart:
        return 0
    quotes = len('""')
    return chars(turn.listing.text) - quotes


def _rows(session: Session, turn: Turn) -> tuple[SourceDisclosure, ...]:
    sent = frozenset(one.name for one in turn.eager)
    held = frozenset(one.name for one in turn.deferred)
    forms = {block.label: block.form for block in turn.listing.blocks}
    rows = []
    for position, tools in session.of_source.items():
        source = session.catalog.sources[position]
        deferred = [one for one in tools if one.name in held]
        form: Form | None = None
        if deferred:
            form = _form(source, deferred, turn, forms)
        listed = turn.listed_tokens.get(position, 0)
        rows.append(
            SourceDisclosure(
                source=source.name,
                kind=source.kind,
                position=position,
                label=source.name,
                tools=len(tools),
                published=len(source.tools),
                deferred=len(deferred),
                eager_tokens=_tokens(tools),
                full_tokens=None,
                names_tokens=listed if form == "names" else None,
                summary_tokens=listed if form == "summary" else None,
                form=form,
                listing_tokens=listed,
                now_tokens=listed + _tokens(one for one in tools if one.name in sent),
            )
        )
    return tuple(sorted(rows, key=_order))


def _form(
    source: Source, deferred: list[Definition], turn: Turn, forms: Mapping[str, Form]
) -> Form:
    """Return what the model reads of the tools that a source holds back."""
    if source.name in forms:
        return forms[source.name]
    return "names" if any(one.name in turn.named for one in deferred) else "hidden"


def _order(row: SourceDisclosure) -> tuple[str | int, ...]:
    """Order two sources of one name and kind by what is said of them, not by who came first."""
    figures = (row.published, row.tools, row.deferred, row.eager_tokens, row.now_tokens)
    return (row.source, row.kind, *figures, row.listing_tokens)
