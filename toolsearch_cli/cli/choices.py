"""Words that options accept, as Typer wants them; a test holds them to their registries."""

from __future__ import annotations

from enum import StrEnum


class OutputFormat(StrEnum):
    """Formats of an answer."""

    table = "table"
    plain = "plain"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    markdown = "markdown"
    svg = "svg"

    @property
    def rows_only(self) -> bool:
        """Whether it holds the rows of one grid, without what stands around them."""
        from toolsearch_cli.reports import PAGE_FORMATS

        return self is not OutputFormat.json and PAGE_FORMATS[self.value].rows_only

    @property
    def one_document(self) -> bool:
        """Whether it is one document, whatever the number of answers."""
        from toolsearch_cli.reports import PAGE_FORMATS

        return self is OutputFormat.json or PAGE_FORMATS[self.value].one_document


class ReportFormat(StrEnum):
    """Formats of a check's findings; `text` is what its stream calls for, table or plain."""

    text = "text"
    table = "table"
    plain = "plain"
    json = "json"
    markdown = "markdown"
    github = "github"
    sarif = "sarif"
    junit = "junit"


class ColorMode(StrEnum):
    """When to use colour."""

    auto = "auto"
    always = "always"
    never = "never"


class InputFormat(StrEnum):
    """Input shapes that `--input-format` may force."""

    native = "native"
    mcp = "mcp"
    inspector = "inspector"
    server_map = "server_map"
    openai = "openai"
    anthropic = "anthropic"
    gemini = "gemini"
    request = "request"
    mcporter = "mcporter"
    fastmcp = "fastmcp"
    toolsnaps = "toolsnaps"
    openapi = "openapi"
    openapi_by_tag = "openapi_by_tag"
    docker_tools = "docker_tools"
    docker_catalog = "docker_catalog"
    docker_profile = "docker_profile"
    bundle = "bundle"
    smithery = "smithery"
    livemcpbench = "livemcpbench"
    server_list = "server_list"
    azure_tools = "azure_tools"
    plugin = "plugin"
    arion = "arion"
    traffic = "traffic"
    har = "har"
    client_config = "client_config"
    server_manifest = "server_manifest"
    registry = "registry"
    langchain = "langchain"
    answer = "answer"


class TargetFormat(StrEnum):
    """Shapes that `convert` writes."""

    native = "native"
    mcp = "mcp"
    openai = "openai"
    anthropic = "anthropic"
    gemini = "gemini"


class ListedForm(StrEnum):
    """Forms a listing can be shown in, whatever the budget."""

    full = "full"
    names = "names"
    summary = "summary"


class SortKey(StrEnum):
    """What `tiers --sort` orders by: the name, a column of figures, or how well tools are found."""

    name = "name"
    tools = "tools"
    eager = "eager"
    full = "full"
    names = "names"
    summary = "summary"
    now = "now"
    saving = "saving"
    findability = "findability"


class RankerName(StrEnum):
    """Rankers that `query --ranker` takes."""

    host = "host"
    okapi = "okapi"


class FailLevel(StrEnum):
    """Severities that `check --fail-level` takes."""

    error = "error"
    warning = "warning"
    info = "info"
