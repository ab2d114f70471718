"""The part of a settings file that is about labelled queries: `eval`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolsearch_cli.errors import UsageError
from toolsearch_cli.settings.floors import parse_drops, parse_floors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TypeVar

    from toolsearch_cli.analysis.evaluation.floors import Floor
    from toolsearch_cli.settings.fields import Field

    Read = TypeVar("Read")

_KEYS = ("queries", "limit", "min", "max", "baseline", "max-drop")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationSettings:
    """What a settings file says about labelled queries."""

    queries: str | None = None
    """Their file: as written, beside the settings file."""
    limit: int | None = None
    """Most hits, as the model sends it."""
    floors: tuple[Floor, ...] = ()
    baseline: str | None = None
    """The JSON of an earlier evaluation: as written, beside the settings file."""
    drops: Mapping[str, float] = field(default_factory=dict)
    """What each metric may lose since the baseline."""

    @property
    def is_gate(self) -> bool:
        """Whether there is anything to hold searches to."""
        return self.queries is not None and bool(self.floors or self.baseline)


def evaluation_settings(given: Field) -> EvaluationSettings:
    """Read `{queries, limit, min, max, baseline, max-drop}`.

    Raises:
        SettingsError: One cannot be used, or there are limits and no queries.
    """
    fields = given.mapping(_KEYS)
    if fields and "queries" not in fields:
        raise given.error("names no queries", "queries: queries.jsonl, beside this file")
    floors = (
        *_at_each(fields, "min", lambda text: parse_floors((text,))),
        *_at_each(fields, "max", lambda text: parse_floors((), (text,))),
    )
    return EvaluationSettings(
        queries=fields["queries"].text() if "queries" in fields else None,
        limit=fields["limit"].number() if "limit" in fields else None,
        floors=floors,
        baseline=fields["baseline"].text() if "baseline" in fields else None,
        drops=_drops(fields["max-drop"]) if "max-drop" in fields else {},
    )


def _at_each(
    fields: Mapping[str, Field], key: str, parse: Callable[[str], Iterable[Floor]]
) -> Iterator[Floor]:
    """Read `{METRIC: SHARE}`."""
    for metric, share in (fields[key].mapping() if key in fields else {}).items():
        yield from _read(share, f"{metric}={share.value}", parse)


def _drops(given: Field) -> Mapping[str, float]:
    """Read one share for every metric, or `{METRIC: SHARE}`."""
    if not isinstance(given.value, dict):
        return _read(given, str(given.value), lambda text: parse_drops((text,)))
    drops: dict[str, float] = {}
    for metric, share in given.mapping().items():
        drops |= _read(share, f"{metric}={share.value}", lambda text: parse_drops((text,)))
    return drops


def _read(where: Field, text: str, parse: Callable[[str], Read]) -> Read:
    """Say at which place of the file a text is no limit."""
    try:
        return parse(text)
    except UsageError as error:
        _, _, reason = str(error).partition(": ")
        raise where.error(reason, error.hint) from None
