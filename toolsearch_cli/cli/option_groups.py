"""Options that several commands share, each group declared once as a named tuple.

`with_options` gives a command one parameter a group and Typer one parameter a field. Named tuples
because every run of the program makes these classes, and dataclasses take four times as long.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

import typer

from toolsearch_cli.catalog.samples import PREFIX, SAMPLES
from toolsearch_cli.cli.choices import ColorMode, InputFormat, OutputFormat, ReportFormat

CATALOG, SCENARIO, OUTPUT = "Catalog", "Scenario", "Output"

CatalogPaths: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(metavar="[CATALOG]...", help="Catalogs, as with -c.", show_default=False),
]
"""The argument of a command that takes nothing but catalogs."""

ExactFlag: TypeAlias = Annotated[
    bool, typer.Option("--exact", help="Add exact o200k_base counts (slower).")
]


class CatalogOptions(NamedTuple):
    """Which catalogs to load, and how."""

    catalog: Annotated[
        list[str] | None,
        typer.Option(
            "--catalog",
            "-c",
            metavar="PATH",
            help=f"A file, folder, glob, '-' or {PREFIX}NAME ({', '.join(SAMPLES)}); repeatable.",
            rich_help_panel=CATALOG,
        ),
    ] = None
    source: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Name a source that its file does not.", rich_help_panel=CATALOG
        ),
    ] = None
    input_format: Annotated[
        InputFormat | None,
        typer.Option(
            metavar="FORMAT",
            help="Read every file as this; `toolsearch formats` lists them.",
            rich_help_panel=CATALOG,
        ),
    ] = None
    max_bytes: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Largest file, unpacked (64 MiB).", rich_help_panel=CATALOG
        ),
    ] = None
    split_prefix: Annotated[
        str | None,
        typer.Option(
            metavar="SEPARATOR",
            help="What parts a server's name from a tool's, such as __, - or /.",
            rich_help_panel=CATALOG,
        ),
    ] = None
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Refuse what cannot be a tool.", rich_help_panel=CATALOG),
    ] = False


class ScenarioOptions(NamedTuple):
    """Which host, at which size, with which settings, for which sources."""

    host: Annotated[
        list[str] | None,
        typer.Option(
            "--host",
            metavar="NAME",
            help="Host to simulate, such as hermes or hermes@0.22.",
            rich_help_panel=SCENARIO,
        ),
    ] = None
    context: Annotated[
        list[str] | None,
        typer.Option(
            "--context",
            metavar="SIZE",
            help="Context size: 200000, 200k, 1M or unknown.",
            rich_help_panel=SCENARIO,
        ),
    ] = None
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Any setting of the host, by the host's own name; repeatable.",
            rich_help_panel=SCENARIO,
        ),
    ] = None
    threshold_pct: Annotated[
        str | None,
        typer.Option(metavar="PCT", help="Short for --set.", rich_help_panel=SCENARIO),
    ] = None
    listing_max_tokens: Annotated[
        str | None,
        typer.Option(metavar="N", help="Short for --set.", rich_help_panel=SCENARIO),
    ] = None
    listing: Annotated[
        str | None,
        typer.Option(metavar="MODE", help="Short for --set.", rich_help_panel=SCENARIO),
    ] = None
    enabled: Annotated[
        str | None,
        typer.Option(metavar="MODE", help="Short for --set.", rich_help_panel=SCENARIO),
    ] = None
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A Hermes config.yaml: its tools.tool_search is used.",
            rich_help_panel=SCENARIO,
        ),
    ] = None
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Grant only these sources; globs, repeatable.",
            rich_help_panel=SCENARIO,
        ),
    ] = None
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Take these sources away; globs, repeatable.",
            rich_help_panel=SCENARIO,
        ),
    ] = None
    show_settings: Annotated[
        bool,
        typer.Option(
            "--show-settings",
            help="Say each setting and where it came from, on stderr.",
            rich_help_panel=SCENARIO,
        ),
    ] = False


JsonFlag: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Same as -f json.", rich_help_panel=OUTPUT)
]
OutputFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to a file instead of stdout.",
        rich_help_panel=OUTPUT,
    ),
]
QuietFlag: TypeAlias = Annotated[
    bool, typer.Option("--quiet", "-q", help="No narration on stderr.", rich_help_panel=OUTPUT)
]
VerboseFlag: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--verbose", "-v", help="Say more, such as how each file was read.", rich_help_panel=OUTPUT
    ),
]
ColorOption: TypeAlias = Annotated[
    ColorMode, typer.Option(help="When to use colour.", rich_help_panel=OUTPUT)
]


class OutputOptions(NamedTuple):
    """Where the answer goes, in which form."""

    format_: Annotated[
        OutputFormat | None,
        typer.Option(
            "--format",
            "-f",
            help="Form of the answer: table on a terminal and plain elsewhere, unless given.",
            rich_help_panel=OUTPUT,
        ),
    ] = None
    json_: JsonFlag = False
    output: OutputFile = None
    quiet: QuietFlag = False
    verbose: VerboseFlag = False
    color: ColorOption = ColorMode.auto


class ReportOptions(NamedTuple):
    """Where reports of findings go, in which forms."""

    format_: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT[=FILE]",
            help=f"{', '.join(ReportFormat)}; repeatable, each to stdout or to its FILE.",
            rich_help_panel=OUTPUT,
        ),
    ] = None
    json_: JsonFlag = False
    output: OutputFile = None
    quiet: QuietFlag = False
    verbose: VerboseFlag = False
    color: ColorOption = ColorMode.auto


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Spread every parameter of `command` that is an option group over its fields."""
    hints = get_type_hints(command, include_extras=True)
    signature = inspect.signature(command)
    groups = {
        name: hints[name]
        for name in signature.parameters
        if isinstance(hints[name], type) and issubclass(hints[name], tuple)
    }
    spread: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        if name in groups:
            spread += _parameters(groups[name])
        else:
            spread.append(parameter.replace(annotation=hints[name]))
    positional = [one for one in spread if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    keyword = [one for one in spread if one.kind is inspect.Parameter.KEYWORD_ONLY]

    def wrapper(**values: object) -> None:
        given = {
            name: group(**{field: values.pop(field) for field in group._fields})
            for name, group in groups.items()
        }
        command(**values, **given)

    wrapper.__name__ = command.__name__
    wrapper.__doc__ = command.__doc__
    wrapper.__module__ = command.__module__
    wrapper.__dict__["__signature__"] = inspect.Signature([*positional, *keyword])
    wrapper.__annotations__ = {one.name: one.annotation for one in (*positional, *keyword)}
    return wrapper


@cache
def _parameters(group: type[Any]) -> tuple[inspect.Parameter, ...]:
    hints = get_type_hints(group, include_extras=True)
    return tuple(
        inspect.Parameter(
            field,
            inspect.Parameter.KEYWORD_ONLY,
            default=group._field_defaults.get(field, inspect.Parameter.empty),
            annotation=hints[field],
        )
        for field in group._fields
    )
