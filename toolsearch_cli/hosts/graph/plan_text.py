"""The built-in `search_tools` as a plan file, its descriptions in our own words."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.facts import QUESTION, SEARCH_PLAN

_TEXT: Final = """\
version: 2
identifier: {identifier}
name: Search tools
description: Finds the tools that one step of a task needs, the likeliest first.
input_schema:
  type: object
  required: [query]
  properties:
    query:
      type: string
      description: What the tools should do, as one step
    min_probability:
      type: number
      description: Least probability of a tool that is returned
      default: {min_probability}
    limit:
      type: integer
      description: Most tools that are returned
      default: {limit}
    model:
      type: string
      description: Role of the decision model
      default: {model}
    chunk_size:
      type: integer
      description: Most tools in one choice question, 255 at most
      default: {chunk_size}
    schemas:
      type: boolean
      description: Whether each tool comes with its input schema and output shape
      default: {schemas}
steps:
  - id: catalog
    tool_name: builtin__catalog_tools
    input: {{}}
  - id: picked
    tool_name: builtin__score_candidates
    input:
      query: "{{{{input.query}}}}"
      candidates: "{{{{catalog.tools}}}}"
      question: "{question}"
      threshold: "{{{{input.min_probability}}}}"
      limit: "{{{{input.limit}}}}"
      model: "{{{{input.model}}}}"
      chunk_size: "{{{{input.chunk_size}}}}"
  - id: described
    tool_name: builtin__describe_tools
    input:
      tools: "{{{{picked.selected}}}}"
      schemas: "{{{{input.schemas}}}}"
output:
  mode: "{{{{picked.mode}}}}"
  tools: "{{{{described.tools}}}}"
  always: "{{{{catalog.always}}}}"
"""


def plan_text() -> str:
    """Return the plan as YAML; `--set plan=FILE` reads it back, changed or not."""
    specs = {key: settings.SETTING[key].spec.default for key in settings.INPUTS}
    return _TEXT.format(identifier=SEARCH_PLAN, question=QUESTION, **specs)
