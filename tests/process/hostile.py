"""A catalog that is hostile in every field that is shown, and how its traces are found."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

ATTACKS = (
    "\x1b[31;1mred\x1b[0m\x1b[2J",
    "\x1b]8;;http://e.vil\x07link\x1b]8;;\x07",
    "\x1b]52;c;QUFBQQ==\x1b\\",
    "\x9b31mC1\x85\x9d",
    "bell\x07 return\r back\x08 delete\x7f tab\t",
    "[red]x[/red] [link=http://e.vil]y[/link]",
    "\u202egnp.exe\u202c \u2066x\u2069",
    "zero\u200bwidth\u200d\ufeff\u00ad tag\U000e0041\U000e007f",
    "\ud800 lone \udfff",
    "::error::x\n::error file=a::y\n  ::stop-commands::z",
    "##[error]x ##vso[task.setvariable]y",
    "<script>x</script> <b>&amp; --> \"'",
    "|a|b|\n|---|---|\n`c` ![i](http://e.vil) @everyone",
    '=HYPERLINK("http://e.vil")\n+1\n@SUM(A1)',
    "\u2028line\u2029paragraph",
)
ALL = " ".join(ATTACKS)
"""Every attack in one text."""
FILE_NAME = "::error::\x1b[31m\n\u202e|[red]x[-red] =1.json"
"""As a file name may be: everything but `/`."""
_COMMAND = re.compile(r"^\s*::\w|##\w*\[", re.MULTILINE)
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def hostile(word: str) -> str:
    return f"{word} {ALL}"


def _tool(name: str) -> dict[str, Any]:
    return {
        "name": hostile(name),
        "title": hostile("title"),
        "description": hostile(f"open the {name}"),
        "inputSchema": {
            "type": "object",
            "properties": {
                hostile("property"): {
                    "type": "string",
                    "description": hostile("meaning"),
                    "enum": [hostile("choice")],
                }
            },
            "required": [hostile("property")],
        },
        "annotations": {"title": hostile("annotation")},
        hostile("key"): hostile("value"),
    }


SOURCES: tuple[dict[str, Any], ...] = (
    {
        "name": hostile("server"),
        "instructions": hostile("instructions"),
        # Two tools of one name collide, and what is no tool is warned of: more text is shown.
        "tools": [_tool("door"), _tool("door"), {hostile("key"): 1}, 5],
    },
    {"name": "::error::plugin", "kind": "plugin", "label": ALL, "tools": [_tool("window")]},
    {"name": "=1+1", "tools": [_tool("gate"), {"name": "plain", "description": ALL}]},
)


def catalog_file(folder: Path) -> str:
    """Write the catalog under a hostile name, and return the name."""
    (folder / FILE_NAME).write_text(json.dumps({"servers": SOURCES}), encoding="utf-8")
    return FILE_NAME


def argument(text: str) -> bytes:
    """As a shell hands it to a process; a lone surrogate goes as the bytes it would have."""
    return text.encode("utf-8", "surrogatepass")


def found_raw(data: bytes) -> list[str]:
    """Find what acts on a terminal or on a CI runner, or cannot be seen; line feeds may stay."""
    text = data.decode("utf-8", "surrogatepass")
    return sorted(
        {ascii(one) for one in text if one != "\n" and unicodedata.category(one) in _INVISIBLE}
        | {match[0] for match in _COMMAND.finditer(text)}
    )
