"""Streams and exit codes: stdout is data, stderr is narration, whatever they are connected to."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from tests.process.program import COMMAND, Ran, environment, run, run_on_terminal

if TYPE_CHECKING:
    from pathlib import Path

EVERYDAY = ("-c", "sample:everyday")
LARGE = ("manifest", "--form", "full", "-c", "sample:cloudflare")
FORMS = ("table", "plain", "json", "csv", "svg")
FAILING = ("check", *EVERYDAY, "--max-tools", "1")


def in_shell(line: str, *words: str) -> Ran:
    """Run the program where a shell line says `"$@"`."""
    ended = subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, *words],
        capture_output=True,
        env=environment(),
        timeout=20,
        check=False,
    )
    return Ran(ended.returncode, ended.stdout, ended.stderr)


def catalog_of(folder: Path, *names: str) -> str:
    """Write a catalog of sources with one tool each; return its file's name."""
    tools = [{"name": "open", "description": "Opens a door.", "inputSchema": {}}]
    sources = [{"name": name, "tools": tools} for name in names]
    (folder / "catalog.json").write_text(json.dumps({"servers": sources}), encoding="utf-8")
    return "catalog.json"


@pytest.mark.parametrize("form", FORMS)
def test_a_file_gets_what_stdout_would(form: str, tmp_path: Path) -> None:
    printed = run("tiers", *EVERYDAY, "-f", form)
    written = run("tiers", *EVERYDAY, "-f", form, "-o", str(tmp_path / "out"))
    assert (printed.code, printed.err) == (written.code, written.err) == (0, b"")
    assert (written.out, (tmp_path / "out").read_bytes()) == (b"", printed.out)
    assert printed.out.endswith(b"\n")


def test_a_file_that_cannot_be_written_is_a_wrong_option(tmp_path: Path) -> None:
    ran = run("tiers", *EVERYDAY, "-o", "none/out.txt", folder=tmp_path)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.said == ["toolsearch: error: --output none/out.txt: No such file or directory"]


def test_quiet_ends_narration_but_not_warnings(tmp_path: Path) -> None:
    spoken = run("tiers", folder=tmp_path)
    quiet = run("tiers", "-q", folder=tmp_path)
    (said,) = spoken.said
    assert said.startswith("No catalog named: showing sample:demo. Name yours with -c PATH")
    assert (quiet.out, quiet.err) == (spoken.out, b"")
    warned = run("tiers", "-q", "-", given=b'{"tools": [{"name": "a"}, 5]}')
    assert [line.split(":")[1] for line in warned.said] == [" warning"]


def test_a_pipe_that_nobody_reads_is_told_how_to_be(tmp_path: Path) -> None:
    piped = run("tiers", given=b'{"tools": [{"name": "a"}]}', folder=tmp_path)
    assert piped.said[0].endswith("Name yours with -c PATH, or -c - for what is piped in.")
    queries = run("query", given=b"create issue", folder=tmp_path)
    assert queries.said[0].endswith("Name yours with -c PATH.")


def test_verbose_says_how_each_file_was_read() -> None:
    ran = run("tiers", "-v", "-", given=b'{"tools": [{"name": "a"}]}')
    assert ran.said == ["-: mcp, 1 source, 1 tool"]
    assert run("tiers", "-", given=b'{"tools": [{"name": "a"}]}').err == b""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (LARGE, 0),
        ((*LARGE, "--json"), 0),
        (("check", "-c", "sample:cloudflare", "--max-tool-tokens", "1", "--json"), 1),
    ],
)
def test_a_reader_may_leave(words: tuple[str, ...], code: int) -> None:
    """`| head -1`: silence, and the code is what it would have been."""
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        said = process.stderr.read()
        assert (process.wait(20), said) == (code, b"")


def test_endless_queries_end_when_nobody_reads() -> None:
    ran = in_shell('yes "create issue" | "$@" | head -1', "query", *EVERYDAY)
    assert ran.text == "“create issue” · hermes · verified · context unknown\n"
    assert ran.err == b""


@pytest.mark.parametrize(
    ("line", "words", "code", "said"),
    [
        ('"$@" >&-', ("tiers", *EVERYDAY), 0, []),
        ('"$@" >&-', FAILING, 1, []),
        ('"$@" >&-', ("--help",), 0, []),
        ('"$@" 2>&-', ("tiers", "-q"), 0, []),
        ('"$@" 2>&-', ("tiers", "-c", "none.json"), 2, []),
        ('"$@" >&- 2>&-', ("tiers", "--nope"), 2, []),
        (
            '"$@" >/dev/full',
            ("tiers", *EVERYDAY),
            3,
            ["toolsearch: error: standard output: No space left on device"],
        ),
    ],
)
def test_closed_and_full_streams(
    line: str, words: tuple[str, ...], code: int, said: list[str]
) -> None:
    ran = in_shell(line, *words)
    assert (ran.code, ran.said) == (code, said)


def test_nobody_need_read_what_goes_wrong() -> None:
    ran = in_shell('{ "$@" 2>&1 >&3; echo "$?" >&3; } 3>&1 | true', "tiers", "-c", "none.json")
    assert ran.text in {"2\n", ""}


@pytest.mark.parametrize(
    ("words", "no_color", "sequences"),
    [
        ((), "", "some"),
        ((), "1", "none"),
        (("--color", "never"), "", "none"),
        (("--color", "always"), "1", "some"),
    ],
)
def test_colour_on_a_terminal(words: tuple[str, ...], no_color: str, sequences: str) -> None:
    ran = run_on_terminal("tiers", *EVERYDAY, *words, NO_COLOR=no_color)
    assert ran.code == 0
    assert ("some" if b"\x1b[" in ran.out else "none") == sequences


def test_colour_in_a_pipe() -> None:
    always = run("tiers", *EVERYDAY, "-f", "table", "--color", "always")
    auto = run("tiers", *EVERYDAY, "-f", "table")
    assert b"\x1b[" in always.out
    assert b"\x1b" not in auto.out


@pytest.mark.parametrize(
    "words",
    [
        ("tiers",),
        ("tiers", "--context", "1k,200k"),
        ("query", "--explain", "open a door"),
        ("describe", "*long_name*"),
        ("check", "--max-tools", "9", "-v"),
    ],
)
def test_a_table_never_exceeds_the_terminal(words: tuple[str, ...], tmp_path: Path) -> None:
    name = catalog_of(tmp_path, "a" + "long-name-" * 20, "数据库" * 20, "データ", "e\u0301\u0301")
    ran = run_on_terminal(*words, "-c", name, folder=tmp_path, NO_COLOR="1")
    assert ran.code == 0, ran.text
    assert max(map(cell_len, ran.text.split("\n"))) <= 80
    piped = run(*words, "-c", name, "-f", "table", folder=tmp_path, COLUMNS="40")
    assert max(map(cell_len, piped.text.split("\n"))) <= 40


def test_a_terminal_is_told_what_to_run_next_and_a_pipe_is_not(tmp_path: Path) -> None:
    name = catalog_of(tmp_path, "git")
    (tmp_path / name).rename(tmp_path / "my tools.json")
    shown = run_on_terminal("tiers", "my tools.json", folder=tmp_path, NO_COLOR="1")
    assert "next: toolsearch manifest -c 'my tools.json'" in shown.text
    assert b"next:" not in run("tiers", "my tools.json", folder=tmp_path).out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("tires",), "No such command 'tires'."),
        (("tiers", "--contxt", "5"), "No such option: --contxt"),
        (("tiers", "--context"), "Option '--context' requires an argument."),
        (("tiers", "-f", "xml"), "Invalid value for '--format' / '-f': 'xml' is not one of"),
        (("tiers", "--top", "0"), "Invalid value for '--top'"),
        (("describe",), "Missing argument 'NAME...'."),
        (("tiers", "--host", "nobody"), "no such host: nobody"),
        (("tiers", "--set", "listng=on"), "hermes has no setting 'listng'"),
        (("tiers", *EVERYDAY, "--only", "nobody"), "--only nobody: no such source"),
        (("check", "--max-tools", "5"), "no catalog named"),
    ],
)
def test_wrong_usage_is_one_line(words: tuple[str, ...], error: str, tmp_path: Path) -> None:
    ran = run(*words, folder=tmp_path)
    assert (ran.code, ran.out) == (2, b"")
    first, *hints = ran.said
    assert first.startswith(f"toolsearch: error: {error}")
    assert all(line.startswith("hint: ") for line in hints)


def test_under_ci_a_sample_never_stands_in(tmp_path: Path) -> None:
    ran = run("tiers", folder=tmp_path, CI="true")
    assert (ran.code, ran.out) == (2, b"")
    assert ran.said[0] == "toolsearch: error: no catalog named"
    assert "TOOLSEARCH_CATALOG" in ran.said[1]


def test_where_the_catalog_comes_from(tmp_path: Path) -> None:
    """Flags win over the environment, and that over the project's file."""
    (tmp_path / "below").mkdir()
    for name in ("flag", "variable", "project"):
        catalog_of(tmp_path, f"from-{name}")
        (tmp_path / "catalog.json").rename(tmp_path / f"{name}.json")
    (tmp_path / "toolsearch.yaml").write_text("catalogs: [project.json]\n", encoding="utf-8")
    below = tmp_path / "below"
    by_project = run("tiers", folder=below, CI="true")
    by_variable = run("tiers", folder=below, TOOLSEARCH_CATALOG="../variable.json")
    by_flag = run("tiers", "-c", "../flag.json", folder=below, TOOLSEARCH_CATALOG="none.json")
    for ran, name in ((by_project, "project"), (by_variable, "variable"), (by_flag, "flag")):
        assert (ran.code, ran.err) == (0, b"")
        assert f"from-{name} " in ran.text


@pytest.mark.parametrize("size", [100_000, 40_000_000])
def test_an_interrupt_ends_a_long_load(size: int) -> None:
    """While it still reads, and while it decodes what it has read."""
    with subprocess.Popen(
        [*COMMAND, "tiers", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        part = b'{"name": "a", "inputSchema": {}},\n'
        process.stdin.write(b"[" + part * (size // len(part)))
        process.stdin.flush()
        if size > 1_000_000:
            process.stdin.write(b"5]")
            process.stdin.close()
            process.stdin = None
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=20)
    assert (process.returncode, out, said) == (130, b"", b"")


BROKEN = """
import sys
import toolsearch_cli.workbench
from toolsearch_cli.__main__ import main

def fail(*_):
    raise ZeroDivisionError("of all things\\x1b[31m")

toolsearch_cli.workbench.disclosures = fail
sys.argv = ["toolsearch", "tiers", "-c", "sample:everyday"]
main()
"""


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_bug_of_ours_has_a_code_of_its_own(debug: str) -> None:
    ended = subprocess.run(
        [COMMAND[0], "-c", BROKEN],
        capture_output=True,
        env=environment(TOOLSEARCH_DEBUG=debug),
        timeout=20,
        check=False,
    )
    said = ended.stderr.decode().splitlines()
    assert ended.stdout == b""
    if debug:
        assert said[0] == "Traceback (most recent call last):"
        assert any(line.endswith("in fail") for line in said)
        return
    assert ended.returncode == 70
    assert said == [
        r"toolsearch: error: this is a bug of ours: ZeroDivisionError: of all things\x1b[31m",
        "hint: run it again with TOOLSEARCH_DEBUG=1 and report what it prints",
    ]
