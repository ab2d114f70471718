"""TS001: an ignore that has expired."""

from __future__ import annotations

from toolsearch_cli.checks.findings import Docs, Rule, Severity

EXPIRED_IGNORE = Rule(
    "TS001",
    "expired-ignore",
    Severity.warning,
    "an ignore has expired",
    docs=Docs(
        why=(
            "An ignore with a date is a promise to mend something by then. After that day it "
            "counts no more: what it hid is reported again, and this finding says why."
        ),
        bad="""rules:
  ignore:
    - {rules: [TS301], tools: ["github/*"], reason: "fixed in 2.0", until: 2020-01-31}""",
        good="""rules:
  ignore:
    - {rules: [TS301], tools: ["github/*"], reason: "fixed in 2.0", until: 2099-01-31}""",
        fix="Mend what it hid and delete it, or give it a later date.",
    ),
)
