"""`--min`, `--max` and `--max-drop` of an evaluation, and its JSON as a baseline of a later one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.evaluation.floors import HELD, Floor, Past, PastRun
from toolsearch_cli.analysis.evaluation.summary import FIGURES
from toolsearch_cli.errors import InputError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_VERSION = "eval/1"


def parse_floors(least: Iterable[str], most: Iterable[str] = ()) -> tuple[Floor, ...]:
    """Return the limits that `METRIC=SHARE` texts write, with `0.8` or `80%` as a share.

    Raises:
        UsageError: A text is none; there is no such metric; a share is not from 0 to 1.
    """
    return (
        *(Floor(*_assigned(text, "--min", FIGURES), least=True) for text in least),
        *(Floor(*_assigned(text, "--max", FIGURES), least=False) for text in most),
    )


def parse_drops(texts: Iterable[str]) -> dict[str, float]:
    """Return what each metric may lose since a baseline, from `METRIC=SHARE` or `SHARE` texts.

    Raises:
        UsageError: As for `parse_floors`.
    """
    drops: dict[str, float] = {}
    for text in texts:
        if "=" in text:
            metric, amount = _assigned(text, "--max-drop", HELD)
            drops[metric] = amount
        else:
            drops |= dict.fromkeys(HELD, _share(text, "--max-drop", text))
    return drops


def _assigned(text: str, flag: str, known: Sequence[str]) -> tuple[str, float]:
    metric, separator, amount = text.partition("=")
    metric = metric.strip().lower()
    if not separator:
        raise UsageError(f"{flag} {text}: no share is given", hint=f"write {flag} recall@5=0.8")
    if metric not in known:
        raise UsageError(
            f"{flag} {text}: no such metric: {metric}", hint=nearest(metric, known, "metrics")
        )
    return metric, _share(amount, flag, text)


def _share(amount: str, flag: str, text: str) -> float:
    written = amount.strip()
    try:
        share = float(written.removesuffix("%")) / (100 if written.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UsageError(f"{flag} {text}: not a share", hint="write a number from 0 to 1, or 80%")
    return share


def past_run(text: str, file: str) -> PastRun:
    """Return what `eval --json` wrote before.

    Raises:
        InputError: It is something else.
    """
    hint = "write it with: toolsearch eval QUERIES --json -o FILE"
    try:
        record = json.loads(text)
        if record["toolsearch"] != _VERSION:
            raise InputError(f"is {record['toolsearch']}, not {_VERSION}", file=file, hint=hint)
        entries = tuple(_past(one) for one in record["evaluations"] if one["catalog"] is None)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise InputError("is not an earlier evaluation", file=file, hint=hint) from None
    return PastRun(file, entries)


def _past(record: Mapping[str, object]) -> Past:
    answers = record["answers"]
    if not isinstance(answers, list):
        raise TypeError
    values: dict[tuple[str, int], dict[str, float]] = {}
    seen: dict[str, int] = {}
    for one in answers:
        text = str(one["query"])
        values[text, seen.get(text, 0)] = {
            str(metric): _measure(value)
            for metric, value in one["values"].items()
            if value is not None
        }
        seen[text] = seen.get(text, 0) + 1
    context, limit, settings = record["context"], record["limit"], record.get("settings")
    return Past(
        host=str(record["host"]),
        context=context if isinstance(context, int) else None,
        values=values,
        limit=limit if isinstance(limit, int) else None,
        settings=settings if isinstance(settings, dict) else None,
    )


def _measure(value: float) -> float:
    """Return a share as it stands in a record; what is none makes the record none."""
    share = float(value)
    if not 0 <= share <= 1:
        raise ValueError
    return share
