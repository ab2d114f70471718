"""What is said of the rankings of other hosts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest

from toolsearch_cli.analysis.searching import SearchCall
from toolsearch_cli.hosts.protocol import SearchAnswer
from toolsearch_cli.hosts.scenario import Scenario
from toolsearch_cli.search.dialects import ARION, CODEX, FASTMCP
from toolsearch_cli.search.ranking import Path
from toolsearch_cli.search.word_index import Rules, WordIndex
from toolsearch_cli.views.query_notes import notes_on, path_in_words

if TYPE_CHECKING:
    from toolsearch_cli.search.ranking import Ranking


def ranking_of(rules: Rules, query: str, limit: int = 5) -> Ranking:
    """Rank three documents, of which two are called alike."""
    texts = {"b_list": "list zones", "a_list": "list zones", "c_other": "other"}
    width = len(rules.analysis.weights)
    return WordIndex(tuple(texts), [(one,) * width for one in texts.values()], rules).search(
        query, limit
    )


def notes(ranking: Ranking) -> tuple[str, ...]:
    answer = SearchAnswer(result=None, rankings=(ranking,), sources={}, offered=True)
    call = SearchCall(
        scenario=Scenario(),
        queries=(ranking.query,),
        limit=None,
        ranker="host",
        answer=answer,
        left_out=0,
    )
    return notes_on(call, ranking)


@pytest.mark.parametrize("path", get_args(Path))
def test_every_path_has_words_of_its_own(path: Path) -> None:
    ranking = ranking_of(Rules(), "list")
    said = {path_in_words(replace(ranking, path=one)) for one in get_args(Path)}
    assert path_in_words(replace(ranking, path=path))
    assert len(said) == len(get_args(Path))


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (ARION, "name order decides"),
        (FASTMCP, "catalog order decides"),
        (CODEX, "the host returns them in random order"),
    ],
)
def test_what_orders_equal_scores_is_the_host_s(rules: Rules, says: str) -> None:
    assert f"· Equal scores (=) at ranks 1 to 2: {says}." in notes(ranking_of(rules, "list"))
    assert f"! Rank 1 ties with a tool that the limit cuts: {says}." in notes(
        ranking_of(rules, "list", 1)
    )


def test_words_too_common_to_look_up_are_named() -> None:
    said = notes(ranking_of(CODEX, "list the zones"))
    assert (
        "· “the” cannot be looked up: the index keeps all words but 179 very common ones." in said
    )


def test_a_query_of_nothing_else_is_a_warning() -> None:
    said = notes(ranking_of(CODEX, "what is the"))
    assert any(note.startswith("! “what”, “is”, “the” cannot be looked up") for note in said)


def test_other_scripts_are_read_by_hosts_that_read_them() -> None:
    assert not any("cannot be looked up" in one for one in notes(ranking_of(ARION, "公众号")))
    assert any("cannot be looked up" in one for one in notes(ranking_of(Rules(), "公众号")))
