"""Files of labelled queries: JSON lines, JSON, YAML and CSV, in the shapes people have."""

from __future__ import annotations

import math
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.query_csv import csv_entries, is_csv
from toolsearch_cli.analysis.evaluation.recordings import is_recording, read_recording
from toolsearch_cli.catalog.decoding import decode
from toolsearch_cli.catalog.document import type_in_words
from toolsearch_cli.catalog.json_text import TextError
from toolsearch_cli.catalog.reading import read_path
from toolsearch_cli.catalog.samples import PREFIX, sample_queries
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.analysis.evaluation.recordings import Searches
    from toolsearch_cli.catalog.model import Json

QUERY: Final = "query"
_IDS: Final = "relevant_ids"
_LABEL_KEYS: Final = ("expected", "relevant", _IDS)
"""Where the labels of an entry stand; of several keys the first counts."""
_LISTS: Final = ("queries", "cases", "items")
_HINT: Final = 'write {"query": "...", "expected": "source/tool"}'


class Expected(NamedTuple):
    """One tool that a query should find, as its file names it."""

    label: str
    grade: float | None = None
    """How relevant it is, as the file says; `None`: it says nothing, which is 1. With 0 or less it
    is no right answer."""
    also: str = ""
    """A name that counts as well: in a file with `relevant` and `relevant_ids`, where a label is
    an id, the bare name, for a tool of that name elsewhere is a right answer too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledQuery:
    """One query and the tools that are right answers to it."""

    text: str
    expected: tuple[Expected, ...]
    """At least one, each label once."""
    max_rank: int | None = None
    """The worst rank that the best of them may have, from 1."""
    kind: str = ""
    """`keyword`, `sentence` or any other word; empty: the file does not say."""
    tags: tuple[str, ...] = ()
    id: str = ""


class QuerySet(NamedTuple):
    """What a file of queries holds."""

    queries: tuple[LabelledQuery, ...]
    """In the order of the file; at least one."""
    recorded: Searches | None = None
    """What a recording holds beside them; `None` where the file is none."""


def read_query_set(name: str, most: int) -> tuple[LabelledQuery, ...]:
    """Return the labelled queries of a file: see `read_query_file`."""
    return read_query_file(name, most).queries


def parse_query_set(text: str, file: str) -> tuple[LabelledQuery, ...]:
    """Return the labelled queries of a text: see `parse_query_file`."""
    return parse_query_file(text, file).queries


def read_query_file(name: str, most: int) -> QuerySet:
    """Read a file of labelled queries, or `sample:NAME`, of at most so many bytes.

    Raises:
        ToolsearchError: It cannot be read, or holds none: see `parse_query_file`.
    """
    sample = name.removeprefix(PREFIX)
    path = Path(name) if sample == name else sample_queries(sample)
    return parse_query_file(read_path(path, name, most), name)


def parse_query_file(text: str, file: str) -> QuerySet:
    """Return the queries of a file, in order.

    An entry is `{"query", "expected": label | [labels], "max_rank"?, "grades"?: {label: number},
    "kind"?, "tags"?, "id"?}`; `relevant` and `relevant_ids` also name labels, bare names and where
    each is meant. Entries come one a line, in a list, or in a list under `queries`;
    `{label: [queries]}` is understood too, and CSV with these keys as its header and `;` between
    several labels or tags. Where `relevant` and `relevant_ids` differ in length, ids are passed
    over. What `serve --record` wrote is read too: what models searched for,
    and the tools that they then called.

    Raises:
        InputError: It cannot be read, an entry is none, or there is none at all.
    """
    if is_csv(text, file):
        found = tuple(
            _entry(entry, place, file) for entry, place in csv_entries(text, file, _LABEL_KEYS)
        )
    else:
        values = _values(text, file)
        if values and is_recording(values[0]):
            return _from_recording(values, file)
        found = tuple(_from_values(values, file))
    if not found:
        raise InputError("holds no queries", file=file, hint=_HINT)
    return QuerySet(found)


def _values(text: str, file: str) -> tuple[Json, ...]:
    try:
        decoded = decode(text, file)
    except TextError as error:
        raise InputError(error.message, file=file, pointer=error.pointer, hint=_HINT) from None
    if decoded.stray_lines:
        raise InputError(f"{decoded.stray_lines:,} lines are no JSON", file=file, hint=_HINT)
    for repeated in decoded.repeated:
        raise InputError(f"one object has the key {repeated.key} twice", file=file)
    return decoded.values


def _from_values(values: Sequence[Json], file: str) -> Iterator[LabelledQuery]:
    if len(values) == 1:
        yield from _from_document(values[0], file)
        return
    for number, value in enumerate(values, start=1):
        yield _entry(value, f"entry {number}", file)


def _from_document(value: Json, file: str) -> Iterator[LabelledQuery]:
    if isinstance(value, dict) and QUERY not in value:
        listed = next((value[key] for key in _LISTS if _is_entries(value.get(key))), None)
        if listed is None:
            yield from _from_prompts(value, file)
            return
        value = listed
    entries = value if isinstance(value, list) else [value]
    for number, one in enumerate(entries, start=1):
        yield _entry(one, f"entry {number}", file)


def _from_recording(values: Sequence[Json], file: str) -> QuerySet:
    recording = read_recording(values, file)
    queries = (
        LabelledQuery(text=text, expected=tuple(map(Expected, labels)), kind="recorded")
        for text, labels in recording.labels.items()
    )
    return QuerySet(tuple(queries), recording.searches)


def _is_entries(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _from_prompts(value: Mapping[str, Json], file: str) -> Iterator[LabelledQuery]:
    """Read `{label: [queries]}`; a query that several labels share expects all of them."""
    labels: dict[str, list[str]] = {}
    for label, prompts in value.items():
        for prompt in prompts if isinstance(prompts, list) else [prompts]:
            if not isinstance(prompt, str) or not prompt.strip():
                said = f"a query is text, not {type_in_words(prompt)}"
                raise InputError(said, file=file, pointer=f"/{label}", hint=_HINT)
            labels.setdefault(prompt.strip(), []).append(label)
    for text, named in labels.items():
        yield LabelledQuery(text=text, expected=tuple(Expected(one) for one in named))


def _entry(value: Json, place: str, file: str) -> LabelledQuery:
    if not isinstance(value, dict):
        said = f"{place}: expected an object, found {type_in_words(value)}"
        raise InputError(said, file=file, hint=_HINT)
    text = value.get(QUERY)
    if not isinstance(text, str) or not text.strip():
        raise InputError(f'{place}: has no "query"', file=file, hint=_HINT)
    kind, name = value.get("kind"), value.get("id")
    return LabelledQuery(
        text=text.strip(),
        expected=_expected(value, place, file),
        max_rank=_max_rank(value.get("max_rank"), place, file),
        kind=kind if isinstance(kind, str) else "",
        tags=tuple(dict.fromkeys(_texts(value.get("tags"), f"{place}: tags", file))),
        id="" if name is None else str(name),
    )


def _expected(entry: Mapping[str, Json], place: str, file: str) -> tuple[Expected, ...]:
    """Return the labels with their grades."""
    key = next((key for key in _LABEL_KEYS if entry.get(key)), _LABEL_KEYS[0])
    labels = _texts(entry.get(key), f"{place}: {key}", file)
    ids = _texts(entry.get(_IDS), f"{place}: {_IDS}", file) if key == "relevant" else []
    if len(ids) != len(labels):
        ids = labels
    grades = _grades(entry.get("grades"), place, file)
    found = {
        meant: Expected(meant, grades.get(meant, grades.get(label)), label * (label != meant))
        for label, meant in zip(labels, ids, strict=True)
    }
    for label, grade in grades.items():
        if label not in labels:
            found.setdefault(label, Expected(label, grade))
    if not any(one.grade is None or one.grade > 0 for one in found.values()):
        raise InputError(f"{place}: expects no tool", file=file, hint=_near(entry) or _HINT)
    return tuple(found.values())


def _near(entry: Mapping[str, Json]) -> str:
    """Return what a key of an entry may have been meant to be."""
    for key in entry:
        if key not in _LABEL_KEYS and (near := get_close_matches(key, _LABEL_KEYS, n=1)):
            return f"is {key} meant to be {near[0]}?"
    return ""


def _grades(value: Json, place: str, file: str) -> dict[str, float]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(f"{place}: grades: expected an object", file=file, hint='{"tool": 2}')
    grades: dict[str, float] = {}
    for label, grade in value.items():
        if isinstance(grade, bool) or not isinstance(grade, (int, float)) or not _fits(grade):
            raise InputError(f"{place}: grades: {label}: expected a number", file=file)
        grades[label] = float(grade)
    return grades


def _fits(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number that no float is near
        return False


def _max_rank(value: Json, place: str, file: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"{place}: max_rank: expected a whole number from 1", file=file)
    return value


def _texts(value: Json, place: str, file: str) -> list[str]:
    if value is None:
        return []
    found: list[str] = []
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, str) or not one.strip():
            raise InputError(f"{place}: expected text, found {type_in_words(one)}", file=file)
        found.append(one.strip())
    return found
