"""`--baseline` and `--max-growth` as people give them: a report of before, `500`, `github=10%`."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.model import KINDS, Kind
from toolsearch_cli.checks.findings import Asked
from toolsearch_cli.checks.growth import TOKENIZER, Baseline, Figures, GrowthLimit, SourceKey
from toolsearch_cli.errors import InputError, UsageError
from toolsearch_cli.settings.sizes import whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

_PERCENT = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")
_KINDS_OF_REPORT = ("check/1", "tiers/1")
_HINT = "name a catalog, or what check or tiers wrote with --json"


def parse_growth(texts: tuple[str, ...]) -> tuple[GrowthLimit, ...]:
    """Read `500`, `10%`, `SOURCE=500`; both limits of one source with a comma.

    Raises:
        UsageError: One is neither tokens nor a share.
    """
    found = []
    for text in texts:
        pattern, separator, limits = text.rpartition("=")
        named = pattern if separator else None
        found += [_limit(text, word.strip(), named) for word in limits.split(",")]
    return tuple(found)


def _limit(text: str, word: str, pattern: str | None) -> GrowthLimit:
    share = word.removesuffix("%")
    if share != word and _PERCENT.fullmatch(share):
        return GrowthLimit(Fraction(share), is_percent=True, written=word, pattern=pattern)
    number = whole_number(word)
    if number is None:
        raise UsageError(
            f"--max-growth: {text!r} is no growth", hint="write 500, 2k, 10% or SOURCE=500,10%"
        )
    return GrowthLimit(Fraction(number), is_percent=False, written=word, pattern=pattern)


def report_in(text: str) -> Mapping[str, object] | None:
    """Return the report that a text is; `None` where it is something else, such as a catalog."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "toolsearch" in value else None


def baseline_of(report: Mapping[str, object], name: str) -> Baseline:
    """Return what a report measured.

    Raises:
        InputError: It is another report, or its figures cannot be read.
    """
    kind = report["toolsearch"]
    if kind not in _KINDS_OF_REPORT:
        raise InputError(f"is {kind}, not {' or '.join(_KINDS_OF_REPORT)}", file=name, hint=_HINT)
    try:
        entries = _list(report["scenarios" if kind == "tiers/1" else "figures"])
        figures = tuple(map(_figures, entries))
    except (KeyError, TypeError, ValueError):
        raise InputError(f"is {kind} without its figures", file=name, hint=_HINT) from None
    if not any(one.sources for one in figures):
        raise InputError("nothing was measured in this report", file=name, hint=_HINT)
    return Baseline(name, figures)


def _figures(entry: object) -> Figures:
    given = _mapping(entry)
    context = given["context"]
    sources: dict[SourceKey, int] = {}
    incomplete = []
    for row in map(_mapping, _list(given["sources"])):
        key = SourceKey(_text(row["source"]), _kind(row["kind"]))
        sources[key] = sources.get(key, 0) + _count(row["eager_tokens"])
        if row.get("incomplete") is True:
            incomplete.append(key.source)
    return Figures(
        asked=Asked(_text(given["host"]), None if context is None else _count(context)),
        sources=sources,
        tokenizer=_text(given.get("tokenizer", TOKENIZER)),
        incomplete=tuple(incomplete),
    )


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(value)
    return value


def _kind(value: object) -> Kind:
    for kind in KINDS:
        if kind == value:
            return kind
    raise ValueError(value)
