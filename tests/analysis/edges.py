"""The edge catalogs: each is odd in its own way."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, Final

from tests.golden_cases import golden_file
from toolsearch_cli.catalog.loading import LoadOptions, load

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

EDGES: Final[dict[str, Any]] = json.loads(golden_file("edge_catalogs.json").read_bytes())


def edge(name: str) -> Catalog:
    """Return one of them, through the real loader."""
    data = json.dumps(EDGES[name]).encode()
    return load(["-"], LoadOptions(stdin=io.BytesIO(data))).catalog
