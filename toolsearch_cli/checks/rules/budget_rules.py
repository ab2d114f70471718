"""TS1xx: a budget is exceeded. The gate measures; these say what the figures are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity

if TYPE_CHECKING:
    from toolsearch_cli.checks.budgets import Measure


def _rule(code: str, slug: str, summary: str, docs: Docs) -> Rule:
    return Rule(code, slug, Severity.error, summary, docs=docs, about="budget")


_TOOLS = Docs(
    why=(
        "Every tool is one more that the model must tell from the others, and one more line or "
        "schema to pay for. Tools that a host skips (collisions) are not counted."
    ),
    bad="budgets: {tools: 100}      # the catalog has 117 tools",
    good="budgets: {tools: 100}      # the catalog has 96 tools",
    fix="Leave out tools that nobody calls, or give the session fewer sources.",
)
_EAGER = Docs(
    why=(
        "This is what the catalog costs on every turn of a host that does not defer, in the "
        "host's own tokens: name, description and input schema of every tool."
    ),
    bad="budgets: {eager-tokens: 40k}      # all schemas take 41,200",
    good="budgets: {eager-tokens: 40k}      # all schemas take 33,900",
    fix="Start with the source and the tool that the finding names: they take most.",
)
_LISTING = Docs(
    why="The listing is paid for on every turn, whether or not a tool is called.",
    bad="budgets: {listing-tokens: 3000}      # the listing takes 3,150",
    good="budgets: {listing-tokens: 3000}      # the listing takes 2,578",
    fix="Publish fewer tools or shorter names, or lower the host's budget so that it lists less.",
)
_TIER = Docs(
    why=(
        "In tier 1 the model reads the name of every tool; in tier 2 it must search for some of "
        "them. One large source can push a whole catalog down."
    ),
    bad="budgets: {tier: 1}      # one source became a single line: tier 2",
    good="budgets: {tier: 1}      # every tool is at least named",
    fix="`toolsearch tiers` says which source costs the others, and which setting would help.",
)
_TOOL = Docs(
    why="One tool with a huge schema costs as much as fifty small ones, each time it is loaded.",
    bad="budgets: {tool-tokens: 1500}      # one tool takes 6,210",
    good="budgets: {tool-tokens: 1500}      # the largest takes 1,408",
    fix="Shorten its description or its schema: the finding says which of the two weighs more.",
)
_SHOWN = Docs(
    why=(
        "This is all that the model pays on a turn before anyone speaks: schemas sent up front, "
        "the bridge and the listing."
    ),
    bad="budgets: {shown-tokens: 3000}      # the turn takes 3,406",
    good="budgets: {shown-tokens: 3000}      # the turn takes 2,991",
    fix="Let the host defer more, or shorten the listing; `toolsearch tiers` shows the parts.",
)
_FORM = Docs(
    why=(
        "A source that is listed by names has lost its descriptions; as a summary or hidden, the "
        "model does not even know what its tools are called."
    ),
    bad="expect: [{context: 200k, forms: {github: full}}]      # github is listed by names",
    good="expect: [{context: 200k, forms: {github: full}}]      # github is listed in full",
    fix="`toolsearch tiers` says which source takes the room, and which setting would help.",
)
_GROWTH = Docs(
    why=(
        "A catalog grows by a few hundred tokens a change, and nobody decides that it doubles. "
        "What cannot be compared (a source that is gone, another host) is not measured, exit 2."
    ),
    bad="check --baseline main.json --max-growth 10%      # 35,249 -> 41,300",
    good="check --baseline main.json --max-growth 10%      # 35,249 -> 36,100",
    fix="Shorten what is new, or measure the baseline again if the growth is meant.",
)

BUDGET_RULES: dict[Measure, Rule] = {
    "tools": _rule("TS101", "too-many-tools", "number of tools", _TOOLS),
    "eager-tokens": _rule("TS102", "eager-tokens", "tokens of all schemas", _EAGER),
    "listing-tokens": _rule("TS103", "listing-tokens", "tokens of the listing", _LISTING),
    "tier": _rule("TS104", "worse-tier", "tier", _TIER),
    "tool-tokens": _rule("TS105", "tool-tokens", "tokens of one tool", _TOOL),
    "shown-tokens": _rule("TS106", "shown-tokens", "tokens paid this turn", _SHOWN),
    "form": _rule("TS107", "worse-form", "form in the listing", _FORM),
    "growth": _rule("TS108", "growth", "growth since the baseline", _GROWTH),
}
"""By what is measured."""

SEARCH_FLOOR = Rule(
    "TS109",
    "search-floor",
    Severity.error,
    "what searches find of labelled queries",
    docs=Docs(
        why=(
            "A tool that no search finds may as well not be there. Labelled queries say what "
            "should be found; a floor keeps a change of names or texts from losing it."
        ),
        bad="eval: {queries: q.jsonl, min: {recall@5: 0.8}}      # recall@5 is 0.72",
        good="eval: {queries: q.jsonl, min: {recall@5: 0.8}}      # recall@5 is 0.86",
        fix="`toolsearch eval` lists each miss with its reason, and what was found instead.",
    ),
    host="every host with a search",
    about="budget",
)
"""What `eval` measures, and a check holds to the floors of the settings file."""
