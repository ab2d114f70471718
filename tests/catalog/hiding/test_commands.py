"""What is hidden of a command line, and what is left to be seen."""

from __future__ import annotations

import json
import shlex
import string
from base64 import b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.catalog.capturing import secrets_in, shown_command
from toolsearch_cli.catalog.hiding import command_spans, merged
from toolsearch_cli.live.configs import command_entry
from toolsearch_cli.live.hidden import redaction


def _commands(file: str) -> list[list[str]]:
    """The commands of a file beside this one, each a list of words on a line of its own."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


PLANTED = _commands("planted.jsonl")
"""In each of them `planted` is, or is in, a secret."""
PLAIN = _commands("plain.jsonl")
"""Without a secret: whoever is asked whether they may run has to see all of them."""
_SECRET_NAMES = (
    *("token", "secret", "password", "pass", "pwd", "api-key", "auth-token", "access-token"),
    *("client-secret", "private-key", "secret-key", "bearer", "credentials", "passphrase"),
)
_PLAIN_NAMES = (
    *("mode", "sort", "tokenizer", "max-tokens", "token-bucket", "key-file", "author", "keyboard"),
    *("compass", "monkey", "no-auth", "secret-name", "password-file", "sort-key", "stop-token"),
)


@pytest.mark.parametrize("command", PLANTED, ids=shlex.join)
def test_no_planted_secret_is_shown(command: list[str]) -> None:
    assert "planted" not in shown_command(command).lower()


@pytest.mark.parametrize("command", PLANTED, ids=shlex.join)
def test_what_is_hidden_of_a_command_is_hidden_of_what_its_server_says(
    command: list[str],
) -> None:
    held = [text for _, text in secrets_in(command) if "planted" in text.lower()]
    assert held
    hidden = redaction(command_entry(command, {}).secrets)
    for text in held:
        assert hidden.text(f"it was {text}!") != f"it was {text}!" or text == "planted"


@pytest.mark.parametrize("command", PLAIN, ids=shlex.join)
def test_what_is_plain_is_shown(command: list[str]) -> None:
    assert shown_command(command) == shlex.join(command).replace("\n", "\\n")
    assert list(secrets_in(command)) == []


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (
            ("x", '{"mode": "fast", "token": "abc"}'),
            """x '{"mode": "fast", "token": "'"$TOKEN"'"}'""",
        ),
        (("x", "-kSECRET"), 'x -k"$K"'),
        (("x", "-e", "DB_PASSWORD=a b"), 'x -e DB_PASSWORD="$DB_PASSWORD"'),
        (("docker", "run", "-e", "Log.Level=info", "i"), 'docker run -e Log.Level="$LOG_LEVEL" i'),
        (("docker", "run", "-iteA=1", "i", "-v"), 'docker run -iteA="$A" i -v'),
        (("docker", "run", "--env=A=1", "i"), 'docker run --env=A="$A" i'),
        (("sh", "-c", "docker run -e A=$(evil) i"), "sh -c 'docker run -e A=$(evil) i'"),
        (("x", "-H", "X-Api-Key: 1234", "-v"), "x -H 'X-Api-Key: '\"$X_API_KEY\" -v"),
        (("x", "--password", "12345"), 'x --password "$PASSWORD"'),
        (("x", "--token", "YWJj=="), 'x --token "$TOKEN"'),
        (("x", "--pin", "1234"), 'x --pin "$PIN"'),
        (
            ("sh", "-c", "TOKEN='a b' exec x --mode fast > /tmp/y"),
            """sh -c TOKEN="$TOKEN"' exec x --mode fast > /tmp/y'""",
        ),
        (
            ("sh", "-c", "echo hush | docker login --password-stdin && rm -rf /"),
            """sh -c 'echo '"$SECRET"' | docker login --password-stdin && rm -rf /'""",
        ),
        (
            ("sh", "-c", "cat <<X >f\nkey: a b\nmode: c\nX\nrun f"),
            "sh -c 'cat <<X >f\\nkey: '\"$KEY\"'\\nmode: c\\nX\\nrun f'",
        ),
        (
            ("sh", "-c", "bash <<X\nKEY=1 rm -rf /\nX\n"),
            "sh -c 'bash <<X\\nKEY='\"$KEY\"' rm -rf /\\nX\\n'",
        ),
        (("ssh", "h", "KEY=1 rm -rf /"), "ssh h KEY=\"$KEY\"' rm -rf /'"),
        (("x", "a;b;key=c", "x"), "x 'a;b;key='\"$KEY\" x"),
    ],
)
def test_only_the_secret_is_hidden(command: list[str], shown: str) -> None:
    assert shown_command(command) == shown


def _spelled(draw: st.DrawFn, name: str) -> str:
    """A name in one of the ways that programs spell their flags and variables."""
    words = name.split("-")
    return draw(
        st.sampled_from(
            [
                f"--{name}",
                f"-{name}",
                f"--{'_'.join(words)}",
                f"--{words[0]}{''.join(word.title() for word in words[1:])}",
                f"--{name.upper()}",
                f"--my-{name}",
                f"--github.{name}",
            ]
        )
    )


@st.composite
def flags(draw: st.DrawFn) -> tuple[list[str], str]:
    """A secret under a flag in any spelling, in one word or two, and the secret."""
    secret = draw(st.text(string.ascii_letters + string.digits + "+/=_. ;&|$'\"", max_size=20))
    secret = f"q9{secret}7x"
    flag = _spelled(draw, draw(st.sampled_from(_SECRET_NAMES)))
    variable = flag.lstrip("-").replace("-", "_").upper()
    spellings: list[list[str]] = [
        [flag, secret],
        [f"{flag}={secret}"],
        [flag, f"-{secret}"],
        ["-e", f"{variable}={secret}"],
        [f"--env={variable}={secret}"],
        ["sh", "-c", f"exec x {flag} {shlex.quote(secret)}; y"],
        ["env", f"{variable}={secret}", "x"],
    ]
    return draw(st.sampled_from(spellings)), secret


@given(flags())
def test_however_a_flag_is_spelled_its_secret_is_hidden(one: tuple[list[str], str]) -> None:
    words, secret = one
    shown = shown_command(["run", "--mode", "fast", *words, "--then", "this"])
    assert shown.startswith("run --mode fast ")
    assert shown.endswith("--then this")
    assert "q9" not in shown
    assert any(secret in text for _, text in secrets_in(["run", *words]))


@given(st.data())
def test_a_flag_that_only_sounds_secret_hides_nothing(data: st.DataObject) -> None:
    flag = f"--{data.draw(st.sampled_from(_PLAIN_NAMES))}"
    value = data.draw(
        st.from_regex(r"[a-z]{2,8}(-[a-z]{2,8}){0,2}|[1-9][0-9]{0,4}", fullmatch=True)
    )
    for words in ([flag, value], [f"{flag}={value}"]):
        assert shown_command(["run", *words]) == shlex.join(["run", *words])


pieces = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "{",
            "[",
            '"token":',
            "TOKEN=",
            "a=" * 50,
            "://",
            "$(",
            "@",
            "<<EOF\n",
            "\\",
            "'",
            '"',
            "-k",
            "sh",
            "-c",
        ]
    ),
)


@given(st.lists(st.lists(pieces, max_size=5).map("".join), max_size=5))
def test_any_command_is_read(words: list[str]) -> None:
    shown_command(words)
    for word, spans in zip(words, command_spans(words), strict=True):
        stop = 0
        for span in merged(spans):
            assert stop <= span.start < span.stop <= len(word)
            stop = span.stop


def test_no_depth_is_too_deep() -> None:
    for word in (
        "a=" * 20_000,
        "--env=a=-e=" * 9_000,
        "-e=a=" * 9_000,
        "[" * 20_000,
        '{"a":' * 20_000,
        "((" * 20_000,
        "'" * 20_001,
    ):
        shown_command(["x", word])


def test_a_secret_is_hidden_where_others_encode_it() -> None:
    hidden = redaction(command_entry(["x", "https://me:planted1@h/x"], {}).secrets)
    for text in ("planted1", b64encode(b"planted1").decode()):
        assert "[hidden: " in hidden.text(f"Authorization: {text}")
