"""Reports of a check: which are asked for, and how each reaches its file or stdout."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.cli.choices import OutputFormat, ReportFormat
from toolsearch_cli.cli.console import Console, write_file
from toolsearch_cli.cli.option_groups import OutputOptions, ReportOptions
from toolsearch_cli.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.checks.gate import Outcome
    from toolsearch_cli.cli.inputs import Inputs
    from toolsearch_cli.reports.finding_reports import Report


class Target(NamedTuple):
    """One report that is asked for."""

    form: ReportFormat
    file: Path | None = None
    """`None`: stdout, or what `-o` names."""


def console_of(options: ReportOptions) -> Console:
    """Return the console, for narration and for what goes to stdout."""
    return Console(
        OutputOptions(
            output=options.output,
            quiet=options.quiet,
            verbose=options.verbose,
            color=options.color,
        )
    )


def wanted(options: ReportOptions) -> tuple[Target, ...]:
    """Return the reports that are asked for; text without any.

    Raises:
        UsageError: There is no such format; two reports have one file, or break each other.
    """
    targets = [_target(text) for text in options.format_ or ()]
    if options.json_:
        targets.append(Target(ReportFormat.json))
    if not targets:
        targets.append(Target(ReportFormat.text))
    named = [os.path.realpath(one.file) for one in targets if one.file is not None]
    if options.output is not None:
        named.append(os.path.realpath(options.output))
    for file in named:
        if named.count(file) > 1:
            raise UsageError(f"two reports for one file: {file}", hint="give each its own")
    if options.output is not None and all(one.file is not None for one in targets):
        raise UsageError(
            f"-o {options.output}: every report has a file of its own",
            hint="leave -o out, or name a format without a file: -f text",
        )
    _require_one_document([one for one in targets if one.file is None])
    return tuple(targets)


def _target(text: str) -> Target:
    word, separator, file = text.partition("=")
    if word not in set(ReportFormat):
        raise UsageError(f"-f {word}: not for this answer", hint=nearest(word, ReportFormat))
    if separator and not file:
        raise UsageError(f"-f {text}: no file is named", hint=f"write -f {word}=FILE")
    return Target(ReportFormat(word), Path(file) if separator else None)


def _require_one_document(targets: Sequence[Target]) -> None:
    """Refuse a document on stdout that has company there."""
    from toolsearch_cli.reports.finding_reports import FINDING_FORMATS

    for one in targets if len(targets) > 1 else ():
        form = FINDING_FORMATS.get(one.form)
        if form is not None and form.one_document:
            raise UsageError(
                f"-f {one.form}: would not be alone on stdout",
                hint=f"write one of them to a file: -f {one.form}=FILE",
            )


def write(console: Console, targets: Sequence[Target], outcome: Outcome, inputs: Inputs) -> None:
    """Write every report: first the files, then stdout, so that a closed pipe loses none."""
    from toolsearch_cli.reports.records import utf8
    from toolsearch_cli.workbench import report

    _spare_catalogs(targets, console.options.output, inputs.catalog)
    made = report(outcome, inputs.catalog, repository_root(), inputs.project.file)
    texts = [(target, _text(console, target, made)) for target in targets]
    for target, text in texts:
        if target.file is not None:
            write_file(target.file, utf8(text), "-f")
    printed = [text for target, text in texts if target.file is None]
    if printed:
        console.text("".join(printed))


def _spare_catalogs(targets: Sequence[Target], output: Path | None, catalog: Catalog) -> None:
    """Refuse to write a report over a file that the catalog was read from."""
    read = {os.path.realpath(source.provenance.file) for source in catalog.sources}
    for file in (*(target.file for target in targets), output):
        if file is not None and os.path.realpath(file) in read:
            raise UsageError(f"{file}: holds the catalog", hint="write the report elsewhere")


def _text(console: Console, target: Target, made: Report) -> str:
    from toolsearch_cli.reports.finding_reports import FINDING_FORMATS

    if target.form in FINDING_FORMATS:
        return FINDING_FORMATS[target.form].write(made)
    from toolsearch_cli.reports import page_text
    from toolsearch_cli.views.check import check_page

    page = check_page(made.outcome, all_budgets=console.options.verbose)
    form = target.form
    if target.file is not None:
        form = ReportFormat.plain if form is ReportFormat.text else form
        return page_text(page, form, width=console.width, color=False)
    written = console.format if form is ReportFormat.text else OutputFormat(form)
    return page_text(page, written, width=console.width, color=console.color)


def repository_root() -> Path:
    """Return the top of the repository one stands in: GitHub's, else git's, else the folder."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    here = Path.cwd()
    if workspace and here.is_relative_to(workspace):
        return Path(workspace)
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return folder
    return here
