"""FastMCP's search transforms: pinned tools, one that searches and one that calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from toolsearch_cli.hosts.facts import HostFacts
from toolsearch_cli.hosts.simple.host import SimpleHost
from toolsearch_cli.hosts.simple.patterns import names_tool
from toolsearch_cli.hosts.simple.settings import Setting
from toolsearch_cli.hosts.simple.turn import Turn
from toolsearch_cli.search.dialects import FASTMCP
from toolsearch_cli.search.pattern import PatternIndex
from toolsearch_cli.search.word_index import WordIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Json, Source, Tool
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values
    from toolsearch_cli.search.engine import Engine
    from toolsearch_cli.search.ranking import Ranking

SEARCH: Final = "search"
MAX_RESULTS: Final = "max_results"
ALWAYS_VISIBLE: Final = "always_visible"

_REGEX: Final = "regex"
_FINDS: Final = "search_tools"
_CALLS: Final = "call_tool"

_FACTS: Final = HostFacts(
    title="FastMCP 4.2.3 with a search transform",
    trigger="always, once the transform is added: every tool that is not pinned",
    sees="nothing; the tools of always_visible with their schemas",
    ranker="search bm25: BM25, k1 1.5, b 0.75, equal scores as published; regex: the first matches "
    "as published, case ignored, Rust's syntax",
    fields="name, description, top-level parameters and their descriptions",
    limits="5 results (max_results); a pattern of 1,000 characters, about a second",
    names="as published",
    counts="code points / 4, an estimate",
    fidelity="verified",
    ranking="verified",
    proof="hosts/test_fastmcp.py",
    source="fastmcp 4.2.3, fastmcp/server/transforms/search",
    found_steps=(_FINDS, _CALLS),
)


@dataclass(frozen=True, slots=True)
class FastmcpHost(SimpleHost):
    """A server with one search transform over all it serves."""

    name: str = "fastmcp"

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            key=SEARCH,
            kind="choice",
            default="bm25",
            choices=("bm25", _REGEX),
            help="Which transform is added: BM25SearchTransform or RegexSearchTransform.",
            of_the_host=False,
        ),
        Setting(
            key=MAX_RESULTS,
            kind="whole",
            default=5,
            low=1,
            help="Most tools that a search returns; the call has no say in it.",
        ),
        Setting(
            key=ALWAYS_VISIBLE,
            names_tools=True,
            kind="names",
            default=(),
            help="Pinned: listed and not searched. FastMCP takes names of tools; here also globs, "
            "names of sources and source/tool.",
        ),
    )
    limit_key: ClassVar[str] = MAX_RESULTS

    @property
    def facts(self) -> HostFacts:
        """What is known of it, in words."""
        return _FACTS

    @property
    def bridge_names(self) -> frozenset[str]:
        """Names of the tools of its bridge."""
        return frozenset({_FINDS, _CALLS})

    def qualified(self, source: Source, tool: Tool) -> str:
        """Return the name as it was published."""
        return tool.name

    def sees_words(self, text: str) -> bool:
        """Say whether the search by words sees any in a text."""
        return bool(FASTMCP.analysis.tokenize(text))

    def turn(self, session: Session, values: Values, context: int | None) -> Turn:
        """List what is pinned and the two tools of the transform."""
        hidden = _hidden(session, values)
        names = frozenset(one.name for one in hidden)
        sent = tuple(one for one in session.published if one.name not in names)
        pinned = sum(session.source(one).kind != "core" for one in sent)
        return Turn(
            standing=f"tools/list: {pinned:,} pinned, {_FINDS} and {_CALLS}; {len(hidden):,} "
            "hidden, which can be called by name all the same",
            eager=sent,
            deferred=tuple(sorted(hidden, key=lambda one: one.name)),
            bridge=(_search_tool(values.text(SEARCH)), _call_tool()),
        )

    def engine(self, session: Session, values: Values) -> Engine:
        """Return a search of the hidden tools, in the order published."""
        hidden = _hidden(session, values)
        texts = [searched_text(one) for one in hidden]
        if values.text(SEARCH) == _REGEX:
            return PatternIndex(
                (one.name, (text,)) for one, text in zip(hidden, texts, strict=True)
            )
        return WordIndex([one.name for one in hidden], [(text,) for text in texts], FASTMCP)

    def limit(self, values: Values, asked: object) -> int:
        """Return `max_results`, whatever a call asks for."""
        return values.whole(MAX_RESULTS)

    def result(self, session: Session, values: Values, rankings: Sequence[Ranking]) -> Json:
        """Return the tools that were found, as `tools/list` would list them."""
        hits = (hit for ranking in rankings for hit in ranking.hits)
        return [_listed(session.by_name[hit.name]) for hit in hits]


def searched_text(one: Definition) -> str:
    """Return the text that is searched: what is empty or no text is left out."""
    return " ".join((one.name, *_said(one.description), *_parameters(one.parameters)))


def _said(text: Json) -> Iterator[str]:
    if isinstance(text, str) and text:
        yield text


def _parameters(schema: Json) -> Iterator[str]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for name, described in (properties if isinstance(properties, dict) else {}).items():
        yield name
        if isinstance(described, dict):
            yield from _said(described.get("description"))


def _hidden(session: Session, values: Values) -> tuple[Definition, ...]:
    pinned = values.names(ALWAYS_VISIBLE)
    return tuple(
        one
        for one in session.published
        if session.source(one).kind != "core" and not names_tool(pinned, session, one)
    )


def _listed(one: Definition) -> dict[str, Json]:
    tool = one.tool
    more = {
        "title": tool.title,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
    }
    return {**one.sent, **{key: value for key, value in more.items() if value is not None}}


def _search_tool(search: str) -> dict[str, Json]:
    """Return `search_tools`, described in our own words."""
    by_pattern = search == _REGEX
    argument, means = (
        ("pattern", "A regular expression without look-around; case never counts.")
        if by_pattern
        else ("query", "What the tool should do.")
    )
    return {
        "name": _FINDS,
        "description": "Find tools that are not listed; returns their definitions.",
        "inputSchema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {argument: {"description": means, "type": "string"}},
            "required": [argument],
        },
    }


def _call_tool() -> dict[str, Json]:
    """Return `call_tool`, described in our own words."""
    return {
        "name": _CALLS,
        "description": f"Call a tool that {_FINDS} found.",
        "inputSchema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "name": {"description": "Which tool.", "type": "string"},
                "arguments": {
                    "anyOf": [{"additionalProperties": True, "type": "object"}, {"type": "null"}],
                    "default": None,
                    "description": "Its arguments.",
                },
            },
            "required": ["name"],
        },
    }


host = FastmcpHost
