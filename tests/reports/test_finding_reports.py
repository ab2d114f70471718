"""Reports of findings, read by programs that are not ours; a hostile catalog in every one."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.parsers.expat import ParserCreate

import junitparser
import pytest
from jsonschema import Draft4Validator
from markdown_it import MarkdownIt

from tests.process.hostile import FILE_NAME, found_raw
from tests.reports.checked import MADE, ROOT, clean, everyday, hostile, unmeasured, written
from tests.reports.github_commands import Command, read
from toolsearch_cli.catalog.lines import Spot
from toolsearch_cli.checks.findings import Severity, ordered
from toolsearch_cli.checks.gate import Outcome
from toolsearch_cli.checks.rules import RULES
from toolsearch_cli.reports.finding_reports import FINDING_FORMATS, FindingFormat, Report
from toolsearch_cli.text import visible

SCHEMA = Path(__file__).with_name("schemas") / "sarif-2.1.0.json"
FORMS = list(FINDING_FORMATS)


@pytest.fixture(params=MADE)
def made(request: pytest.FixtureRequest) -> Report:
    found: Report = MADE[request.param]()
    return found


def test_a_format_that_is_registered_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FindingFormat(lambda of: f"{len(of.outcome.measurements)} measured")
    monkeypatch.setitem(FINDING_FORMATS, "fake", fake)
    assert written("fake", clean()) == "1 measured"


@pytest.mark.parametrize("form", FORMS)
def test_nothing_raw_is_in_any_report(form: str, made: Report) -> None:
    text = written(form, made)
    assert text.endswith("\n")
    if form != "github":  # its commands are its own, and read below
        assert found_raw(text.encode()) == []


@pytest.mark.parametrize("form", FORMS)
def test_the_order_in_which_things_were_found_changes_no_byte(form: str, made: Report) -> None:
    expected = written(form, made)
    for seed in range(3):
        findings = list(made.outcome.findings)
        random.Random(seed).shuffle(findings)
        again = replace(made.outcome, findings=ordered(findings))
        assert written(form, replace(made, outcome=again)) == expected


def sarif(of: Report) -> Any:
    return json.loads(written("sarif", of))


def test_sarif_is_valid(made: Report) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    complaints = [error.message for error in Draft4Validator(schema).iter_errors(sarif(made))]
    assert complaints == []


def test_sarif_describes_every_rule_and_its_results_refer_to_them() -> None:
    run = sarif(everyday())["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in RULES]
    assert {rule["help"]["markdown"].split("\n")[0] for rule in rules} == {
        f"# {rule.code} {rule.slug}" for rule in RULES
    }
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_opens_a_file_where_the_tool_is() -> None:
    results = sarif(everyday())["runs"][0]["results"]
    locations = [one["locations"][0] for one in results if one["ruleId"] == "TS305"]
    (location,) = [one for one in locations if "merge_pull_request" in json.dumps(one)]
    physical = location["physicalLocation"]
    rows = (ROOT / physical["artifactLocation"]["uri"]).read_text(encoding="utf-8").splitlines()
    line = physical["region"]["startLine"]
    assert '"merge_pull_request"' in "".join(rows[line - 1 : line + 1])
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "github/merge_pull_request"


def marks(of: Report) -> list[str]:
    results = sarif(of)["runs"][0]["results"]
    return [one["partialFingerprints"]["primaryLocationLineHash"] for one in results]


def test_fingerprints_are_of_rule_and_tool_and_nothing_else(made: Report) -> None:
    assert len(set(marks(made))) == len(made.outcome.findings)
    moved = {place: Spot("elsewhere.json", 9_999) for place in made.spots}
    reworded = tuple(
        replace(one, message="other words", remedy="") for one in made.outcome.findings
    )
    outcome = replace(made.outcome, findings=reworded)
    assert marks(Report(outcome=outcome, spots=moved)) == marks(made)


def test_no_bracket_of_a_catalog_opens_a_link_in_sarif() -> None:
    for result in sarif(hostile())["runs"][0]["results"]:
        bare = re.sub(r"\\.", "", result["message"]["text"])
        assert not set(bare) & set("[]")


def test_sarif_says_that_a_check_could_not_look() -> None:
    (call,) = sarif(unmeasured())["runs"][0]["invocations"]
    assert call["executionSuccessful"] is False
    assert "has no listing" in call["toolExecutionNotifications"][0]["message"]["text"]
    assert sarif(clean())["runs"][0]["invocations"][0]["executionSuccessful"] is True


def suites(of: Report) -> junitparser.JUnitXml:
    return junitparser.JUnitXml.fromstring(written("junit", of).encode())


def test_junit_is_read_and_adds_up(made: Report) -> None:
    document = suites(made)
    for whole in (document, *document):
        cases = [case for suite in document for case in suite]
        if isinstance(whole, junitparser.TestSuite):
            cases = list(whole)
        results = [type(result) for case in cases for result in case.result]
        assert whole.tests == len(cases) > 0
        assert whole.failures == results.count(junitparser.Failure)
        assert whole.errors == results.count(junitparser.Error)
    assert (document.failures == 0) is not made.outcome.failed
    assert document.errors == len(made.outcome.unmeasured)


def test_junit_fails_what_fails_the_check_and_lets_the_rest_speak() -> None:
    outcome = everyday().outcome
    cases = [case for suite in suites(everyday()) for case in suite]
    failed = [case for case in cases if case.result]
    assert len(failed) == sum(one.rule.severity is not Severity.info for one in outcome.findings)
    told = [case for case in cases if case.system_out]
    assert len(told) == sum(one.rule.severity is Severity.info for one in outcome.findings)


def test_junit_keeps_hostile_text_in_its_place() -> None:
    elements: list[tuple[str, dict[str, str]]] = []
    parser = ParserCreate()
    parser.StartElementHandler = lambda name, attributes: elements.append((name, attributes))
    parser.Parse(written("junit", hostile()), True)
    known = {"testsuites", "testsuite", "testcase", "failure", "error", "system-out"}
    assert {name for name, _ in elements} <= known
    cases = [attributes for name, attributes in elements if name == "testcase"]
    assert {case["file"] for case in cases if "file" in case} == {visible(FILE_NAME)}
    assert any("<script>" in case["classname"] for case in cases)


def test_nothing_measured_is_an_error_in_every_report() -> None:
    nothing = Report(outcome=Outcome(findings=(), measurements=(), rules=RULES))
    assert suites(nothing).errors == 1
    assert [one.name for one in commands(nothing)[0]] == ["error"]
    assert sarif(nothing)["runs"][0]["invocations"][0]["executionSuccessful"] is False
    assert "not measured" in written("markdown", nothing)
    assert json.loads(written("json", nothing))["passed"] is False


def commands(of: Report) -> tuple[list[Command], list[str]]:
    return read(written("github", of))


def test_github_gets_the_worst_ten_and_one_summary(made: Report) -> None:
    told, others = commands(made)
    findings = made.outcome.findings
    if not findings and not made.outcome.unmeasured:
        assert (told, others) == ([], ["ok: 1 budget holds", ""])
        return
    assert others == [""]
    summary, *rest = told
    assert (summary.name, summary.properties) == ("notice", {"title": "toolsearch check"})
    assert len(rest) == min(10, len(findings) + len(made.outcome.unmeasured))
    ranks = [("error", "warning", "notice").index(one.name) for one in rest]
    assert ranks == sorted(ranks)
    assert {key for one in told for key in one.properties} <= {"file", "line", "title"}


def test_github_annotates_the_line_of_the_tool() -> None:
    told, _ = commands(everyday())
    rows = {
        (one.properties.get("file"), one.properties.get("line")): one.message for one in told[1:]
    }
    assert any(file and file.startswith("sample_catalogs/everyday/") for file, _ in rows)
    assert all(line is None or int(line) > 0 for _, line in rows)


def test_github_gives_hostile_text_back_and_obeys_none_of_it() -> None:
    told, _ = commands(hostile())
    assert {one.name for one in told} <= {"error", "warning", "notice"}
    (file,) = {one.properties["file"] for one in told if "file" in one.properties}
    assert file.startswith("::error::\\x1b[31m\n\\u202e|[red]")
    assert any("::stop-commands::" in one.message for one in told)


def rendered(text: str) -> Any:
    """Parse as GitHub does: CommonMark and tables."""
    return MarkdownIt("commonmark").enable("table").parse(text)


def test_markdown_is_a_headline_tables_and_details(made: Report) -> None:
    tokens = rendered(written("markdown", made))
    assert [token.type for token in tokens[:2]] == ["heading_open", "inline"]
    blocks = [token.content for token in tokens if token.type == "html_block"]
    tags = re.compile(
        r"<details><summary>(?:[\d,]+ more findings|budgets)</summary>\n|</details>\n?"
    )
    assert all(tags.fullmatch(block) for block in blocks), blocks
    opened = sum(block.startswith("<details>") for block in blocks)
    assert len(blocks) == 2 * opened
    assert opened >= 1


def test_markdown_renders_no_markup_of_a_catalog(made: Report) -> None:
    for token in rendered(written("markdown", made)):
        kinds = {child.type for child in token.children or ()}
        assert kinds <= {"text", "text_special", "html_inline", "strong_open", "strong_close"}
        for child in token.children or ():
            if child.type == "html_inline":
                assert child.content == "<!-- -->"
        assert not re.search(r"@\w", token.content)


def test_markdown_has_the_worst_first_and_all_cells() -> None:
    tokens = rendered(written("markdown", everyday()))
    rows: list[list[str]] = []
    row: list[str] = []
    for token in tokens:
        if token.type == "tr_open":
            row = []
            rows.append(row)
        elif token.type == "inline" and token.level > 3:
            row.append(token.content)
    findings = [row for row in rows if row[0] in set(Severity)]
    assert {len(row) for row in findings} == {5}
    weights = [list(Severity).index(Severity(row[0])) for row in findings]
    assert weights == sorted(weights)
    assert len(findings) == min(55, len(everyday().outcome.findings))
