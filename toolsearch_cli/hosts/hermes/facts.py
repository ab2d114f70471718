"""What is known of Hermes, release by release, in the words of `toolsearch hosts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.facts import HostFacts

if TYPE_CHECKING:
    from toolsearch_cli.hosts.hermes.releases import Release


def facts_of(release: Release) -> HostFacts:
    """Return the facts of one release, from the rules that simulate it."""
    return HostFacts(
        title=f"Hermes Agent, {_when(release)}",
        trigger=_trigger(release),
        sees=_sees(release),
        ranker=_ranker(release),
        fields=_fields(release),
        limits=_limits(release),
        names=_names(release),
        counts="code points / 4, the host's own, which decides",
        fidelity="verified",
        ranking="verified",
        proof="hosts/hermes/test_golden.py",
        source="the released code of its date, run; the Tool Search document for the default",
        named_steps=("tool_describe", "tool_call") if release.listing else (),
        found_steps=("tool_search", "tool_describe", "tool_call"),
    )


def _limits(release: Release) -> str:
    limits = f"{release.search_default_limit} results, at most {release.max_search_limit}"
    if release.search.several_queries:
        limits += f"; {release.search.max_queries} queries a call"
    return limits


def _when(release: Release) -> str:
    _, _, version = release.name.partition("@")
    return f"release {version}" if version else "as documented"


def _trigger(release: Release) -> str:
    if not release.listing:
        return f"schemas reach {release.threshold_pct:g} % of the context"
    core = "; core tools of its defer list" if release.defer_setting else ""
    return f"always, for MCP and plugin tools{core}"


def _sees(release: Release) -> str:
    if not release.listing:
        return "nothing: the bridge only"
    return (
        f"a listing of at most {release.threshold_pct:g} % of the context and "
        f"{release.listing_max_tokens:,} tokens: descriptions, names or one line a source"
    )


def _ranker(release: Release) -> str:
    rules = release.search
    parts = ["BM25, k1 1.5, b 0.75"]
    if rules.stems:
        parts.append("Snowball stems")
    if rules.exact_name:
        parts.append("an exact name first")
    parts.append("hits hold the rarest word" if rules.gate else "else names holding the query")
    return "; ".join(parts)


def _fields(release: Release) -> str:
    label = ", source" if release.search.label_indexed else ""
    return f"name{label}, description, top-level parameter names"


def _names(release: Release) -> str:
    if release.name_limit is None:
        return "mcp__server__tool"
    return f"mcp__server__tool, at most {release.name_limit}"
