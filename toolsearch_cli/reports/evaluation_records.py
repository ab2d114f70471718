"""The JSON record of `eval`, and the query file that `eval --make` writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from toolsearch_cli.analysis.evaluation.floors import values_of
from toolsearch_cli.analysis.evaluation.metrics import METRICS
from toolsearch_cli.analysis.evaluation.summary import REACHABLE
from toolsearch_cli.text import visible_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolsearch_cli.analysis.evaluation.answering import Answer
    from toolsearch_cli.analysis.evaluation.labels import Target
    from toolsearch_cli.analysis.evaluation.misses import Miss, Part
    from toolsearch_cli.analysis.evaluation.query_sets import LabelledQuery
    from toolsearch_cli.analysis.evaluation.run import EvaluationRun
    from toolsearch_cli.analysis.evaluation.running import Evaluation
    from toolsearch_cli.analysis.evaluation.summary import Group
    from toolsearch_cli.analysis.evaluation.what_if import WhatIf
    from toolsearch_cli.reports.records import Record


def evaluation_record(run: EvaluationRun) -> Record:
    """Return `eval/1`: figures, misses and every answer; comparisons, what-ifs and the gate."""
    return {
        "queries": len(run.evaluations[0].answers),
        "recorded": None if run.recorded is None else run.recorded._asdict(),
        "limit": run.options.limit,
        "seed": run.options.seed,
        "resamples": run.options.resamples,
        "evaluations": [_evaluation_record(one) for one in run.evaluations],
        "comparisons": [
            {
                "first": one.first,
                "second": one.second,
                "metric": one.metric,
                **one.outcome._asdict(),
            }
            for one in run.comparisons
        ],
        "what_if": [_what_if_record(one, tried) for one, tried in run.what_ifs],
        "gate": {
            "passed": not run.failed and not run.unmeasured if run.verdicts else None,
            "limits": [one._asdict() for one in run.verdicts],
            "remarks": list(run.remarks),
        },
    }


def _evaluation_record(one: Evaluation) -> Record:
    return {
        "host": one.scenario.host,
        "context": one.scenario.context,
        "catalog": one.catalog or None,
        "settings": one.settings,
        "fidelity": one.fidelity,
        "searched": one.searched,
        "offered": one.offered,
        "limit": one.limit,
        "ranks": one.ranks,
        "remarks": list(one.remarks),
        "groups": [_group_record(group) for group in one.groups],
        "reach": dict(one.reaches),
        "problems": [
            {
                "label": known.label,
                "candidates": list(known.candidates),
                "queries": known.queries,
                "near": known.near,
            }
            for known in one.problems
        ],
        "misses": [_miss_record(miss) for miss in one.misses],
        "answers": [_answer_record(answer, searched=one.searched) for answer in one.answers],
    }


def _group_record(group: Group) -> Record:
    return {
        "name": group.name,
        "queries": group.queries,
        "figures": {
            one.metric: {key: value for key, value in one._asdict().items() if key != "metric"}
            for one in group.figures
        },
    }


def _answer_record(one: Answer, *, searched: bool) -> Record:
    values: Record = dict(values_of(one))
    if not searched:
        values |= dict.fromkeys(METRICS)
    return {
        **_query_record(one.query),
        "hits": one.hits,
        "expected": [
            {**_target_record(target), "rank": rank, "reach": reach}
            for target, rank, reach in zip(one.targets, one.ranks, one.reaches, strict=True)
        ],
        "values": {metric: values[metric] for metric in (*METRICS, REACHABLE)},
    }


def _query_record(query: LabelledQuery) -> Record:
    return {
        "query": query.text,
        "id": query.id or None,
        "kind": query.kind or None,
        "tags": list(query.tags),
        "max_rank": query.max_rank,
    }


def _target_record(target: Target) -> Record:
    return {
        "label": target.label,
        "grade": target.grade,
        "standing": target.standing,
        "tools": [place.address for place in target.places],
    }


def _miss_record(miss: Miss) -> Record:
    return {
        "query": miss.query.text,
        "expected": miss.target.address,
        "reason": miss.reason,
        "rank": miss.rank,
        "beyond": miss.beyond,
        "required_word": miss.gate,
        "unknown_words": list(miss.unknown_words),
        "unread": list(miss.unread),
        "own_words": [_part_record(one) for one in miss.own],
        "winners": [
            {
                "name": one.name,
                "source": one.source,
                "score": one.score,
                "words": [_part_record(part) for part in one.parts],
            }
            for one in miss.winners
        ],
    }


def _part_record(part: Part) -> Record:
    return {"word": part.term, "score": part.contribution}


def _what_if_record(one: Evaluation, tried: WhatIf) -> Record:
    return {
        "host": one.scenario.host,
        "catalog": one.catalog or None,
        "note": "other rules than any host's",
        "plain": dict(zip(METRICS, tried.base, strict=True)),
        "changes": [
            {
                "change": trial.name,
                "gain": trial.gain,
                "p": trial.p,
                "better": trial.better,
                "worse": trial.worse,
                "values": dict(zip(METRICS, trial.values, strict=True)),
            }
            for trial in tried.trials
        ],
    }


def query_set_text(queries: Iterable[LabelledQuery]) -> str:
    """Return made queries as JSON lines, each marked as generated."""
    return "".join(f"{visible_json(_line(one))}\n" for one in queries)


def _line(one: LabelledQuery) -> str:
    labels = [expected.label for expected in one.expected]
    entry = {
        "query": one.text,
        "expected": labels[0] if len(labels) == 1 else labels,
        "kind": one.kind,
        "tags": list(one.tags),
        "generated": True,
    }
    return json.dumps(entry, ensure_ascii=False)
