"""A tool, or a source, in detail: the lines of the pane beside the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.text import visible
from toolsearch_cli.tui.widgets import drawing
from toolsearch_cli.tui.widgets.findability_lines import findability_lines
from toolsearch_cli.tui.widgets.json_lines import json_lines
from toolsearch_cli.views.addresses import source_title, tool_title
from toolsearch_cli.views.losses import loss_text
from toolsearch_cli.views.numbers import counted
from toolsearch_cli.views.tiers import form_word
from toolsearch_cli.views.tool_detail import BAR, parts_table, seen_length, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.analysis.findability import Findabilities
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.tui.scene import Scene
    from toolsearch_cli.tui.widgets.drawing import Line

_BEFORE_BAR = 36
"""Columns of a part's name and numbers, and of what is around them."""
SEEN = "bold underline $text-success"
"""The part of a description that a full listing shows."""


def source_lines(scene: Scene, position: int) -> tuple[Line, ...]:
    """Return what there is to say of a source."""
    source = scene.workspace.opened.catalog.sources[position]
    lines: list[Line] = [((visible(source_title(source.name, source.kind)), drawing.TITLE),)]
    lines.append(((f"{counted(len(source.tools), 'tool')} published", ""),))
    row = next((one for one in scene.shown.sources if one.position == position), None)
    if row is None:
        lines.append((("switched off", drawing.WARNING),))
    else:
        form = form_word(row)
        lines += [
            ((f"shown as {form}", drawing.form_style(form)), (f", {row.now_tokens:,} tokens", "")),
            ((f"all its schemas take {row.eager_tokens:,} tokens", ""),),
        ]
        lost = loss_text(scene.shown, row)
        if lost:
            lines.append(((visible(lost), drawing.WARNING),))
    place = source.provenance
    lines += [(), ((visible(f"{place.file}#{place.pointer}".rstrip("#")), drawing.DIM),)]
    if source.instructions:
        lines += [(), (("instructions", drawing.TITLE),)]
        lines += [((visible(one), ""),) for one in source.instructions.split("\n")]
    return tuple(lines)


def tool_lines(
    scene: Scene, definition: Definition, depth: int, width: int, found: Findabilities | None
) -> tuple[Line, ...]:
    """Return what there is to say of a tool: its text, its parts, its schema.

    Args:
        scene: Where the tool is looked at.
        definition: The tool as the host sends it.
        depth: Levels of the schema that are open.
        width: Columns of the pane.
        found: How well tools are found, where that was measured.
    """
    source = scene.workspace.opened.catalog.sources[definition.source]
    tool = definition.tool
    return (
        ((visible(definition.name), drawing.TITLE),),
        ((visible(tool_title(source.name, tool.name, source.kind)), drawing.DIM),),
        ((standing(definition, scene.shown), ""),),
        (),
        *(findability_lines(found, definition.name) if found is not None else ()),
        *_description(scene, definition),
        (),
        ((f"{definition.tokens:,} tokens", drawing.TITLE), (" when it is sent eagerly", "")),
        *_parts(definition, width),
        (),
        (("input schema", drawing.TITLE), (", as the host sends it", drawing.DIM)),
        *json_lines(definition.parameters, depth=depth),
        *_annotations(definition),
    )


def _description(scene: Scene, definition: Definition) -> Iterator[Line]:
    text = definition.description
    if not isinstance(text, str) or not text:
        yield (("it has no description", drawing.WARNING),)
        return
    seen = seen_length(definition, scene.workspace.scenario.host)
    yield (("description", drawing.TITLE), (", underlined: what a full listing shows", drawing.DIM))
    start = 0
    for line in text.split("\n"):
        cut = max(0, min(len(line), seen - start))
        yield ((visible(line[:cut]), SEEN), (visible(line[cut:]), ""))
        start += len(line) + 1


def _parts(definition: Definition, width: int) -> Iterator[Line]:
    room = max(0, min(BAR, width - _BEFORE_BAR))
    for name, tokens, share, bar in parts_table(definition):
        yield (
            (f"  {name:<12}{tokens:>8}{share:>9}  ", ""),
            (bar[: round(len(bar) * room / BAR)], drawing.FORM_STYLES["eager"]),
        )


def _annotations(definition: Definition) -> Iterator[Line]:
    tool = definition.tool
    for title, value in (("annotations", tool.annotations), ("output schema", tool.output_schema)):
        if value is not None:
            yield ()
            yield ((title, drawing.TITLE), (", which the model does not get", drawing.DIM))
            yield from json_lines(value, depth=2)
