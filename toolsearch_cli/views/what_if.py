"""What other rules of ranking would give, as a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.evaluation.metrics import METRICS
from toolsearch_cli.views.grid import Column, Grid, Page, Row
from toolsearch_cli.views.verdicts import CHANCE, chance_text

if TYPE_CHECKING:
    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.analysis.evaluation.what_if import WhatIf

_CHANGES = (
    Column(key="change", title="what if"),
    Column(key="gain", title="gain", unit="score"),
    Column(key="p", title="p", rank=1),
    Column(key="better", title="better", unit="count", rank=2),
    Column(key="worse", title="worse", unit="count", rank=2),
    Column(key="recall@1", title="R@1", unit="score", rank=3),
    Column(key="recall@5", title="R@5", unit="score", rank=3),
    Column(key="ndcg@10", title="nDCG@10", unit="score"),
)
_PLAIN = "(plain)"
_CHANGED: Final = ("recall@1", "recall@5", "ndcg@10")
_NOTE = (
    "· A plain BM25 of ours and one change at a time, sorted by gain in nDCG@10; no host ranks so. "
    "Chosen on these very queries: few of them prove little."
)


def what_if_page(one: Evaluation, tried: WhatIf) -> Page:
    """Return a row for each change, the one that helps most first."""
    base = dict(zip(METRICS, tried.base, strict=True))
    rows = [Row((_PLAIN, 0.0, None, None, None, *(base[key] for key in _CHANGED)))]
    for trial in tried.trials:
        values = dict(zip(METRICS, trial.values, strict=True))
        rows.append(
            Row(
                (
                    trial.name,
                    trial.gain,
                    chance_text(trial.p),
                    trial.better,
                    trial.worse,
                    *(values[key] for key in _CHANGED),
                ),
                marked=trial.gain > 0 and trial.p < CHANCE,
            )
        )
    return Page(
        head=(f"Other rules over the tools of {one.name} · not a host",),
        grid=Grid(columns=_CHANGES, rows=tuple(rows)),
        notes=(_NOTE,),
    )
