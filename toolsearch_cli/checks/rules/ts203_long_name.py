"""TS203: a name that is longer than a host takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.rules.limit_sources import known_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.limits import Limits


def find(context: Context) -> Iterator[Finding]:
    """Yield each tool whose name a host refuses, filters out or cuts for its length."""
    cut = {one.name: one.reason for one in context.shown.refusals if one.kind == "cut"}
    for one in context.shown.definitions:
        reasons = [*_refused(context, one), *_cut(context, one)]
        if one.name in cut:
            reasons.append(f"{context.host.name}: {cut[one.name]}")
        if reasons:
            yield context.at_tool(
                RULE, one, "; ".join(reasons), "shorten the name of the source or of the tool"
            )


def _refused(context: Context, one: Definition) -> Iterator[str]:
    by_limit: dict[tuple[str, int], list[str]] = {}
    for limits in context.limits:
        name = one.tool.name if limits.is_client else one.name
        if limits.name is not None and len(name) > limits.name:
            by_limit.setdefault((name, limits.name), []).append(limits.host)
    for (name, most), hosts in sorted(by_limit.items()):
        verb = "take" if len(hosts) > 1 else "takes"
        yield f"{name} has {len(name)} characters, {', '.join(hosts)} {verb} {most}"
    together = len(context.catalog.sources[one.source].name) + len(one.tool.name)
    for limits in context.limits:
        most_together = limits.server_and_tool
        if most_together is not None and together > most_together:
            yield (
                f"source and tool have {together} characters, {limits.host} takes {most_together}"
            )


def _cut(context: Context, one: Definition) -> Iterator[str]:
    """Say that the host cuts the name: a longer spelling begins as the name does."""
    limit = context.host.name_limit
    if limit is None or len(one.name) < limit:
        return
    kept = one.name.rpartition("_")[0]
    for spelled in context.host.spellings(context.catalog, one):
        if len(spelled) > limit and spelled.startswith(kept):
            yield f"{context.host.name} cuts {spelled} to {one.name}"
            return


def _described(limits: Limits) -> str:
    if limits.server_and_tool is not None:
        return f"{limits.server_and_tool} characters of source and tool"
    return "" if limits.name is None else f"{limits.name} characters"


RULE = Rule(
    "TS203",
    "long-name",
    Severity.warning,
    "a name is longer than a host takes",
    docs=Docs(
        why=(
            "The name that the model sees is made of the source's and the tool's. Chat "
            "Completions and Gemini refuse more than 64 characters, often the whole request with "
            "it, and Claude Desktop a published name of more; Cursor leaves the tool out where "
            "source and tool have more than 60 together; later releases of Hermes cut it and add a "
            "hash, which no model guesses."
        ),
        bad="google-analytics-data: get_custom_dimensions_and_metrics_of_a_property",
        good="analytics: get_custom_dimensions",
        fix="Shorten one of the two; what the source says need not stand in the tool's name again.",
        known_from=known_from(_described),
    ),
    host="openai, gemini, claude-desktop, cursor, anthropic, hermes@0.22",
    about="host",
    fires=6,
    find=find,
)
