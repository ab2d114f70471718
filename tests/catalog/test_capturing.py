"""Commands and URLs of configs as shell words, in which every secret is a variable."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.catalog.capturing import capture_lines, shown_command


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["--token", "hush"], '--token "$TOKEN"'),
        (["--api-key=hush"], '--api-key="$API_KEY"'),
        (["-e", "DB_URL=hush"], '-e DB_URL="$DB_URL"'),
        (["SECRET=hush=="], 'SECRET="$SECRET"'),
        (
            ["--header", "Authorization: Bearer hush"],
            "--header 'Authorization: '\"$AUTHORIZATION\"",
        ),
        (["--header", "X-Key:hush"], '--header X-Key:"$X_KEY"'),
        (["-H", "hush"], '-H "$H"'),
        (["Authorization: hush"], "'Authorization: '\"$AUTHORIZATION\""),
        (["postgres://me:hush@db.example.org/x"], "postgres://db.example.org/x"),
        (["https://x.y/mcp?key=hush&mode=hush"], "'https://x.y/mcp?key='\"$KEY\"'&mode='\"$MODE\""),
        (["https://x.y/mcp?hush"], "'https://x.y/mcp?'\"$QUERY\""),
        (["https://x.y/s/hushhush12hushhush34/mcp"], 'https://x.y/s/"$SECRET"/mcp'),
        (["ghp_hushhushhush"], '"$SECRET"'),
        (["sk-hushhush"], '"$SECRET"'),
        (["xoxb-1234-hush"], '"$SECRET"'),
        (["hush1234hush1234hush"], '"$SECRET"'),
        (["--verbose", "--port", "8080", "./dir"], "--verbose --port 8080 ./dir"),
        (["@scope/server-filesystem@1.2.3", "/home/me"], "@scope/server-filesystem@1.2.3 /home/me"),
        (["--password", "--other"], "--password --other"),
    ],
)
def test_what_may_be_a_secret_becomes_a_variable(args: list[str], shown: str) -> None:
    assert shown_command(["run", *args]) == f"run {shown}"


def test_a_command_in_one_string_is_no_hiding_place() -> None:
    assert "hush" not in shown_command(["run --token hush"])


def test_hostile_names_are_visible_and_harmless() -> None:
    names = ["../../etc/passwd", "a b; rm -rf /", "\x1b[31m", "\u202egpj", "$(id)", "x", "X", ""]
    lines = list(capture_lines([(name, "https://x.example/mcp") for name in names]))
    assert all(line.isprintable() for line in lines)
    assert [shlex.split(line)[-1] for line in lines] == [
        *("etc-passwd.json", "a-b-rm--rf.json", "31m.json", "gpj.json", "id.json", "x.json"),
        *("X-2.json", "server.json"),
    ]


printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)


@given(st.lists(printable, min_size=1, max_size=4))
def test_a_shell_reads_as_many_words_as_were_configured(command: list[str]) -> None:
    assert len(shlex.split(shown_command(command))) == len(command)


def test_a_real_shell_fills_the_variables_in() -> None:
    shown = shown_command(["run me", "--token", "hush", "$HOME"])
    done = subprocess.run(
        ["sh", "-c", f"printf '%s|' {shown}"],
        env={"TOKEN": "filled in"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "run me|--token|filled in|$HOME|"
