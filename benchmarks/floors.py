"""The floors: the least a program of this kind can do, written out as scripts and run."""

from __future__ import annotations

import inspect
import re
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING

from typer import Context

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_MODULES = re.compile(r"\b(?:\w+\.)+")

PARSE_ONLY = """
import gzip, json, sys
from pathlib import Path
from typing import Annotated
import typer

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

@app.command()
def main(paths: list[Path]) -> None:
    tools = 0
    for path in paths:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        tools += len(json.loads(data)["tools"])
    print(tools, "tools")

app()
"""
"""A one-command Typer app that parses the same files with the same JSON library."""


def empty_app(folder: Path) -> Path:
    """Write a Typer app that declares the commands and options of ours and does nothing."""
    from toolsearch_cli.cli.command_table import COMMANDS

    lines = [
        "from enum import StrEnum",
        "from pathlib import Path",
        "from typing import Annotated",
        "import typer",
        "app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)",
    ]
    enums: dict[str, type[Enum]] = {}
    commands: list[str] = []
    for entry in COMMANDS:
        callback = getattr(import_module(f"toolsearch_cli.cli.{entry.file}"), entry.file)
        signature = inspect.signature(callback)
        commands += [f"@app.command({entry.name!r})", f"def {callback.__name__}("]
        commands += [
            _parameter(one, enums)
            for one in signature.parameters.values()
            if one.annotation is not Context  # given by Typer, and no option
        ]
        commands += [") -> None:", f"    {inspect.getdoc(callback)!r}"]
    for name, choices in enums.items():
        lines.append(f"class {name}(StrEnum):")
        lines += [f"    {member.name} = {member.value!r}" for member in choices]
    path = folder / "empty_app.py"
    path.write_text("\n".join([*lines, *commands, "app()"]) + "\n", encoding="utf-8")
    return path


def _parameter(parameter: inspect.Parameter, enums: dict[str, type[Enum]]) -> str:
    """Return one option or argument as source text."""
    annotation = parameter.annotation
    kind, (info,) = annotation.__origin__, annotation.__metadata__
    for part in (kind, *getattr(kind, "__args__", ())):
        if isinstance(part, type) and issubclass(part, Enum):
            enums[part.__name__] = part
    names = [repr(name) for name in _declared(info)]
    words = ", ".join([*names, f"help={info.help!r}", f"metavar={info.metavar!r}"])
    default = parameter.default
    value = f"{type(default).__name__}.{default.name}" if isinstance(default, Enum) else default
    given = "" if default is inspect.Parameter.empty else f" = {value}"
    star = "*, " if parameter.name == "catalog" else ""
    declared = f"Annotated[{_spelled(kind)}, typer.{_kind(info)}({words})]"
    return f"    {star}{parameter.name}: {declared}{given},"


def _declared(info: object) -> Iterable[str]:
    first = getattr(info, "default", None)
    declared = [first] if isinstance(first, str) else []
    return [*declared, *(getattr(info, "param_decls", None) or ())]


def _kind(info: object) -> str:
    return type(info).__name__.removesuffix("Info")


def _spelled(kind: object) -> str:
    if isinstance(kind, type) and not hasattr(kind, "__args__"):
        return kind.__name__
    return _MODULES.sub("", str(kind))
