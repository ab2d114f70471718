"""Text of strangers in every place: visible where it is looked at, untouched where it is data."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any
from xml.parsers.expat import ParserCreate

import pytest

from tests.process.hostile import (
    ALL,
    ATTACKS,
    FILE_NAME,
    SOURCES,
    argument,
    catalog_file,
    found_raw,
    hostile,
)
from tests.process.program import run, run_on_terminal
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.hosts.disclosure import Disclosure

QUERY = hostile("open")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("tiers",),
    ("tiers", "--context", "1k,2k", "--show-settings", "-v"),
    ("manifest", "--stats"),
    ("query", "--explain", QUERY),
    ("describe", "*"),
)
GATE: tuple[tuple[str, ...], ...] = (
    ("check", "--max-tools", "1", "--max-tools", "server*=1", "--max-tool-tokens", "1"),
    ("check", "--max-tools", "99", "-v"),
)
PAGES = ("table", "plain", "markdown", "csv", "svg")
SHOWN = [(each, form) for each in COMMANDS for form in PAGES]
SHOWN += [(each, form) for each in GATE for form in ("table", "plain")]
SHOWN += [(("manifest",), form) for form in ("table", "markdown", "svg")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hostile")
    catalog_file(made)
    return made


def words_of(command: tuple[str, ...], *more: str) -> list[bytes]:
    return [argument(word) for word in (*command, "-c", FILE_NAME, *more)]


def disclosed(folder: Path) -> Disclosure:
    """What the host discloses, by the library."""
    loaded = load([str(folder / FILE_NAME)])
    return host_named("hermes").disclose(loaded.catalog, Scenario(host="hermes"))


@pytest.mark.parametrize(("command", "form"), SHOWN)
def test_no_page_holds_anything_raw(command: tuple[str, ...], form: str, folder: Path) -> None:
    ran = run(*words_of(command, "-f", form), folder=folder)
    assert ran.code == (command[0] == "check"), ran.said  # its rules find hidden text
    assert ran.out
    assert found_raw(ran.out) == []
    assert found_raw(ran.err) == []
    if form == "svg":
        ParserCreate().Parse(ran.out, True)
    elif form == "csv":
        assert_no_formula(ran.text)
    elif form == "markdown":
        assert_plain_markdown(ran.text)


def assert_no_formula(text: str) -> None:
    rows = list(csv.reader(io.StringIO(text)))
    assert len({len(row) for row in rows}) == 1
    for cell in (cell for row in rows for cell in row):
        assert not re.match(r"\s*[=+@]|\s*-(?![\d.]+$)", cell)


def assert_plain_markdown(text: str) -> None:
    """Outside of code blocks no markup of the catalog is left, and no cell ends early."""
    parts = re.split(r"^```+$", text, flags=re.MULTILINE)
    prose = "".join(parts[::2])
    assert "<script" not in prose
    assert "](" not in re.sub(r"\\.", "", prose)
    assert "@everyone" not in prose
    for table in re.findall(r"(?:^\|.*\n)+", prose, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1


@pytest.mark.parametrize("command", [*COMMANDS, *GATE, ("manifest",), ("manifest", "--array")])
def test_nothing_raw_reaches_a_terminal(command: tuple[str, ...], folder: Path) -> None:
    plain = run_on_terminal(*words_of(command), folder=folder, NO_COLOR="1")
    assert plain.out
    assert found_raw(plain.out) == []


@pytest.mark.parametrize("command", [*COMMANDS, GATE[0]])
def test_the_only_sequences_in_colour_are_our_own(command: tuple[str, ...], folder: Path) -> None:
    ran = run(*words_of(command, "-f", "table", "--color", "always"), folder=folder)
    assert b"\x1b[" in ran.out
    ours = re.compile(rb"\x1b\[(?:0|[1-9]|3[1-6]|(?:1|2);3[1-6])?m")
    assert found_raw(ours.sub(b"", ran.out)) == []


WRONG: tuple[tuple[str, ...], ...] = (
    (QUERY,),
    ("tiers", "--" + QUERY),
    ("tiers", "--format", QUERY),
    ("tiers", "--top", QUERY),
    ("tiers", "--host", QUERY),
    ("tiers", "--context", QUERY),
    ("tiers", "--only", QUERY),
    ("tiers", "--set", QUERY),
    ("tiers", "--set", f"{QUERY}=1"),
    ("tiers", "--config", f"{FILE_NAME}/none"),
    ("tiers", "--output", f"{FILE_NAME}/none"),
    ("check", "--max-tools", QUERY),
    ("check", "--max-tools", f"{QUERY}=5"),
    ("describe", QUERY),
    ("query", "x", "--source", "y", "--input-format", QUERY),
)


@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(words)[:20])
def test_an_error_shows_what_was_typed_in_one_line(words: tuple[str, ...], folder: Path) -> None:
    catalog = ("-c", FILE_NAME) if len(words) > 1 else ()
    ran = run(*map(argument, (*words, *catalog)), folder=folder)
    assert (ran.code, ran.out) == (2, b"")
    first, *more = [line for line in ran.said if not line.startswith("toolsearch: warning: ")]
    assert first.startswith("toolsearch: error: ")
    assert all(line.startswith("hint: ") for line in more)
    assert "\\x1b[31" in first
    assert found_raw(ran.err) == []


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ({"name": "a", "tools": 5}, "/tools: expected an array"),
        ({"name": "a", "kind": ALL, "tools": []}, "/kind: unknown kind"),
        ({hostile("git"): [{"name": "a", "inputSchema": {}}], hostile("x"): 5}, "/x "),
        ({"mcpServers": {hostile("git"): {"command": ALL, "env": {ALL: "x"}}}}, "names 1 server"),
        ({"error": {"code": -1, "message": ALL}, "jsonrpc": "2.0"}, "/error: the server answered"),
    ],
)
def test_an_error_about_a_file_shows_its_name_and_keys(
    inside: Any, says: str, tmp_path: Path
) -> None:
    (tmp_path / FILE_NAME).write_text(json.dumps(inside), encoding="utf-8")
    ran = run("tiers", "-c", FILE_NAME, folder=tmp_path)
    assert (ran.code, ran.out) == (2, b"")
    shown = r"\x3a:error::\x1b[31m\n\u202e|[red]x[-red] =1.json"
    assert ran.said[0].startswith(f"toolsearch: error: {shown}: {says}")
    assert found_raw(ran.err) == []


def test_what_the_prompt_answers_is_visible(folder: Path) -> None:
    lines = ["open", ":describe *door*", f":only {ATTACKS[0]}", f":host {ATTACKS[2]}", ":help"]
    given = "".join(f"{line}\n" for line in [*lines, f":{ATTACKS[3]}", QUERY.replace("\n", " ")])
    ran = run(*words_of(("query", "-i")), given=argument(given), folder=folder)
    assert ran.code == 0
    assert "e.vil" in ran.text
    assert found_raw(ran.out) == []
    assert found_raw(ran.err) == []


def answer(folder: Path, *command: str) -> Any:
    return json.loads(run(*words_of(command), folder=folder).out)


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_json_gives_back_the_very_strings(form: str, folder: Path) -> None:
    if form == "json":
        scenario = answer(folder, "tiers", "--json")["scenarios"][0]
        names = {one["source"] for one in scenario["sources"]}
    else:
        out = run(*words_of(("tiers", "-f", "jsonl")), folder=folder).out
        names = {json.loads(line)["source"].removesuffix(" (plugin)") for line in out.splitlines()}
    assert names == {one["name"] for one in SOURCES}


def test_json_of_a_tool_and_of_a_query_is_untouched(folder: Path) -> None:
    described = answer(folder, "describe", "*window*", "--json")
    assert described["tool"]["name"] == hostile("window")
    assert described["tool"]["file"] == FILE_NAME
    assert described["definition"]["function"]["description"] == hostile("open the window")
    findings = answer(folder, "check", "--max-tools", "server*=0", "--json")["findings"]
    assert (hostile("server"), FILE_NAME) in {(one["source"], one["file"]) for one in findings}
    asked = QUERY.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")
    assert answer(folder, "query", "--json", QUERY)["calls"][0]["queries"] == [asked]
    rows = run(*words_of(("query", "-f", "jsonl", QUERY)), folder=folder).out.splitlines()
    assert {json.loads(row)["query"] for row in rows} == {asked}


def test_the_manifest_in_a_pipe_and_in_a_file_is_exact(folder: Path) -> None:
    expected = disclosed(folder).listing.text.encode("utf-8", "surrogatepass")
    assert b"\x1b[31;1mred" in expected
    assert run(*words_of(("manifest",)), folder=folder).out == expected
    ran = run(*words_of(("manifest", "-o", "out.txt")), folder=folder)
    assert (ran.out, (folder / "out.txt").read_bytes()) == (b"", expected)


def test_the_array_in_a_pipe_and_in_a_file_is_exact(folder: Path) -> None:
    written = run(*words_of(("manifest", "--array")), folder=folder).out
    text = written.decode("utf-8")
    assert json.loads(text) == json.loads(json.dumps(disclosed(folder).array))
    assert "\u202e" in text
    run(*words_of(("manifest", "--array", "-o", "out.json")), folder=folder)
    assert (folder / "out.json").read_bytes() == written
    looked_at = run_on_terminal(*words_of(("manifest", "--array", "-q")), folder=folder)
    shown = looked_at.text[looked_at.text.index("[\n") :]
    assert json.loads(shown) == json.loads(text)
