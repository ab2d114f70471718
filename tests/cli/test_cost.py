"""`toolsearch cost`: every host prices a session, and says what its figures rest on."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tests.catalogs import TRACKERS, catalog_file
from tests.wheel import ROOT
from toolsearch_cli.analysis import cost as formula
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import UsageError
from toolsearch_cli.hosts.names import HOST_NAMES

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((DIRECTORY / "schemas" / "cost-1.json").read_bytes())


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["cost", "-c", "sample:everyday", *words])


def priced(*words: str) -> dict[str, Any]:
    ran = run(*words, "--json")
    assert ran.exit_code == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    assert list(Draft202012Validator(SCHEMA).iter_errors(answer)) == []
    return answer


def ways(answer: dict[str, Any], host: int = 0) -> dict[str, Any]:
    return {one["way"]: one for one in answer["hosts"][host]["ways"]}


def test_every_host_has_a_price_and_a_fidelity() -> None:
    answer = priced("--host", ",".join(HOST_NAMES), "--edits", "1", "--misses", "26")
    assert [one["host"] for one in answer["hosts"]] == list(HOST_NAMES)
    for one in answer["hosts"]:
        assert one["ways"][0]["way"] == "eager"
        assert one["fidelity"]
    plain = run("--host", ",".join(HOST_NAMES)).stdout
    for one in answer["hosts"]:
        assert f"{one['host']} ({one['fidelity']}): " in plain


def test_the_tokens_of_a_turn_are_those_of_tiers() -> None:
    told = CliRunner().invoke(
        app, ["tiers", "-c", "sample:everyday", "--context", "200k", "--json"]
    )
    scenario = json.loads(told.stdout)["scenarios"][0]
    found = ways(priced("--context", "200k"))
    assert found["host"]["fixed"] == scenario["payment"]["total"]
    assert found["eager"]["fixed"] == scenario["all_tools_tokens"]


def test_the_formula_can_be_followed_from_the_json_alone() -> None:
    answer = priced("--turns", "9", "--tools-used", "4", "--edits", "2", "--output-tokens", "30")
    session, rates = answer["session"], answer["prices"]
    for way in answer["hosts"][0]["ways"]:
        used = 0 if way["way"] == "eager" else session["tools_used"]
        requests = session["turns"] + used * way["steps"]
        brought = used * way["result_tokens"]
        prompt = way["fixed"] + session["prompt"] + brought / 2
        written = way["fixed"] + session["prompt"] + brought + session["edits"] * prompt
        assert way["requests"] == pytest.approx(requests)
        assert way["written"] == pytest.approx(written, abs=1)
        assert way["read"] == pytest.approx(requests * prompt + brought - written, abs=1)
        assert way["output"] == requests * 30
        paid = (
            way["written"] * rates["cache_write"]
            + way["read"] * rates["cache_read"]
            + way["output"] * rates["output"]
        )
        assert way["money"] == pytest.approx(paid / 1_000_000, abs=1e-5)


def test_the_readme_has_every_term_of_the_formula() -> None:
    """What is indented in the docstring: the formula, its letters, the trade-offs."""
    told = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    terms = [line for line in (formula.__doc__ or "").splitlines() if line.startswith("    ")]
    assert len(terms) > 25
    assert [line for line in terms if line not in told] == []


def test_a_break_even_is_one_of_the_session(tmp_path: Path) -> None:
    """At the turns before it the way is no cheaper; from there on it is."""
    even = priced()["hosts"][0]["break_even"][0]
    assert (even["way"], even["against"], even["measure"]) == ("host", "eager", "tokens")
    least = even["turns"]["cheaper"][0]["least"]
    for turns, cheaper in ((least - 1, False), (least, True)):
        found = ways(priced("--turns", str(turns)))
        assert (found["host"]["tokens"] < found["eager"]["tokens"]) == cheaper
    most = even["tools"]["cheaper"][0]["most"]
    for used, cheaper in ((most, True), (most + 1, False)):
        found = ways(priced("--tools-used", str(used)))
        assert (found["host"]["tokens"] < found["eager"]["tokens"]) == cheaper


def test_never_is_said_plainly(tmp_path: Path) -> None:
    path = catalog_file(tmp_path, TRACKERS[0])
    shown = CliRunner().invoke(app, ["cost", "-c", path, "--tools-used", "2"]).stdout
    assert "never" in shown


def test_prices_of_ones_own_replace_those_that_ship(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("currency: EUR\nmodels: {ours: {input: 4}}", encoding="utf-8")
    answer = priced("--prices", str(path))
    assert answer["prices"]["model"] == "ours"
    assert answer["session"]["cached"] is False
    eager = ways(answer)["eager"]
    assert eager["read"] == 0
    assert eager["money"] == pytest.approx(eager["tokens"] * 4 / 1_000_000)
    shown = run("--prices", str(path))
    assert "EUR" in shown.stdout
    assert "no price for cached tokens" in shown.stdout
    unknown = run("--prices", str(path), "--output-tokens", "9")
    assert "no price for output, so no money is shown" in unknown.stdout
    assert (
        priced("--prices", str(path), "--output-tokens", "9")["hosts"][0]["ways"][0]["money"]
        is None
    )


def test_csv_has_a_row_a_host_context_and_way() -> None:
    ran = run("--host", "hermes,codex", "--context", "8k,200k", "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert {(row["host"], row["context"], row["way"]) for row in rows} >= {
        ("hermes", "8k", "eager"),
        ("hermes", "200k", "bare"),
        ("codex", "200k", "host"),
    }
    assert all(float(row["money"]) > 0 for row in rows)


def test_the_chart_is_drawn_as_text_and_as_a_picture() -> None:
    drawn = run("--host", "hermes,codex", "--chart").stdout
    assert drawn.count("same cost") == 2 or "this session" in drawn
    assert "E eager" in drawn
    picture = run("-f", "svg").stdout
    assert picture.startswith("<svg")
    assert "by&#160;turns" in picture


def test_edits_need_a_turn_after_them() -> None:
    ran = run("--turns", "3", "--edits", "3")
    assert isinstance(ran.exception, UsageError)
    assert ran.exception.message.startswith("--edits 3: needs more turns than 3")


@pytest.mark.parametrize("words", [("--turns", "0"), ("--misses", "100"), ("--prompt", "-1")])
def test_a_session_that_cannot_be_is_refused(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2
