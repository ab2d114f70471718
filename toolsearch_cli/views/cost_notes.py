"""What the figures of `cost` rest on: steps and their answers, and what is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.views.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.analysis.cost import Prices, Session
    from toolsearch_cli.analysis.cost_ways import HostCost, HostWays, Sizes


def cost_notes(found: Sequence[HostCost], session: Session, prices: Prices) -> Iterator[str]:
    """Yield lines on each host, then on all of them."""
    for one in found:
        yield from _host_notes(one, session)
    notes = (note for one in found for note in one.found.shown.notes)
    yield from dict.fromkeys(f"! {note}" for note in notes if note.code == "unknown")
    if any(len(one.found.ways) > _NO_BARE for one in found):
        yield "· bare is the host with its listing off: every deferred tool must be found."
    if prices.cache_read is None:
        yield f"! {prices.model}: no price for cached tokens, so every token is input."
    if not prices.prices(session):
        yield f"! {prices.model}: no price for output, so no money is shown."
    yield (
        "· Estimates: tokens are the hosts' own count; first uses are spread evenly over the "
        "session; answers are measured on a sample of tools, searched by the words of their names."
    )


_NO_BARE = 2


def _host_notes(one: HostCost, session: Session) -> Iterator[str]:
    ways = one.found
    name = f"{ways.shown.host} ({ways.shown.fidelity})"
    deferred = ways.named + ways.found
    if not deferred:
        yield f"· {name}: nothing is held back, every schema is sent."
        return
    yield f"· {name}: {', '.join(_parts(ways))}."
    if session.tools_used > deferred:
        yield f"! {name}: only {counted(deferred, 'tool')} can be used cold."
    if ways.named and ways.found:
        yield f"! {name}: which tools are used is not known: they are taken in these shares."
    if ways.answers.loads_source:
        why = "" if ways.answers.searched else "no search is simulated; "
        yield (
            f"! {name}: {why}a tool that is found is taken to bring all tools of its source, each "
            "anew: two of one source cost less."
        )
    if session.edits and not ways.ways[1].edits_break:
        yield f"· {name}: an edit of deferred tools changes nothing that is sent up front."


def _parts(ways: HostWays) -> Iterator[str]:
    if ways.named:
        yield f"{counted(ways.named, 'tool')} named ({_path(ways.named_steps, ways.answers.named)})"
    if ways.found_steps:
        must = counted(ways.found, "tool") + " to be found" if ways.found else "bare"
        yield f"{must} ({_path(ways.found_steps, ways.answers.found)})"


def _path(steps: Sequence[str], answers: Sizes | None) -> str:
    path = " → ".join(steps)
    if answers is None:
        return path
    return f"{path}: {round(answers.mean):,} tokens, median {round(answers.median):,}"
