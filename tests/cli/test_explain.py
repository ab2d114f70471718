"""`toolsearch explain`, the same text in README, and what every rule must say of itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from toolsearch_cli.checks.rules import RULES
from toolsearch_cli.cli.app import app
from toolsearch_cli.data import DIRECTORY

if TYPE_CHECKING:
    from toolsearch_cli.checks.findings import Rule

README = Path(__file__).parents[2] / "README.md"


def explain(*words: str) -> Any:
    return CliRunner().invoke(app, ["explain", *words])


def test_all_rules_are_a_table_in_the_order_of_their_codes() -> None:
    lines = explain().stdout.splitlines()[1:]
    assert [line.split()[:2] for line in lines] == [[one.code, one.slug] for one in RULES]
    assert [one.code for one in RULES] == sorted({one.code for one in RULES})
    assert len({one.slug for one in RULES}) == len(RULES)


@pytest.mark.parametrize("word", ["TS302", "ts302", "cut-sentence"])
def test_one_rule_says_why_bad_good_and_fix(word: str) -> None:
    said = explain(word).stdout
    assert said.startswith("# TS302 cut-sentence\n")
    assert re.findall(r"^## (\w+)$", said, re.MULTILINE) == ["Why", "Bad", "Good", "Fix"]


def test_the_start_of_a_code_means_a_family() -> None:
    said = explain("TS6").stdout
    assert re.findall(r"^# (TS\d+)", said, re.MULTILINE) == ["TS601", "TS602", "TS603"]


def test_json_keeps_to_its_schema() -> None:
    schema = json.loads((DIRECTORY / "schemas" / "explain-1.json").read_bytes())
    Draft202012Validator.check_schema(schema)
    for words in ((), ("TS1", "secret")):
        answer = json.loads(explain(*words, "--json").stdout)
        assert list(Draft202012Validator(schema).iter_errors(answer)) == []
    assert [one["code"] for one in answer["rules"]][-1] == "TS603"
    assert list(Draft202012Validator(schema).iter_errors({**answer, "new": 1}))


@pytest.mark.parametrize(
    ("word", "hint"), [("zzz", "explain lists them"), ("cut-sentense", "cut-sentence"), ("", "")]
)
def test_a_rule_that_does_not_exist(word: str, hint: str) -> None:
    ran = explain(word)
    assert getattr(ran.exception, "exit_code", None) == 2
    assert hint in str(getattr(ran.exception, "hint", ""))


@pytest.mark.parametrize("rule", RULES, ids=[one.code for one in RULES])
def test_every_rule_explains_itself(rule: Rule) -> None:
    assert re.fullmatch(r"TS\d{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.slug)
    assert len(rule.docs.why) > 40
    assert rule.docs.bad
    assert rule.docs.good
    assert rule.docs.bad != rule.docs.good
    assert rule.docs.fix.endswith((".", ")"))
    assert rule.host


def test_each_rule_of_the_registry_has_a_file_of_its_own() -> None:
    folder = DIRECTORY.parent / "checks" / "rules"
    files = {path.stem for path in folder.glob("ts*.py")}
    alone = {one for one in RULES if not one.code.startswith("TS1")}
    assert files == {f"{one.code.lower()}_{one.slug.replace('-', '_')}" for one in alone}


def test_readme_has_the_table_that_explain_prints() -> None:
    """Renew it with: toolsearch explain -f markdown."""
    text = README.read_text(encoding="utf-8")
    table = re.search(r"^\| code \| rule \|.*?(?=^[^|])", text, re.MULTILINE | re.DOTALL)
    assert table is not None
    assert table[0].strip() == explain("-f", "markdown").stdout.strip()
