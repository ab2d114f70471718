"""Selection: the rules that a policy runs, and what it makes of their findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Finding, Place, ordered
from toolsearch_cli.checks.policy import ALL, DEFAULT, NONE, Ignored, names_rule
from toolsearch_cli.checks.rules import EXPIRED_IGNORE, RULES, UNUSED_IGNORE
from toolsearch_cli.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from toolsearch_cli.checks.findings import Rule
    from toolsearch_cli.checks.policy import Policy

_SUGGESTED = 3


def selected(policy: Policy) -> tuple[Rule, ...]:
    """Return the rules that run, beside budgets, in the order of their codes."""
    return tuple(one for one in RULES if one.find is not None and _is_selected(one, policy.select))


def _is_selected(rule: Rule, select: Iterable[str]) -> bool:
    for word in select:
        if word == ALL or (word == DEFAULT and rule.default):
            return True
        if word not in (DEFAULT, NONE) and names_rule((word,), rule):
            return True
    return False


def set_aside(
    findings: Iterable[Finding], policy: Policy, today: date | None
) -> tuple[tuple[Finding, ...], tuple[Ignored, ...]]:
    """Return the findings that stay and those that are ignored, by the first ignore that does.

    Both are in the order of findings, each finding with the severity of its rule here.
    """
    valid = [one for one in policy.ignore if not one.has_expired(today)]
    kept, aside = [], {}
    for finding in findings:
        weighed = policy.weighed(finding)
        by = next((one for one in valid if one.covers(finding)), None)
        if by is None:
            kept.append(weighed)
        else:
            aside[weighed] = by
    return ordered(kept), tuple(Ignored(one, aside[one]) for one in ordered(aside))


def expired(policy: Policy, today: date | None) -> Iterator[Finding]:
    """Yield a finding for each ignore whose last day is over."""
    for one in policy.ignore:
        if one.until is not None and one.has_expired(today):
            yield Finding(
                rule=EXPIRED_IGNORE,
                place=Place(),
                message=f"the ignore of {one} expired on {one.until.isoformat()}",
                remedy="mend what it hides, or give it a later date",
            )


def unused(
    policy: Policy, today: date | None, ignored: Iterable[Ignored], unasked: Iterable[Rule]
) -> Iterator[Finding]:
    """Yield a finding for each ignore that hides nothing, though all its rules ran.

    Args:
        policy: Its ignores, and the rules that it selects.
        today: The day that decides which have expired: those are another rule's.
        ignored: What is set aside, and by what.
        unasked: Rules that are selected and could not run.
    """
    used = {id(one.by) for one in ignored}
    silent = {*RULES} - {*selected(policy)} | {*unasked}
    quiet = [rule for rule in silent if rule.find is not None]
    for one in policy.ignore:
        if id(one) in used or one.has_expired(today):
            continue
        if not any(names_rule(one.rules, rule) for rule in quiet):
            yield Finding(
                rule=UNUSED_IGNORE,
                place=Place(),
                message=f"the ignore of {one} hides nothing",
                remedy="delete it",
            )


def require_rules(words: Iterable[str], place: str) -> None:
    """Refuse a word that means no rule.

    Raises:
        UsageError: Names `place`; the hint names the nearest rules.
    """
    for word in words:
        if word in (ALL, DEFAULT, NONE) or any(names_rule((word,), rule) for rule in RULES):
            continue
        slugs = [rule.slug for rule in RULES]
        known = [rule.code for rule in RULES] if word[:2].upper() == "TS" else slugs
        near = nearest(word.upper() if known is not slugs else word.lower(), known, most=_SUGGESTED)
        hint = near if near.startswith("did you mean") else "toolsearch explain lists them"
        raise UsageError(f"{place}: no rule is called {word!r}", hint=hint)


def rules_named(words: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules that words mean, by code; all without a word.

    Raises:
        UsageError: A word means no rule.
    """
    for word in words:
        if word in (ALL, DEFAULT, NONE) or not any(names_rule((word,), rule) for rule in RULES):
            require_rules((word,), "explain")
            raise UsageError(f"explain: no rule is called {word!r}", hint="leave it out for all")
    return tuple(rule for rule in RULES if not words or names_rule(words, rule))
