"""Files of labelled queries: JSON lines, JSON, YAML and CSV, in the shapes people have."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.analysis.evaluation.recordings import called_after, is_recording
from toolsearch_cli.catalog.decoding import decode
from toolsearch_cli.catalog.document import type_in_words
from toolsearch_cli.catalog.json_text import TextError
from toolsearch_cli.catalog.reading import read_path
from toolsearch_cli.catalog.samples import PREFIX, sample_queries
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Json

QUERY: Final = "query"
_IDS: Final = "relevant_ids"
_LABEL_KEYS: Final = ("expected", "relevant", _IDS)
"""Where the labels of an entry stand; of several keys the first counts."""
_LISTS: Final = ("queries", "cases", "items")
_SEPARATOR: Final = ";"
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


def read_query_set(name: str, most: int) -> tuple[LabelledQuery, ...]:
    """Read a file of labelled queries, or `sample:NAME`, of at most so many bytes.

    Raises:
        ToolsearchError: It cannot be read, or holds none: see `parse_query_set`.
    """
    sample = name.removeprefix(PREFIX)
    path = Path(name) if sample == name else sample_queries(sample)
    return parse_query_set(read_path(path, name, most), name)


def parse_query_set(text: str, file: str) -> tuple[LabelledQuery, ...]:
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
    read = _from_csv if _is_csv(text, file) else _from_values
    found = tuple(read(text, file))
    if not found:
        raise InputError("holds no queries", file=file, hint=_HINT)
    return found


def _is_csv(text: str, file: str) -> bool:
    name = file.removesuffix(".gz").lower()
    if name.endswith(".csv"):
        return True
    first = text.lstrip("\ufeff").partition("\n")[0]
    return not first.lstrip().startswith(("{", "[")) and QUERY in _cells(first)


def _cells(line: str) -> list[str]:
    cells = [cell.strip().strip('"').lower() for cell in line.split(",")]
    return cells if len(cells) > 1 else []


def _from_csv(text: str, file: str) -> Iterator[LabelledQuery]:
    rows = csv.reader(StringIO(text.lstrip("\ufeff"), newline=""))
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        if QUERY not in header:
            raise InputError(
                "line 1: no column is called query", file=file, hint="query,expected,kind,tags"
            )
        for name in header:
            if name and header.count(name) > 1:
                raise InputError(f"line 1: two columns are called {name}", file=file)
        for row in rows:
            if any(cell.strip() for cell in row):
                place = f"line {rows.line_num}"
                if len(row) > len(header):
                    said = f"{place}: {len(row)} cells for {len(header)} columns"
                    raise InputError(said, file=file, hint='quote a cell with commas: "a, b"')
                yield _entry(_csv_entry(dict(zip(header, row, strict=False))), place, file)
    except csv.Error as error:
        raise InputError(f"line {rows.line_num}: not CSV: {error}", file=file) from None


def _csv_entry(row: Mapping[str, str]) -> dict[str, Json]:
    """Return a row as an entry; a column that is empty says nothing."""
    entry: dict[str, Json] = {key: cell.strip() for key, cell in row.items() if cell.strip()}
    for key in (*_LABEL_KEYS, "tags"):
        cell = entry.get(key)
        if isinstance(cell, str):
            parts: list[Json] = [part.strip() for part in cell.split(_SEPARATOR) if part.strip()]
            entry[key] = parts
    rank = entry.get("max_rank")
    if isinstance(rank, str) and rank.isdecimal():
        entry["max_rank"] = int(rank)
    grades = entry.get("grades")
    if isinstance(grades, str):
        pairs = (part.rpartition("=") for part in grades.split(_SEPARATOR) if part.strip())
        entry["grades"] = {label.strip(): _number(grade) for label, _, grade in pairs}
    return entry


def _number(text: str) -> Json:
    try:
        return float(text)
    except ValueError:
        return text


def _from_values(text: str, file: str) -> Iterator[LabelledQuery]:
    try:
        decoded = decode(text, file)
    except TextError as error:
        raise InputError(error.message, file=file, pointer=error.pointer, hint=_HINT) from None
    if decoded.stray_lines:
        raise InputError(f"{decoded.stray_lines:,} lines are no JSON", file=file, hint=_HINT)
    for repeated in decoded.repeated:
        raise InputError(f"one object has the key {repeated.key} twice", file=file)
    values = decoded.values
    if values and is_recording(values[0]):
        yield from _from_recording(values, file)
        return
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


def _from_recording(values: Sequence[Json], file: str) -> Iterator[LabelledQuery]:
    for text, labels in called_after(values, file).items():
        yield LabelledQuery(
            text=text, expected=tuple(Expected(label) for label in labels), kind="recorded"
        )


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
