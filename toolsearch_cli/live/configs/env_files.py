"""Files of variables that configs name: read when their servers are started, and not before.

Whoever is asked whether a server may be started has not yet agreed to its files being opened.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.reading import read_path
from toolsearch_cli.errors import InputError
from toolsearch_cli.live.configs.entries import Program, Unusable, kept
from toolsearch_cli.live.hidden import Hidden
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.live.configs.entries import ServerEntry

LONGEST_ENV_FILE: Final = 1 << 20
"""Bytes of a file of variables."""


def with_env_file(entry: ServerEntry) -> ServerEntry:
    """Return the entry with the variables of the file that it names; itself where it names none.

    What it is given besides counts more. It is `Unusable` where the file is longer than 1 MiB, a
    pipe or a device, or cannot be read.
    """
    launch = entry.launch
    if not isinstance(launch, Program) or launch.env_file is None:
        return entry
    try:
        text = read_path(Path(launch.env_file), "", LONGEST_ENV_FILE)
    except InputError as error:
        reason = f"its envFile cannot be read: {visible(launch.env_file)}: {error.reason}"
        return replace(entry, launch=Unusable(reason))
    found = dict(_variables(text))
    given = {name: Hidden(value) for name, value in found.items()} | dict(launch.env)
    return replace(
        entry,
        launch=replace(launch, env=tuple(given.items()), env_file=None),
        secrets=(*entry.secrets, *kept(found.items())),
    )


def _variables(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            value = value.strip()
            is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
            yield name.strip(), value[1:-1] if is_quoted else value
