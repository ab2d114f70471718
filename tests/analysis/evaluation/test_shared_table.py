"""The answers of the real Hermes on labelled queries, which may not be copied here."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from toolsearch_cli.analysis.evaluation.query_sets import parse_query_set
from toolsearch_cli.analysis.evaluation.running import Options
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.workbench import evaluations

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Catalog

FOLDER: Final = Path(__file__).parents[4] / "shared" / "eval"
CATALOGS: Final = {"livemcpbench-steps": "livemcpbench"}
"""Of a set whose catalog has another name."""

METRICS: Final = ("recall@1", "recall@5", "recall@10", "ndcg@10", "no-result")

pytestmark = pytest.mark.skipif(
    not FOLDER.exists(), reason=f"{FOLDER} is not there: its data may not be copied"
)


def rows() -> list[tuple[str, str, tuple[float, ...]]]:
    """Read the table of answers: set, host, one number a metric."""
    if not FOLDER.exists():
        return []
    found = []
    for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 7 and cells[1].startswith("hermes"):
            found.append((cells[0], cells[1], tuple(float(cell) for cell in cells[2:])))
    return found


@cache
def catalog(name: str) -> Catalog:
    return load([str(FOLDER / f"{CATALOGS.get(name, name)}.catalog.json")]).catalog


def test_the_table_has_three_hosts_and_four_sets() -> None:
    assert len(rows()) == 12


@pytest.mark.parametrize(
    ("name", "host", "numbers"), rows(), ids=[f"{name}-{host}" for name, host, _ in rows()]
)
def test_the_answers_are_those_of_the_real_host(
    name: str, host: str, numbers: tuple[float, ...]
) -> None:
    file = FOLDER / f"{name}.jsonl"
    queries = parse_query_set(file.read_text(encoding="utf-8"), str(file))
    scenario = Scenario(host=host, context=200_000)
    (found,) = evaluations(catalog(name), [scenario], queries, Options(resamples=1))
    values = [figure.value for metric in METRICS if (figure := found.figure(metric))]
    assert values == pytest.approx(numbers, abs=0.01)
