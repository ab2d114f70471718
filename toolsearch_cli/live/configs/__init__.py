"""Client configs: from a file to the servers that it names, ready to be started.

Pure but for reading the files, and without the `mcp` package.
"""

from __future__ import annotations

from toolsearch_cli.live.configs.entries import (
    Address,
    Program,
    ServerEntry,
    ToolChoice,
    Unusable,
    address_entry,
    command_entry,
)
from toolsearch_cli.live.configs.env_files import with_env_file
from toolsearch_cli.live.configs.reading import Config, Input, read_config
from toolsearch_cli.live.configs.variables import Used, Variables

__all__ = [
    "Address",
    "Config",
    "Input",
    "Program",
    "ServerEntry",
    "ToolChoice",
    "Unusable",
    "Used",
    "Variables",
    "address_entry",
    "command_entry",
    "read_config",
    "with_env_file",
]
