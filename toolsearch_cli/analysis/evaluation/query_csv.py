"""Labelled queries in CSV -> entries as JSON would hold them."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Final

from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from toolsearch_cli.catalog.model import Json

_QUERY: Final = "query"
_SEPARATOR: Final = ";"


def is_csv(text: str, file: str) -> bool:
    """Whether a file is CSV: by its name, or by a first line of columns, one called `query`."""
    name = file.removesuffix(".gz").lower()
    if name.endswith(".csv"):
        return True
    first = text.lstrip("\ufeff").partition("\n")[0]
    return not first.lstrip().startswith(("{", "[")) and _QUERY in _cells(first)


def _cells(line: str) -> list[str]:
    cells = [cell.strip().strip('"').lower() for cell in line.split(",")]
    return cells if len(cells) > 1 else []


def csv_entries(
    text: str, file: str, lists: Sequence[str]
) -> Iterator[tuple[dict[str, Json], str]]:
    """Yield each row as an entry of JSON, and its place in words.

    Args:
        text: With a header.
        file: How errors call it.
        lists: The columns that hold several labels, with `;` between them; `tags` does as well.

    Raises:
        InputError: It is no CSV, or has no column of queries.
    """
    rows = csv.reader(StringIO(text.lstrip("\ufeff"), newline=""))
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        if _QUERY not in header:
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
                yield _csv_entry(dict(zip(header, row, strict=False)), lists), place
    except csv.Error as error:
        raise InputError(f"line {rows.line_num}: not CSV: {error}", file=file) from None


def _csv_entry(row: Mapping[str, str], lists: Sequence[str]) -> dict[str, Json]:
    """Return a row as an entry; a column that is empty says nothing."""
    entry: dict[str, Json] = {key: cell.strip() for key, cell in row.items() if cell.strip()}
    for key in (*lists, "tags"):
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
