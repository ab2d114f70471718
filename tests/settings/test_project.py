"""toolsearch.yaml: what it may hold, what is refused where, and its JSON Schema for editors."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolsearch_cli.checks.budgets import MEASURES, WORST_FORMS
from toolsearch_cli.checks.findings import Severity
from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.limits import LIMITED_HOSTS
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.settings.project import Project, find_project, project_here
from toolsearch_cli.settings.project_file import project_of

SCHEMA: dict[str, Any] = json.loads((DIRECTORY / "schemas" / "settings-1.json").read_bytes())
WHERE = Path("/home/me/project/toolsearch.yaml")

WHOLE = """
catalogs: [catalogs/, "sample:everyday", extra.json]
hosts: [hermes, hermes@0.22]
contexts: [200k, 1M, unknown]
settings: {threshold_pct: 5, listing: auto}
budgets:
  tools: 100
  eager-tokens: 40k
  tier: 1
  form: names
  sources:
    github: {tools: 40, form: full}
    "aws-*": {eager-tokens: 20_000}
expect:
  - {host: hermes, context: 200k, tier: 1, forms: {github: full, "*": names}}
  - {tier: 2}
rules:
  select: [default, TS2, no-description]
  ignore:
    - TS304
    - {rules: [TS301, TS5], tools: ["github/*"], reason: legacy, until: 2030-01-31}
  hosts: [openai, cursor]
severities: {TS301: error, TS4: info}
fail-level: warning
eval:
  queries: q.jsonl
  limit: 5
  min: {recall@5: 0.8, mrr: 50%}
  max: {no-result: 0}
  baseline: main.json
  max-drop: {mrr: 0.02}
"""


def read(text: str) -> Project:
    from toolsearch_cli.settings.yaml_file import load_yaml_text

    return project_of(WHERE, load_yaml_text(text, "test"))


def test_everything_that_a_file_can_say() -> None:
    project = read(WHOLE)
    assert project.catalogs == (
        "/home/me/project/catalogs",
        "sample:everyday",
        "/home/me/project/extra.json",
    )
    assert project.hosts == ("hermes", "hermes@0.22")
    assert project.contexts == ("200k", "1M", "unknown")
    assert project.settings == (("threshold_pct", 5), ("listing", "auto"))
    gate = project.gate
    assert [str(one) for one in gate.budgets] == [
        "--max-tools 100",
        "--max-eager-tokens 40000",
        "--max-tier 1",
        "--max-form names",
        "--max-tools github=40",
        "--max-form github=full",
        "--max-eager-tokens aws-*=20000",
    ]
    first, second = gate.expect
    assert (first.host, first.context) == ("hermes", "200k")
    assert [str(one) for one in first.budgets] == [
        "--max-tier 1",
        "--max-form github=full",
        "--max-form *=names",
    ]
    assert (second.host, second.context) == (None, None)
    policy = gate.policy
    assert policy.select == ("default", "TS2", "no-description")
    assert [(one.rules, one.tools, one.reason, one.until) for one in policy.ignore] == [
        (("TS304",), (), "", None),
        (("TS301", "TS5"), ("github/*",), "legacy", date(2030, 1, 31)),
    ]
    assert policy.limits == ("openai", "cursor")
    assert policy.severities == (("TS301", Severity.error), ("TS4", Severity.info))
    assert policy.fail_level is Severity.warning
    asked = gate.evaluation
    assert asked is not None
    assert (asked.queries, asked.limit) == ("/home/me/project/q.jsonl", 5)
    assert asked.baseline == "/home/me/project/main.json"
    assert [str(one) for one in asked.floors] == [
        "recall@5 at least 0.8",
        "mrr at least 0.5",
        "no-result at most 0",
    ]
    assert asked.drops == {"mrr": 0.02}


ACCEPTED = (
    WHOLE,
    "",
    "host: hermes\ncontext: 200000",
    "catalogs: one.json",
    "catalogs:\nbudgets:\nrules:\nexpect:\nhosts:\ncontext:",
    "hosts: hermes\ncontexts: 8k",
    "budgets: {sources: {}}",
    "budgets: {sources: {github: {}}}",
    "rules: {select: none}",
    "rules: {select: [all]}",
    "rules: {ignore: [{rules: TS301, reason: x}]}",
    "rules: {hosts: cursor}",
    "expect: [{forms: {github: hidden}}]",
    "severities: {no-description: info}",
    "eval: {queries: q.jsonl}",
    "eval: {queries: q.jsonl, max-drop: 2%}",
    "eval:",
)

REFUSED = (
    ("eval: {min: {mrr: 1}}", "/eval: names no queries", "beside this file"),
    ("eval: {querys: q.jsonl}", "/eval/querys: no such setting", "did you mean queries?"),
    ("eval: {queries: q, min: {mr: 1}}", "/eval/min/mr: no such metric", "did you mean mrr?"),
    ("eval: {queries: q, min: {mrr: 2}}", "/eval/min/mrr: not a share", "from 0 to 1"),
    ("eval: {queries: q, max-drop: much}", "/eval/max-drop: not a share", "from 0 to 1"),
    ("eval: {queries: q, limit: many}", "/eval/limit: expected a whole number", "20k"),
    ("budget: {}", "/budget: no such setting", "did you mean budgets?"),
    ("zzz: 1", "/zzz: no such setting", "known: catalogs"),
    ("- 1", "expected a mapping, found a list", ""),
    ("budgets: {eager_tokens: 1}", "/budgets/eager_tokens", "did you mean eager-tokens?"),
    ("budgets: {tools: -1}", "/budgets/tools: expected a whole number, found -1", "20k"),
    ("budgets: {tools: many}", "/budgets/tools: expected a whole number, found 'many'", ""),
    ("budgets: {tools: true}", "/budgets/tools: expected a whole number, found true", ""),
    ("budgets: {tier: 3}", "/budgets/tier: expected a tier", ""),
    ("budgets: {form: mixed}", "/budgets/form: expected one of full", ""),
    ("budgets: {sources: {a/b: {toolz: 1}}}", "/budgets/sources/a~1b/toolz", "did you mean tools?"),
    ("budgets: {sources: {a: 4}}", "/budgets/sources/a: expected a mapping, found 4", ""),
    ("budgets: [1]", "/budgets: expected a mapping, found a list", ""),
    ("host: hermez", "/host: expected one of hermes", ""),
    ("hosts: [hermes, nobody]", "/hosts/1: expected one of", ""),
    ("host: hermes\nhosts: [hermes]", "/hosts: host is given too", "leave one"),
    ("context: big", "/context: expected a context size", "200k"),
    ("contexts: [1.5]", "/contexts/0: expected text, found 1.5", ""),
    ("catalogs: {a: 1}", "/catalogs: expected text, found a mapping", ""),
    ("settings: 5", "/settings: expected a mapping", ""),
    ("expect: {tier: 1}", "/expect: expected a list, found a mapping", ""),
    ("expect: [{host: hermes}]", "/expect/0: expects nothing", "tier: 1"),
    ("expect: [{tier: 1, form: full}]", "/expect/0/form: no such setting", "did you mean forms?"),
    ("expect: [{host: x, tier: 1}]", "/expect/0/host: expected one of", ""),
    ("rules: {selct: []}", "/rules/selct", "did you mean select?"),
    ("rules: {hosts: [curser]}", "/rules/hosts/0: expected one of mcp", ""),
    ("rules: {ignore: TS301}", "/rules/ignore: expected a list", ""),
    ("rules: {ignore: [{rules: TS301}]}", "/rules/ignore/0: an ignore needs reason", ""),
    ("rules: {ignore: [{reason: x}]}", "/rules/ignore/0: an ignore needs rules", ""),
    ("rules: {ignore: [{rules: TS301, reason: x, util: 1}]}", "/ignore/0/util", "until"),
    ("rules: {ignore: [{rules: TS301, reason: x, until: soon}]}", "until: expected a date", "2026"),
    ("severities: {TS301: bad}", "/severities/TS301: expected one of error", ""),
    ("fail-level: never", "/fail-level: expected one of error, warning, info", ""),
)


@pytest.mark.parametrize("text", ACCEPTED)
def test_parser_and_schema_accept(text: str) -> None:
    read(text)
    assert list(Draft202012Validator(SCHEMA).iter_errors(as_json(text))) == []


@pytest.mark.parametrize(("text", "said", "hint"), REFUSED)
def test_parser_and_schema_refuse(text: str, said: str, hint: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read(text)
    assert raised.value.message.startswith(str(WHERE))
    assert said in raised.value.message
    assert hint in str(raised.value.hint)
    assert list(Draft202012Validator(SCHEMA).iter_errors(as_json(text)))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("rules: {select: [zzz]}", "explain"),
        ("rules: {select: [TS119]}", "did you mean"),
        ("rules: {ignore: [no-such-rule]}", ""),
        ("severities: {worse-teir: info}", "worse-tier"),
    ],
)
def test_a_rule_that_does_not_exist_is_refused(text: str, hint: str) -> None:
    """Editors know how a rule is written; which ones there are, the program does."""
    with pytest.raises(SettingsError, match="no rule is called") as raised:
        read(text)
    assert hint in str(raised.value.hint)


def as_json(text: str) -> Any:
    """Return what an editor holds against the schema: dates are text there."""
    from toolsearch_cli.settings.yaml_file import load_yaml_text

    return json.loads(json.dumps(load_yaml_text(text, "test"), default=str))


def test_the_schema_knows_the_words_of_the_program() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    words = SCHEMA["$defs"]
    assert words["host"]["enum"] == list(HOST_NAMES)
    assert words["limited"]["enum"] == list(LIMITED_HOSTS)
    assert words["form"]["enum"] == list(WORST_FORMS)
    assert words["severity"]["enum"] == [one.value for one in Severity]
    budgets = SCHEMA["properties"]["budgets"]["properties"]
    assert list(budgets) == [*MEASURES, "sources"]


def test_the_file_of_a_folder_above_counts_up_to_the_repository(tmp_path: Path) -> None:
    (tmp_path / "toolsearch.yaml").write_text("host: hermes@0.22", encoding="utf-8")
    inner = tmp_path / "repository" / "a" / "b"
    inner.mkdir(parents=True)
    assert find_project(inner).hosts == ("hermes@0.22",)
    (tmp_path / "repository" / ".git").mkdir()
    assert find_project(inner) == Project()


def test_a_table_of_pyproject_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.toolsearch]\ncontexts = ['200k']\n[tool.toolsearch.budgets]\ntools = 5\n"
        "[[tool.toolsearch.rules.ignore]]\nrules = 'TS301'\nreason = 'x'\nuntil = 2030-01-31\n",
        encoding="utf-8",
    )
    project = find_project(tmp_path)
    assert project.contexts == ("200k",)
    assert [str(one) for one in project.gate.budgets] == ["--max-tools 5"]
    assert project.gate.policy.ignore[0].until == date(2030, 1, 31)


@pytest.mark.parametrize(
    "text",
    [
        "[tool.toolsearch]\nhost = 'hermes@0.22'\n",
        "[ tool . toolsearch ]\nhost = 'hermes@0.22'\n",
        "[\"tool\".'toolsearch']\nhost = 'hermes@0.22'\n",
        "[tool]\ntoolsearch.host = 'hermes@0.22'\n",
        "[tool]\nother = 1\n[tool.toolsearch]\nhost = 'hermes@0.22'\n",
        "tool.toolsearch.host = 'hermes@0.22'\n",
        "tool = { toolsearch = { host = 'hermes@0.22' } }\n",
    ],
)
def test_any_spelling_of_the_table_is_found(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert find_project(tmp_path).hosts == ("hermes@0.22",)


def test_a_folder_that_is_gone_has_no_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert project_here() == Project()
