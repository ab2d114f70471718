"""Words that options accept, as Typer wants them; a test holds them to their registries."""

from __future__ import annotations

from enum import Enum


class OutputFormat(str, Enum):
    """Forms of an answer."""

    table = "table"
    plain = "plain"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    markdown = "markdown"


class ColorMode(str, Enum):
    """When to use colour."""

    auto = "auto"
    always = "always"
    never = "never"


class InputFormat(str, Enum):
    """Input shapes that `--input-format` may force."""

    native = "native"
    mcp = "mcp"
    inspector = "inspector"
    server_map = "server-map"
    openai = "openai"
    anthropic = "anthropic"
    request = "request"


class ListedForm(str, Enum):
    """Forms a listing can be shown in, whatever the budget."""

    full = "full"
    names = "names"
    summary = "summary"


class SortKey(str, Enum):
    """Columns that `tiers --sort` orders by."""

    name = "name"
    tools = "tools"
    eager = "eager"
    full = "full"
    names = "names"
    now = "now"
    saving = "saving"
