"""TS404: a source whose name finds none of its tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Source
    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.hosts.protocol import SearchAnswer


def find(context: Context) -> Iterator[Finding]:
    """Yield each source with deferred tools of which a search for its name returns none."""
    tools: dict[int, list[str]] = {}
    for one in context.searched:
        tools.setdefault(one.source, []).append(one.name)
    for position, source in context.sources():
        name = source.name.strip()
        if position not in tools or not name:
            continue
        answer = context.host.search(context.catalog, context.scenario, [name])
        if not _finds(answer, source, tools[position]):
            count = len(tools[position])
            held = "tool" if count == len(source.tools) else "deferred tool"
            whose = f"its only {held}" if count == 1 else f"any of its {count:,} {held}s"
            message = f"a search for {source.name!r} does not find {whose}"
            remedy = "name the product in the descriptions of its tools"
            yield context.at_source(RULE, position, message, remedy)


def _finds(answer: SearchAnswer, source: Source, tools: Sequence[str]) -> bool:
    """Say whether a search finds one of the tools, or their server where servers are ranked."""
    wanted = frozenset(tools)
    return any(
        hit.name in wanted
        if ranking.ranks == "tool"
        else answer.sources.get(hit.name) == source.name
        for ranking in answer.rankings
        for hit in ranking.hits
    )


RULE = Rule(
    "TS404",
    "unfound-source",
    Severity.warning,
    "its name finds no tool of a source",
    docs=Docs(
        why=(
            "A listing that has no room for names says only which sources there are: `memory (9 "
            "tools — discover via tool_search)`. A model then searches for that word. Where "
            "other sources use it more, none of the source's own tools comes up."
        ),
        bad="memory: create_entities, open_nodes, ...   # others say memory more often",
        good="memory: create_entities: Create entities in the memory graph.",
        fix="Use the source's name in the descriptions of its most important tools.",
    ),
    host="every host with a search; here the one that is simulated",
    about="host",
    searches=True,
    find=find,
)
