"""TS002: an ignore that hides nothing."""

from __future__ import annotations

from toolsearch_cli.checks.findings import Docs, Rule, Severity

UNUSED_IGNORE = Rule(
    "TS002",
    "unused-ignore",
    Severity.info,
    "an ignore hides nothing",
    docs=Docs(
        why=(
            "What it was written for is mended, or its name is not quite that of the tool. Left "
            "in place it will hide the next finding of its kind, which nobody has looked at."
        ),
        bad="""rules:
  ignore:
    - {rules: [TS301], tools: ["github/*"], reason: "fixed in 2.0"}   # 2.0 is out""",
        good="""rules:
  ignore: []""",
        fix="Delete it. It is not reported where one of its rules did not run.",
    ),
)
"""Found while findings are set aside, in `checks/selection.py`."""
