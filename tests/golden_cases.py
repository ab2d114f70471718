"""The golden cases: inputs with the answers that the real releases gave.

`TOOLSEARCH_GOLDEN=FOLDER` tries other cases of the same kind: the folder holds `hermes/*.jsonl`,
and may hold `edge_catalogs.json` and `hermes_schemas.jsonl`; what it lacks comes from here.
"""

from __future__ import annotations

import io
import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.catalog.samples import samples_folder

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

HERE = Path(__file__).parent / "golden"
GIVEN = Path(os.environ.get("TOOLSEARCH_GOLDEN") or HERE)

Case = dict[str, Any]


def golden_file(name: str) -> Path:
    """Return the file of the folder given, else the one of this project."""
    return GIVEN / name if (GIVEN / name).exists() else HERE / name


@cache
def hermes_cases(release: str) -> tuple[Case, ...]:
    """Return every case of one release, in file order."""
    text = golden_file(f"hermes/{release}.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def golden_catalog(catalog: Case) -> Catalog:
    """Load the catalog that a case names, through the real loader."""
    return _loaded(json.dumps(catalog, sort_keys=True))


@cache
def _loaded(key: str) -> Catalog:
    named = json.loads(key)
    if "inline" in named:
        edge = json.loads(golden_file("edge_catalogs.json").read_bytes())
        data = json.dumps(edge[named["inline"]]).encode()
        return load(["-"], LoadOptions(stdin=io.BytesIO(data))).catalog
    folder = samples_folder()
    files = [str(folder / "fleet" / f"{name}.json") for name in named["catalogs"]]
    if plus := named.get("plus"):
        files.append(str(folder / f"{plus}.json.gz"))
    return load(files).catalog
