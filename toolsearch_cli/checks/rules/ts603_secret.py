"""TS603: values that look like secrets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolsearch_cli.checks.findings import Docs, Rule, Severity
from toolsearch_cli.checks.texts import objections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.checks.context import Context
    from toolsearch_cli.checks.findings import Finding


_SECRETS = (
    ("an AWS access key", ("AKIA", "ASIA"), re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    (
        "a GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,})"),
    ),
    ("an API key", ("sk-",), re.compile(r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}")),
    ("a Stripe key", ("k_live_",), re.compile(r"\b[sr]k_live_[A-Za-z0-9]{20,}")),
    ("a Slack token", ("xox",), re.compile(r"\bxox[abeoprs]-[A-Za-z0-9-]{20,}")),
    ("a Google API key", ("AIza",), re.compile(r"\bAIza[A-Za-z0-9_-]{35}")),
    (
        "a JSON Web Token",
        ("eyJ",),
        re.compile(r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
    ),
    ("a private key", ("PRIVATE KEY",), re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----")),
    ("a password in an address", ("://",), re.compile(r"://[^\s/:@]+:[^\s/:@]{6,}@\w")),
)
"""What it is, what is in every one of them, and its pattern."""
_PLACEHOLDER = re.compile(
    r"example|sample|your|pass(?:word|wd)?@|placeholder|x{6}|\.\.\.|<|\{|\*\*|0{8}|1234",
    re.IGNORECASE,
)


def find(context: Context) -> Iterator[Finding]:
    """Yield each source and tool with a value that looks like a secret; the value is not said."""
    for one in objections(context, _reason):
        remedy = "take it out and revoke it: whoever reads the catalog has it"
        yield context.found(
            RULE, one.place, f"{one.where} holds what looks like {one.reason}", remedy
        )


def _reason(text: str) -> str:
    for kind, signs, pattern in _SECRETS:
        if any(sign in text for sign in signs):
            for match in pattern.finditer(text):
                if not _PLACEHOLDER.search(match[0]):
                    return kind
    return ""


RULE = Rule(
    "TS603",
    "secret",
    Severity.error,
    "a value looks like a secret",
    docs=Docs(
        why=(
            "Defaults and examples are generated from a developer's settings now and then. A "
            "catalog is sent to every model and stored in every transcript."
        ),
        bad='"token": {"type": "string", "default": "ghp_" + 36 letters and digits}',
        good='"token": {"type": "string", "description": "A GitHub token, from GITHUB_TOKEN."}',
        fix="Revoke it, then take it out; read secrets from the environment.",
    ),
    fires=0,
    find=find,
)
