"""The JSON record of `formats`, and a converted catalog as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from toolsearch_cli.text import visible_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.document import Format
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.reports.records import Record


def formats_record(formats: Sequence[Format]) -> Record:
    """Return `formats/1`: what each format is."""
    return {
        "formats": [
            {
                "format": one.name,
                "summary": one.summary,
                "reading": list(one.reading),
                "lacks": list(one.lacks),
                "written": one.held is not None,
                "example": one.example,
            }
            for one in formats
        ]
    }


def catalog_text(value: Json) -> str:
    """Return a document as JSON that version control can compare: a value a line."""
    return visible_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
