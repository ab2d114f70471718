"""Client configs are recognised, and answered with lines that capture; no secret is in them."""

from __future__ import annotations

import json
import shlex
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.inputs import refusal
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

STDIO: dict[str, Any] = {"command": "npx", "args": ["-y", "server-git"], "env": {"GIT_PAT": "hush"}}
HTTP: dict[str, Any] = {
    "type": "http",
    "url": "https://mcp.example.org/mcp",
    "headers": {"Authorization": "Bearer hush", "X-Team": "hush"},
}
HEADERS = """--header 'Authorization: '"$AUTHORIZATION" --header 'X-Team: '"$X_TEAM\""""


def hint(document: Any) -> str:
    return refusal(document).hint or ""


def lines(document: Any) -> list[str]:
    return [line.strip() for line in hint(document).splitlines()[1:]]


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"mcpServers": {"git": STDIO}}, id="Claude, Cursor, ..."),
        pytest.param({"servers": {"git": STDIO}, "inputs": []}, id="VS Code"),
        pytest.param({"mcp": {"servers": {"git": STDIO}}}, id="VS Code settings"),
        pytest.param({"theme": "x", "context_servers": {"git": STDIO}}, id="Zed"),
        pytest.param({"mcp_servers": {"git": STDIO}}, id="Codex, Hermes"),
        pytest.param({"git": STDIO}, id="bare map"),
        pytest.param({"git": HTTP}, id="bare map, http"),
        pytest.param({"git": {"type": "stdio"}}, id="bare map, type only"),
        pytest.param({"mcpServers": [{"name": "git", **STDIO}]}, id="Continue, mcpproxy"),
        pytest.param([{"name": "git", **STDIO}], id="bare list"),
        pytest.param(
            {"mcp": {"git": {"type": "local", "command": ["npx", "-y", "server-git"]}}},
            id="opencode",
        ),
        pytest.param(
            {"extensions": {"git": {"type": "stdio", "cmd": "npx", "args": ["x"], "envs": {}}}},
            id="Goose",
        ),
        pytest.param({"mcpServers": {"git": {**STDIO, "tools": ["*"]}}}, id="Copilot"),
        pytest.param({"name": "x", "version": "1", "mcpServers": {"git": HTTP}}, id="extension"),
    ],
)
def test_each_shape_is_recognised(document: Any) -> None:
    error = refusal(document)
    assert str(error) == "-: names 1 server but holds no tools"
    captured = lines(document)
    assert len(captured) == 2
    assert captured[0].startswith("npx mcporter list ")
    assert captured[1].startswith("npx @modelcontextprotocol/inspector --cli ")
    assert all(line.endswith(" > git.json") for line in captured)
    assert "hush" not in str(error) + hint(document)


def test_comments_yaml_and_toml(tmp_path: Path) -> None:
    text = '// mine\n{"servers": {"a": {"url": "https://x.y/mcp",},},}'
    assert refusal(text).reason == "names 1 server but holds no tools"
    text = "mcpServers:\n- name: a\n  command: x\n- name: b\n  command: y\n"
    assert refusal(text).reason == "names 2 servers but holds no tools"
    path = tmp_path / "config.toml"
    path.write_text('[mcp_servers.a]\ncommand = "x"\nsince = 2024-01-01\n', encoding="utf-8")
    with pytest.raises(InputError, match="names 1 server but holds no tools"):
        load([str(path)])


def test_no_servers_at_all() -> None:
    assert refusal({"mcpServers": {}}).reason == "names 0 servers but holds no tools"


def test_a_file_that_both_programs_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my mcp.json").write_text(
        json.dumps({"mcpServers": {"git": STDIO, "web": HTTP}}), encoding="utf-8"
    )
    with pytest.raises(InputError) as caught:
        load(["my mcp.json"])
    assert (caught.value.hint or "").splitlines()[1:] == [
        "  npx mcporter list git --json --config 'my mcp.json' > git.json",
        (
            "  npx @modelcontextprotocol/inspector --cli --config 'my mcp.json' --server git"
            " --method tools/list > git.json"
        ),
        "  npx mcporter list web --json --config 'my mcp.json' > web.json",
        (
            "  npx @modelcontextprotocol/inspector --cli https://mcp.example.org/mcp "
            f"--transport http --method tools/list {HEADERS} > web.json"
        ),
    ]


def test_elsewhere_each_line_says_all() -> None:
    assert lines({"servers": {"git": STDIO}}) == [
        (
            "npx mcporter list --stdio npx --stdio-arg -y --stdio-arg server-git "
            '--env GIT_PAT="$GIT_PAT" --name git --json > git.json'
        ),
        (
            'npx @modelcontextprotocol/inspector --cli -e GIT_PAT="$GIT_PAT" npx -y server-git '
            "--method tools/list > git.json"
        ),
    ]
    assert lines({"servers": {"web": {**HTTP, "url": "http://localhost:1/sse"}}}) == [
        (
            "npx mcporter list --http-url http://localhost:1/sse --allow-http --name web --json "
            "> web.json"
        ),
        (
            "npx @modelcontextprotocol/inspector --cli http://localhost:1/sse --transport sse "
            f"--method tools/list {HEADERS} > web.json"
        ),
    ]


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
        (["--header", "X-Key:hush"], "--header 'X-Key: '\"$X_KEY\""),
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
    document = {"servers": {"x": {"command": "run", "args": args}}}
    inspector = lines(document)[1]
    assert inspector == (
        f"npx @modelcontextprotocol/inspector --cli run {shown} --method tools/list > x.json"
    )
    assert "hush" not in hint(document)


def test_a_command_in_one_string_is_no_hiding_place() -> None:
    assert "hush" not in hint({"servers": {"x": {"command": "run --token hush"}}})


def test_hostile_names_are_visible_and_harmless() -> None:
    names = ["../../etc/passwd", "a b; rm -rf /", "\x1b[31m", "\u202egpj", "$(id)", "x", "X", ""]
    text = hint({"servers": dict.fromkeys(names, STDIO)})
    assert text.isprintable() or set(text) - {"\n"} == {c for c in text if c.isprintable()}
    files = [line.rpartition(" > ")[2] for line in text.splitlines()[1::2]]
    assert files == [
        *("etc-passwd.json", "a-b-rm--rf.json", "31m.json", "gpj.json", "id.json", "x.json"),
        *("X-2.json", "server.json"),
    ]


printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)


@given(st.lists(printable, max_size=4), printable, printable)
def test_a_shell_reads_the_words_that_were_configured(
    args: list[str], name: str, command: str
) -> None:
    document = {"servers": {name: {"command": command, "args": args, "env": {name: "hush"}}}}
    for line in lines(document):
        # What a shell would run: nothing but npx, one output file, and words.
        words = shlex.split(line)
        assert words[0] == "npx"
        assert words.count(">") == 1 + [*args, command, name].count(">")


def test_a_real_shell_fills_the_variables_in() -> None:
    document = {"servers": {"it's": {"command": "run me", "args": ["--token", "hush", "$HOME"]}}}
    inspector = lines(document)[1].partition(" --cli ")[2].partition(" > ")[0]
    done = subprocess.run(
        ["sh", "-c", f"printf '%s|' {inspector}"],
        env={"TOKEN": "filled in"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "run me|--token|filled in|$HOME|--method|tools/list|"
