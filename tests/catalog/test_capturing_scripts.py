"""A word that a shell runs is shown: its secrets are hidden one by one, and nothing beside them."""

from __future__ import annotations

import pytest

from toolsearch_cli.catalog.capturing import secrets_in, shown_command


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (
            ("sh", "-c", "LOG=1; touch /tmp/x; exec false"),
            "sh -c 'LOG=1; touch /tmp/x; exec false'",
        ),
        (
            ("sh", "-c", "export TOKEN=PLANTED; curl http://u:p@h/x"),
            """sh -c 'export TOKEN='"$TOKEN"'; curl http://h/x'""",
        ),
        (("node", "-p", "evil(1);more()"), "node -p 'evil(1);more()'"),
        (("TOKEN=abc server.js",), "TOKEN=\"$TOKEN\"' server.js'"),
        (("./echo hello",), "'./echo hello'"),
        (("./echo --token abc",), "'./echo --token '\"$TOKEN\""),
        (("x", "--token", "a;b"), 'x --token "$TOKEN"'),
        (("x", ";", ";;", "<"), "x ';' ';;' '<'"),
    ],
)
def test_what_would_run_is_shown(command: tuple[str, ...], shown: str) -> None:
    assert shown_command(command) == shown


def test_the_secrets_of_a_script_are_known() -> None:
    found = set(secrets_in(("sh", "-c", "export TOKEN=PLANTED; curl http://u:hidden@h/x")))
    assert found >= {("TOKEN", "PLANTED"), ("password", "hidden")}
    assert list(secrets_in(("x", "--token", "a;b"))) == [("TOKEN", "a;b")]
