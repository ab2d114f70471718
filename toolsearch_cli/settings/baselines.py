"""Baselines and growth as people give them: a report of before, `500`, `tools:github=10%`."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from toolsearch_cli.catalog.model import KINDS, Kind
from toolsearch_cli.checks.figures import (
    AMOUNTS,
    TOKENIZER,
    Baseline,
    Figures,
    SourceKey,
    add_amounts,
)
from toolsearch_cli.checks.findings import Asked
from toolsearch_cli.checks.growth import GrowthLimit
from toolsearch_cli.errors import InputError, UsageError
from toolsearch_cli.settings.sizes import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolsearch_cli.checks.budgets import Measure

_PERCENT = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")
_KINDS_OF_REPORT = ("check/1", "tiers/1")
HINT = "write 500, 2k, 10%, SOURCE=500,10% or tools:5"
_HINT = "name a catalog, or what check or tiers wrote with --json"


def parse_growth(texts: tuple[str, ...]) -> tuple[GrowthLimit, ...]:
    """Read `500`, `10%`, `SOURCE=500`, `tools:SOURCE=5`; both limits of one source with a comma.

    Without a measure all schemas are meant. The last `=` counts.

    Raises:
        UsageError: One is neither an amount nor a share.
    """
    found: list[GrowthLimit] = []
    for text in texts:
        measure, rest = _measure(text)
        pattern, separator, limits = rest.rpartition("=")
        try:
            found += growth_limits(limits, measure, pattern if separator else None)
        except ValueError:
            raise UsageError(f"--max-growth: {text!r} is no growth", hint=HINT) from None
    return tuple(found)


def _measure(text: str) -> tuple[Measure, str]:
    """Return the measure before a colon and the rest; a source's name may hold colons too."""
    word, separator, rest = text.partition(":")
    for measure in AMOUNTS:
        if separator and word == measure:
            return measure, rest
    return "eager-tokens", text


def growth_limits(text: str, measure: Measure, pattern: str | None) -> Iterator[GrowthLimit]:
    """Read `500`, `10%` or both with a comma.

    Raises:
        ValueError: One is neither an amount nor a share.
    """
    for word in map(str.strip, text.split(",")):
        share = word.removesuffix("%")
        is_percent = share != word and _PERCENT.fullmatch(share) is not None
        amount = Fraction(share) if is_percent else whole_number(word)
        if amount is None:
            raise ValueError(word)
        yield GrowthLimit(
            Fraction(amount),
            is_percent=is_percent,
            written=word,
            pattern=pattern,
            measure=measure,
        )


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
        if kind == "tiers/1":
            figures = tuple(map(_of_tiers, _list(report["scenarios"])))
        else:
            figures = tuple(map(_figures, _list(report["figures"])))
    except (KeyError, TypeError, ValueError):
        raise InputError(f"is {kind} without its figures", file=name, hint=_HINT) from None
    if not any(one.sources for one in figures):
        raise InputError("nothing was measured in this report", file=name, hint=_HINT)
    return Baseline(name, figures)


def _of_tiers(entry: object) -> Figures:
    """Read a scenario of `tiers/1`, which has the same figures under keys of its own."""
    given = _mapping(entry)
    rows = list(map(_mapping, _list(given["sources"])))
    lists = given["budget"] is not None and given["host_error"] is None
    shows = given["host_error"] is None
    return _figures(
        {
            "host": given["host"],
            "context": given["context"],
            "tools": sum(_count(row["tools"]) for row in rows),
            "eager_tokens": given["all_tools_tokens"],
            "listing_tokens": _mapping(given["listing"])["tokens"] if lists else None,
            "shown_tokens": _mapping(given["payment"])["total"] if shows else None,
            "sources": [
                {
                    **row,
                    "listing_tokens": row["listing_tokens"] if lists else None,
                    "shown_tokens": row["now_tokens"] if shows else None,
                }
                for row in rows
            ],
        }
    )


def _figures(entry: object) -> Figures:
    """Read one of the figures of `check/1`."""
    given = _mapping(entry)
    context = given["context"]
    sources: dict[SourceKey, Mapping[Measure, int]] = {}
    incomplete, unknown = [], []
    for row in map(_mapping, _list(given["sources"])):
        key = SourceKey(_text(row["source"]), _kind(row["kind"]))
        add_amounts(sources, key, _amounts(row))
        if row.get("incomplete") is True:
            incomplete.append(key.source)
        if row.get("unknown") is True:
            unknown.append(key.source)
    return Figures(
        asked=Asked(_text(given["host"]), None if context is None else _count(context)),
        total=_amounts(given),
        sources=sources,
        tokenizer=_text(given.get("tokenizer", TOKENIZER)),
        incomplete=tuple(incomplete),
        unknown=tuple(unknown),
    )


def _amounts(row: Mapping[str, object]) -> dict[Measure, int]:
    """Return what is there; null is what the host does not have."""
    given = {measure: row[measure.replace("-", "_")] for measure in AMOUNTS}
    return {measure: _count(one) for measure, one in given.items() if one is not None}


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
